// What a form says about a pasted link, at once and without holding anything back.
import { useQuery } from '@tanstack/react-query';
import { type LinkHost, parseLink, refusedLinks } from '#contract/prototypes.ts';
import { aboutQuery } from '#web/entities/about.query.ts';

interface LinkHint {
  tone: 'plain' | 'good' | 'caution';
  text: string;
}

/** Null while the link is not one yet, or before the design tools of this installation are known. */
export function useLinkHint(link: string): LinkHint | null {
  const about = useQuery(aboutQuery);
  return about.data === undefined ? null : linkHint(link, about.data.linkHosts);
}

/** Pure part of useLinkHint. */
export function linkHint(link: string, hosts: readonly LinkHost[]): LinkHint | null {
  const parsed = parseLink(link, hosts);
  switch (parsed.kind) {
    case 'invalid':
      return null;
    case 'prototype': {
      const source = [parsed.host.name, parsed.title].filter(Boolean).join(': ');
      return {
        tone: 'good',
        text: `Prototype recognised (${source}). You get recordings and click heatmaps.`,
      };
    }
    case 'page':
      return {
        tone: 'plain',
        text: 'A web page. It is recorded if it allows being embedded; heatmaps need a prototype link.',
      };
    case 'refused':
      return { tone: 'caution', text: refusedLinks[parsed.reason] };
  }
}

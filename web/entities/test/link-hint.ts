// Describes how this installation records a prototype link, with the same sentence on every page.
import { useQuery } from '@tanstack/react-query';
import type { DesignTokenState } from '#contract/design-token.ts';
import { type DescribedHost, parseLink, refusedLinks } from '#contract/prototypes.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { designTokenQuery } from '#web/entities/workspace/design-token.query.ts';

/** Hint for a link without a design tool. */
const PAGE_RECORDED =
  'Web page: screen and voice are recorded if it can be embedded. Clicks and heatmaps need a prototype link.';

type Evidence = Pick<DescribedHost, 'name' | 'clicks' | 'pictures'>;

/** Describes the recording of prototypes of a design tool, and the settings for more. */
export function recordedText({ name, clicks, pictures }: Evidence): string {
  if (clicks) {
    return pictures
      ? `${name}: screen, voice and clicks are recorded, with heatmaps.`
      : `${name}: screen, voice and clicks are recorded, without heatmaps. They need an access token: Settings, Design tool.`;
  }
  const alsoToken = pictures ? '' : ' and an access token';
  return `${name}: screen and voice are recorded, without clicks and heatmaps. They need a client id on this server${alsoToken}.`;
}

/** The design tools with what they bring in the open workspace; undefined until they are known. */
function useHosts(): DescribedHost[] | undefined {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const isSignedIn = Boolean(useQuery(signInQuery).data);
  const token = useQuery({ ...designTokenQuery, enabled: isSignedIn }).data;
  return hosts?.map((host) => withToken(host, token));
}

/** A workspace may have a token of its own, and the installation's may not serve it. */
export function withToken(host: DescribedHost, token: DesignTokenState | undefined): DescribedHost {
  if (token?.tool !== host.name) return host;
  return { ...host, pictures: token.own?.readable === true || token.otherwise !== 'none' };
}

/** One sentence for each kind of prototype link that works here. */
export function useRecordedTexts(): string[] {
  const hosts = useHosts();
  return hosts === undefined ? [] : [...hosts.map(recordedText), PAGE_RECORDED];
}

/** The sentence of one design tool. */
export function useRecordedText(tool: string): string | undefined {
  const host = useHosts()?.find(({ name }) => name === tool);
  return host && recordedText(host);
}

interface LinkHint {
  tone: 'plain' | 'good' | 'caution';
  text: string;
}

/**
 * Returns the hint, or null until the link is complete and the design tools of this installation
 * are known.
 */
export function useLinkHint(link: string): LinkHint | null {
  const hosts = useHosts();
  return hosts === undefined ? null : linkHint(link, hosts);
}

/** Pure part of useLinkHint. */
export function linkHint(link: string, hosts: readonly DescribedHost[]): LinkHint | null {
  const parsed = parseLink(link, hosts);
  switch (parsed.kind) {
    case 'invalid':
      return null;
    case 'prototype': {
      const { clicks, pictures } = parsed.host;
      return { tone: clicks && pictures ? 'good' : 'caution', text: recordedText(parsed.host) };
    }
    case 'page':
      return { tone: 'plain', text: PAGE_RECORDED };
    case 'refused':
      return { tone: 'caution', text: refusedLinks[parsed.reason] };
  }
}

/** The longest of all hints. */
export const longestLinkHint = [
  ...Object.values(refusedLinks),
  PAGE_RECORDED,
  recordedText({ name: 'Sample prototype', clicks: false, pictures: false }),
].reduce((longest, text) => (text.length > longest.length ? text : longest));

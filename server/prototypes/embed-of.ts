// How the participant page shows a test's link: a prototype, another web page, or why neither.
import type { Embed } from '#contract/embed.ts';
import { parseLink, refusedLinks } from '#contract/prototypes.ts';
import { embedAddress } from './embed-address.ts';
import type { PrototypeHost } from './prototype-hosts.ts';

const NOT_SHOWN = 'This link cannot be shown.';

/** The URL Standard allows ';' and ',' in host names; in a policy they would begin another directive. */
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]_-]+$/;

/** @param embedHost our own host name, which the design tool wants to know. */
export function embedOf(
  figmaUrl: string,
  { hosts, embedHost }: { hosts: readonly PrototypeHost[]; embedHost: string },
): Embed {
  const link = parseLink(figmaUrl, hosts);
  if (link.kind === 'page') {
    if (!plainOrigin.test(link.origin)) return { kind: 'unsupported', reason: NOT_SHOWN };
    return { kind: 'page', src: link.url, origin: link.origin };
  }
  if (link.kind !== 'prototype') {
    const reason = link.kind === 'refused' ? refusedLinks[link.reason] : NOT_SHOWN;
    return { kind: 'unsupported', reason };
  }
  const src = embedAddress(link, embedHost);
  return {
    kind: 'prototype',
    src,
    origin: new URL(src).origin,
    messageOrigin: link.host.messageOrigin,
    startNodeId: link.startNodeId,
    fileKey: link.fileKey,
  };
}

/** Origins for the participant page's frame-src. */
export function frameOrigins(figmaUrl: string, hosts: readonly PrototypeHost[]): string[] {
  const link = parseLink(figmaUrl, hosts);
  if (link.kind === 'prototype') return prototypeOrigins([link.host]);
  const embed = embedOf(figmaUrl, { hosts, embedHost: 'frame-src' });
  return embed.kind === 'page' ? [embed.origin] : [];
}

/**
 * Origins for the frame-src of a page that shows prototypes of these hosts. The design tool's embeds end up on the
 * origin that their messages come from, so both are needed.
 */
export function prototypeOrigins(hosts: readonly PrototypeHost[]): string[] {
  return [...new Set(hosts.flatMap((host) => [host.embedOrigin, host.messageOrigin]))];
}

// Decides how the participant page shows a test's link: as a prototype, as another web page, or not, with the reason.
import type { Embed } from '#contract/embed.ts';
import { parseLink, refusedLinks } from '#contract/prototypes.ts';
import { embedAddress } from './embed-address.ts';
import type { PrototypeHost } from './prototype-hosts.ts';

const NOT_SHOWN = 'This link cannot be shown.';

/** Origins that are safe in a policy. Host names may contain ';' and ',', which would begin another directive. */
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]_-]+$/;

/** @param embedHost host name of this server, which the design tool requires */
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

/** Returns the origins for the participant page's frame-src. */
export function frameOrigins(figmaUrl: string, hosts: readonly PrototypeHost[]): string[] {
  const link = parseLink(figmaUrl, hosts);
  if (link.kind === 'prototype') return prototypeOrigins([link.host]);
  const embed = embedOf(figmaUrl, { hosts, embedHost: 'frame-src' });
  return embed.kind === 'page' ? [embed.origin] : [];
}

/**
 * Returns the origins for the frame-src of a page that shows prototypes of these hosts. Embeds of the design tool
 * navigate to the origin that their messages come from, so both are needed.
 */
export function prototypeOrigins(hosts: readonly PrototypeHost[]): string[] {
  return [...new Set(hosts.flatMap((host) => [host.embedOrigin, host.messageOrigin]))];
}

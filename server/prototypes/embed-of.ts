// Decides how the participant page shows a test's link: as a prototype, as another web page, or not, with the reason.
import type { Embed } from '#contract/embed.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import { linkNodeId, type PrototypeLink, parseLink, refusedLinks } from '#contract/prototypes.ts';
import type { PrototypeHost } from './prototype-hosts.ts';

const NOT_SHOWN = 'This link cannot be shown.';

/** Origins that are safe in a policy. Host names may contain ';' and ',', which would begin another directive. */
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]_-]+$/;

/** @param embedHost host name of this server, which the design tool requires */
export function embedOf(
  figmaUrl: string,
  { hosts, embedHost }: { hosts: readonly PrototypeHost[]; embedHost: string },
): Embed {
  if (pictureOfLink(figmaUrl)) return { kind: 'picture' };
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

// The address of an embedded prototype: Embed Kit 2.0 (developers.figma.com, embed-figma-prototype).

/**
 * Hides the tool's own UI and scales down to width (section 2). `content-scaling=fixed` and no device frame give the
 * layout of the screen images, so that positions of clicks match.
 */
const presentation = {
  'hide-ui': '1',
  footer: 'false',
  'viewport-controls': 'false',
  'show-proto-sidebar': 'false',
  'hotspot-hints': 'false',
  'device-frame': 'false',
  // Keys that move through the flow would make a path that no click explains.
  'disable-default-keyboard-nav': 'true',
  scaling: 'scale-down-width',
  'content-scaling': 'fixed',
};

/** @param embedHost host name of this server; the tool sends messages to registered hosts only */
export function embedAddress(link: PrototypeLink<PrototypeHost>, embedHost: string): string {
  const { host } = link;
  const address = new URL(`/proto/${link.fileKey}`, host.embedOrigin);
  if (link.title) address.pathname += `/${encodeURIComponent(link.title.replaceAll(' ', '-'))}`;
  const parameters = {
    'embed-host': embedHost,
    'client-id': host.clientId,
    'node-id': link.startNodeId && linkNodeId(link.startNodeId),
    'starting-point-node-id': link.flowNodeId && linkNodeId(link.flowNodeId),
    'version-id': link.versionId,
    ...presentation,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value) address.searchParams.set(name, value);
  }
  return address.href;
}

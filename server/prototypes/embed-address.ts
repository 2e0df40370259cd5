// The address of an embedded prototype: Embed Kit 2.0 (developers.figma.com, embed-figma-prototype).
import { linkNodeId, type PrototypeLink } from '#contract/prototypes.ts';
import type { PrototypeHost } from './prototype-hosts.ts';

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

// The design tools as configured: where prototypes are shown, messages come from and the REST API
// answers. The sample prototype is one more of them, so that both go through the same code.
import {
  type DescribedHost,
  type LinkHost,
  type PrototypeLink,
  parseLink,
} from '#contract/prototypes.ts';
import type { Config } from '#server/platform/config/config.ts';

export interface PrototypeHost extends LinkHost {
  apiOrigin: string;
  /** OAuth client id that the Embed API wants to know; null: no messages from the real tool. */
  clientId: string | null;
  /** The sample of this installation: any token opens it, so none has to be set. */
  isSample: boolean;
}

/** A prototype of a configured host. */
export type KnownPrototype = PrototypeLink<PrototypeHost> & { apiOrigin: string };

/** The prototype that a test's link leads to, or null when it is none of a configured host. */
export function prototypeOf(
  figmaUrl: string,
  hosts: readonly PrototypeHost[],
): KnownPrototype | null {
  const link = parseLink(figmaUrl, hosts);
  return link.kind === 'prototype' ? { ...link, apiOrigin: link.host.apiOrigin } : null;
}

/** Whether both are of one file: node ids mean the same in them. */
export function isSameFile(one: KnownPrototype | null, other: KnownPrototype | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.fileKey === other.fileKey &&
    one.apiOrigin === other.apiOrigin
  );
}

/** The real tool, or what stands in for it, and the sample. @param sampleOrigin null: it is not served. */
export function prototypeHosts(
  figma: Config['figma'],
  sampleOrigin: string | null,
): PrototypeHost[] {
  const { clientId, webOrigin, embedOrigin, messageOrigin, apiOrigin } = figma;
  const origins = { webOrigin, embedOrigin, messageOrigin, apiOrigin };
  const designTool = { name: 'Figma', ...origins, clientId, isSample: false };
  return sampleOrigin === null ? [designTool] : [designTool, sampleHost(sampleOrigin)];
}

/**
 * A host as pages may know it: no token or client id.
 * @param canScreenshot a browser can take pictures of its embeds.
 */
export function describedHost(
  { name, webOrigin, embedOrigin, messageOrigin, clientId, isSample }: PrototypeHost,
  { figma, canScreenshot }: { figma: Config['figma']; canScreenshot: boolean },
): DescribedHost {
  const hasTokenForAll = figma.token !== null && figma.tokenDomains === null;
  return {
    name,
    webOrigin,
    embedOrigin,
    messageOrigin,
    clicks: clientId !== null,
    pictures: isSample || hasTokenForAll || canScreenshot,
  };
}

/** The sample as a server at this origin serves it. */
export function sampleHost(origin: string): PrototypeHost {
  return {
    name: 'Sample prototype',
    webOrigin: origin,
    embedOrigin: origin,
    messageOrigin: origin,
    apiOrigin: origin,
    clientId: 'tryout',
    isSample: true,
  };
}

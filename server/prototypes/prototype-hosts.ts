// The design tools as configured: where prototypes are shown, messages come from and the REST API
// answers. The sample prototype is one more of them, so that both go through the same code.
import { type LinkHost, type PrototypeLink, parseLink } from '#contract/prototypes.ts';
import type { Config } from '#server/config.ts';

export interface PrototypeHost extends LinkHost {
  apiOrigin: string;
  /** OAuth client id that the Embed API wants to know; null: no messages from the real tool. */
  clientId: string | null;
  /** REST token for screen images; null: there are none. */
  token: string | null;
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

/** The sample asks for some token, as the design tool does; it protects nothing. */
const SAMPLE_TOKEN = 'sample';

/** The real tool, or what stands in for it, and the sample. @param sampleOrigin null: it is not served. */
export function prototypeHosts(
  figma: Config['figma'],
  sampleOrigin: string | null,
): PrototypeHost[] {
  const designTool = { name: 'Figma', ...figma };
  if (sampleOrigin === null) return [designTool];
  const sample = {
    name: 'Sample prototype',
    webOrigin: sampleOrigin,
    embedOrigin: sampleOrigin,
    messageOrigin: sampleOrigin,
    apiOrigin: sampleOrigin,
    clientId: 'tryout',
    token: SAMPLE_TOKEN,
  };
  return [designTool, sample];
}

// The configured design tools: the origins of prototypes, messages and the REST API. The sample prototype is one of
// them, so that the same code serves both.
import { pictureOfLink, pictureScreen } from '#contract/picture-link.ts';
import {
  type DescribedHost,
  type LinkHost,
  type PrototypeLink,
  parseLink,
} from '#contract/prototypes.ts';
import type { Config } from '#server/platform/config/config.ts';

export interface PrototypeHost extends LinkHost {
  apiOrigin: string;
  /** OAuth client id that the Embed API requires, or null, which means no messages from the real tool. */
  clientId: string | null;
  /** The host is the sample of this installation, which any token opens, so none has to be set. */
  isSample: boolean;
}

/** A prototype of a configured host. */
export type KnownPrototype = PrototypeLink<PrototypeHost> & { apiOrigin: string };

/** Origin of the screens that are uploaded pictures. */
export const PICTURES = 'picture';

/** The host of pictures: no tool has them, and no frame shows them. */
const pictureHost: PrototypeHost = {
  name: 'Picture',
  webOrigin: '',
  embedOrigin: '',
  messageOrigin: '',
  apiOrigin: PICTURES,
  clientId: null,
  isSample: false,
};

/** Returns an uploaded picture as the prototype of one screen. */
export function pictureAsPrototype(id: string): KnownPrototype {
  return {
    kind: 'prototype',
    host: pictureHost,
    apiOrigin: PICTURES,
    fileKey: id,
    startNodeId: pictureScreen(id),
    flowNodeId: null,
    versionId: null,
    title: null,
  };
}

export function isPicture(prototype: Pick<KnownPrototype, 'apiOrigin'> | null): boolean {
  return prototype?.apiOrigin === PICTURES;
}

/** Returns the prototype or the picture that a test's link leads to, or null if it belongs to no configured host. */
export function prototypeOf(
  figmaUrl: string,
  hosts: readonly PrototypeHost[],
): KnownPrototype | null {
  const picture = pictureOfLink(figmaUrl);
  if (picture) return pictureAsPrototype(picture);
  const link = parseLink(figmaUrl, hosts);
  return link.kind === 'prototype' ? { ...link, apiOrigin: link.host.apiOrigin } : null;
}

/** Returns whether both belong to one file, so that their node ids have the same meaning. */
export function isSameFile(one: KnownPrototype | null, other: KnownPrototype | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.fileKey === other.fileKey &&
    one.apiOrigin === other.apiOrigin
  );
}

/** Returns the prototypes that links lead to, the first of each file. */
export function prototypeFiles(
  links: readonly string[],
  hosts: readonly PrototypeHost[],
): KnownPrototype[] {
  const known = links.flatMap((link) => prototypeOf(link, hosts) ?? []);
  return known.filter((one, at) => known.findIndex((other) => isSameFile(one, other)) === at);
}

/** Returns the real tool, or its stand-in, and the sample. @param sampleOrigin null if the sample is not served */
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
 * Returns the public description of a host, without token or client id.
 * @param canScreenshot a browser can take pictures of its embeds
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

/** Returns the sample as a server at this origin serves it. */
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

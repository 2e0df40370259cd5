// Prototype links: what a pasted link is and how the participant page shows it (form, server, page).
import { z } from 'zod/mini';
import { normaliseNodeId } from './events.ts';

/** A design tool that can be embedded: the origins of its site, its embeds and its messages. */
export const linkHost = z.object({
  name: z.string(),
  webOrigin: z.string(),
  embedOrigin: z.string(),
  messageOrigin: z.string(),
});
export type LinkHost = z.infer<typeof linkHost>;

/** A design tool, and what a session on its prototypes brings here beside screen and voice. */
export const describedHost = z.extend(linkHost, {
  /** The value is true if the host's prototypes report clicks. */
  clicks: z.boolean(),
  /** Images of its screens can be had for every workspace: heatmaps are drawn on them. */
  pictures: z.boolean(),
});
export type DescribedHost = z.infer<typeof describedHost>;

/** Why a link of the design tool can't be embedded, and what its owner can do about it. */
export const refusedLinks = {
  community:
    'A community page can’t be embedded. Open it, choose “Open in…”, and paste the prototype link of your copy.',
  team: 'This link leads to a team, a project or an invitation. Open the design and paste its prototype link.',
  not_a_prototype:
    'This kind of file has no prototype. Open a design, start its prototype and paste that link.',
  no_file: 'This link names no file. Open the design, start its prototype and paste that link.',
} as const;
export type RefusedLinkReason = keyof typeof refusedLinks;

/** A prototype of a configured host, with the data that its link contains. Node ids have a colon (`5:3`). */
export interface PrototypeLink<Host extends LinkHost = LinkHost> {
  kind: 'prototype';
  host: Host;
  /** The branch's key for a branch link: a branch is a file of its own. */
  fileKey: string;
  /** The screen a session starts at: the flow's start, else the node the link points to. */
  startNodeId: string | null;
  /** The flow's start, when the link names one: not every node can be one. */
  flowNodeId: string | null;
  versionId: string | null;
  title: string | null;
}

/** Result of parsing a pasted text. */
export type ParsedLink<Host extends LinkHost = LinkHost> =
  | PrototypeLink<Host>
  | { kind: 'page'; url: string; origin: string }
  | { kind: 'refused'; host: Host; reason: RefusedLinkReason }
  | { kind: 'invalid' };

/**
 * Letters and digits, of any length: real keys have 22, newer ones more (the tool's own pattern requires 22 to 128),
 * placeholders of its documentation and stand-ins fewer (specification, section 5).
 */
const fileKeyPattern = /^[0-9A-Za-z]{1,128}$/;
const prototypeKinds: ReadonlySet<string> = new Set(['proto', 'design', 'file']);
const otherKinds: ReadonlySet<string> = new Set([
  'board',
  'slides',
  'deck',
  'make',
  'site',
  'buzz',
]);
const teamKinds: ReadonlySet<string> = new Set([
  'team_invite',
  'files',
  'team',
  'teams',
  'project',
  'projects',
]);

/**
 * Tells what a pasted link is. Pure.
 * @param text an address, or a whole `<iframe>` of the tool's share dialog.
 * @param hosts the configured design tools; a link of any other site is a `page`.
 */
export function parseLink<Host extends LinkHost>(
  text: string,
  hosts: readonly Host[],
): ParsedLink<Host> {
  const url = readUrl(pastedAddress(text));
  if (!url) return { kind: 'invalid' };
  const host = hosts.find((candidate) => isOfHost(url, candidate));
  if (!host) return { kind: 'page', url: url.href, origin: url.origin };
  const inner = innerAddress(url);
  if (inner && isOfHost(inner, host)) return readPath(inner, host);
  return readPath(url, host);
}

/** The address in a pasted text: the `src` of an `<iframe>`, else the text itself, trimmed. */
export function pastedAddress(text: string): string {
  return (sourceOfFrame(text) ?? text).replaceAll('&amp;', '&').trim();
}

/** The `src` within the tag of the first `<iframe>`, null without one. */
function sourceOfFrame(text: string): string | null {
  const start = text.search(/<iframe\b/i);
  if (start < 0) return null;
  const frame = text.slice(start);
  const src = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(frame);
  const end = frame.indexOf('>');
  if (!src || (end >= 0 && src.index > end)) return null;
  return src[1] ?? src[2] ?? null;
}

/** `1:2` → `1-2`, as links and file names write it. */
export function linkNodeId(nodeId: string): string {
  return nodeId.replaceAll(':', '-');
}

function readUrl(text: string): URL | null {
  // Whatever has another scheme or none is no link: `javascript:` must never reach a frame.
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password ? null : url;
}

/** Only exact host names match, because `evilfigma.com` ends like the real one. `figma.com` also matches `www.`. */
function isOfHost(url: URL, host: LinkHost): boolean {
  const names = [host.webOrigin, host.embedOrigin].map((origin) => new URL(origin).host);
  return names.includes(url.host) || names.includes(`www.${url.host}`);
}

/** Embed Kit 1.0 wraps the address: `/embed?embed_host=…&url=…`. One level is unwrapped. */
function innerAddress(url: URL): URL | null {
  const inner = url.searchParams.get('url');
  return url.pathname.replace(/\/$/, '') === '/embed' && inner ? readUrl(inner.trim()) : null;
}

function readPath<Host extends LinkHost>(url: URL, host: Host): ParsedLink<Host> {
  const [kind = '', mainKey = '', ...rest] = url.pathname.split('/').filter(Boolean);
  const refused = (reason: RefusedLinkReason): ParsedLink<Host> => ({
    kind: 'refused',
    host,
    reason,
  });
  if (kind === 'community' || mainKey === 'community') return refused('community');
  if (teamKinds.has(kind)) return refused('team');
  if (otherKinds.has(kind)) return refused('not_a_prototype');
  const onBranch = rest[0] === 'branch' && rest[1] !== undefined;
  const fileKey = onBranch ? rest[1] : mainKey;
  if (!prototypeKinds.has(kind) || !fileKey || !fileKeyPattern.test(fileKey)) {
    return refused('no_file');
  }
  return {
    kind: 'prototype',
    host,
    fileKey,
    ...startOf(url.searchParams),
    versionId: url.searchParams.get('version-id'),
    title: readTitle(onBranch ? rest[2] : rest[0]),
  };
}

/** Only valid node ids are returned, because the embed shows an error for an invalid one. */
function startOf(query: URLSearchParams): Pick<PrototypeLink, 'startNodeId' | 'flowNodeId'> {
  const read = (name: string) => {
    const id = normaliseNodeId(query.get(name)?.trim() ?? '');
    return /^I?-?\d+:\d+(;-?\d+:\d+)*$/.test(id) ? id : null;
  };
  const flowNodeId = read('starting-point-node-id');
  return { startNodeId: flowNodeId ?? read('node-id'), flowNodeId };
}

function readTitle(segment: string | undefined): string | null {
  if (!segment) return null;
  try {
    return decodeURIComponent(segment).replaceAll('-', ' ').trim() || null;
  } catch {
    // The title is for people: a broken percent sequence loses the title, not the link.
    return null;
  }
}

// Addresses with names in them: ids decide, the names are for people.
import type { ViewLinkId } from './ids.ts';

/**
 * One percent-encoded path segment from any text. '.' and '..' would be swallowed by every URL
 * parser (URL Standard, path state) and an empty segment by routers, so they become '_'.
 */
export function pathSegment(name: string): string {
  return name === '' || name === '.' || name === '..' ? '_' : encodeURIComponent(name);
}

/** `{participant name}_{epoch milliseconds}`: the timestamp is what follows the last underscore. */
export function joinUserTimestamp(participantName: string, timestampMs: number): string {
  return `${participantName}_${timestampMs}`;
}

/** Reads a userTimestamp back; null when there is no timestamp behind the last underscore. */
export function splitUserTimestamp(
  userTimestamp: string,
): { participantName: string; timestampMs: number } | null {
  const match = /^(.*)_(\d{1,15})$/su.exec(userTimestamp);
  if (match?.[1] === undefined) return null;
  return { participantName: match[1], timestampMs: Number(match[2]) };
}

/** The parts that name a recording in addresses. */
export interface RecordingAddress {
  uniqueId: string;
  testId: string;
  company: string;
  testName: string;
  userTimestamp: string;
}

/** `{uniqueId}/{testId}/{company}/{testName}/{userTimestamp}`, as pages and calls share it. */
export function recordingPath(address: RecordingAddress): string {
  const { uniqueId, testId, company, testName, userTimestamp } = address;
  return [uniqueId, testId, company, testName, userTimestamp].map(pathSegment).join('/');
}

/** Logical path in a test's `recordings` (section 3): composed when answering, never stored. */
export function logicalRecordingPath(
  address: Pick<RecordingAddress, 'company' | 'testName' | 'userTimestamp'>,
): string {
  const { company, testName, userTimestamp } = address;
  return `/data/${[company, testName, userTimestamp].map(encodeURIComponent).join('/')}/recording.webm`;
}

/** Path of a participant link. */
export function participantPath(uniqueId: string): string {
  return `/tryout/${uniqueId}`;
}

/**
 * Path of a link for viewing, by its token as people send it, or by its id as a browser shows it once the token is
 * exchanged. The pages of what the link shows are below it.
 */
export function viewPath(tokenOrId: string): string {
  return `/view/${tokenOrId}`;
}

/** The token of a page's path below a link for viewing, or null if it is no such path. */
export function viewTokenOf(path: string): string | null {
  return /^\/view\/([A-Za-z0-9_-]{22})(?:\/|$)/.exec(path)?.[1] ?? null;
}

/** The id in a page's path below a link for viewing, or null. */
export function viewLinkIdOf(path: string): ViewLinkId | null {
  const found = /^\/view\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/.exec(path);
  return found ? (found[1] as ViewLinkId) : null;
}

/**
 * Returns the built file that shows a path. A visitor of the landing page and a participant load only their own code
 * (decision 48).
 */
export function documentOf(
  path: string,
): 'landing.html' | 'participant.html' | 'view.html' | 'index.html' {
  if (path === '/') return 'landing.html';
  if (/^\/view(\/|$)/.test(path)) return 'view.html';
  return /^\/(tryout\/[^/]+|my-recording)\/?$/.test(path) ? 'participant.html' : 'index.html';
}

/** Page of a participant's private link; its token is the fragment, as of a mailed link. */
export const MY_RECORDING_PAGE = '/my-recording';

/** Pages of mailed links. */
export const EMAIL_CHANGE_PAGE = '/email-change';
export const EMAIL_UNDO_PAGE = '/email-undo';
export const INVITATION_PAGE = '/invitation';

/**
 * Path in a mailed link. The token is the fragment, which browsers do not send, so no log of a server or proxy and no
 * `Referer` contains it.
 */
export function mailedPath(page: string, token: string): string {
  return `${page}#${token}`;
}

/** Prefix of the calls that a link for viewing permits. Its cookie is sent only with those. */
export function viewCallsPath(viewLinkId: string): string {
  return `/api/view/${viewLinkId}`;
}

/** The reference of all calls. */
export const API_REFERENCE = '/api/docs';

// Screen images: from the design tool once, then from our own storage.

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { RevisionId, ScreenImageId, TestId, WorkspaceId } from '#contract/ids.ts';
import { SCREEN_MISSES_RATE } from '#contract/limits.ts';
import { isApproximate, type screenshotQuery } from '#contract/screens.ts';
import { readablePrototype } from '#server/design-token/design-access.db.ts';
import { screenKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Visitor } from '#server/platform/http/handlers.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';
import type { Screenshots } from '#server/prototypes/browser/screenshots.ts';
import { type FetchedScreen, fetchScreens, listScreens } from '#server/prototypes/fetch-screens.ts';
import {
  isPicture,
  isSameFile,
  type KnownPrototype,
  prototypeFiles,
  prototypeOf,
} from '#server/prototypes/prototype-hosts.ts';
import type { ReadablePrototype } from '#server/prototypes/tool-access.ts';
import {
  isRevision,
  type RevisionWithPrototype,
  revisionsOf,
} from '#server/revisions/revisions.db.ts';
import type { RevisionKey, StoredScreen } from './screen-images.db.ts';
import { askerOf, requirePresented } from './screen-permission.ts';
import {
  findScreen,
  keepInherited,
  lockScreens,
  type NewScreen,
  newScreenId,
  nodesOf,
  type ScreenOfRevision,
  showScreen,
} from './screens.db.ts';
import { keepListed } from './test-screens.service.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'log'
  | 'db'
  | 'storage'
  | 'images'
  | 'rates'
  | 'secrets'
  | 'jobs'
  | 'prototypeHosts'
  | 'screenshots'
  | 'screenFetches'
>;

type Query = z.output<typeof screenshotQuery>;

/** A prototype as one revision of a test shows it. */
interface RevisionPrototype {
  testId: TestId;
  workspaceId: WorkspaceId;
  revisionId: RevisionId;
  prototype: KnownPrototype;
  /** The prototype with its token, or null if the workspace has no token for it. */
  readable: ReadablePrototype | null;
}

/** One requested screen. */
interface ScreenRequest {
  nodeId: string;
  testId: TestId;
  /** Participants' misses are bounded; a member's are not. */
  isCounted: boolean;
}

/** Screens fetched ahead in one go; more are fetched when a participant presents them. */
const PREFETCH_MAX = 60;

/**
 * The image of a screen that a caller may see, of a test's prototype: the address must be that of one of its
 * revisions.
 * @throws AppError not_found, screen_not_rendered, prototype_unavailable, too_many_requests
 */
export async function screenOf(parts: Needs, query: Query, caller: Visitor): Promise<StoredScreen> {
  const asker = await askerOf(parts, query, caller);
  const links = [query.originalFigmaUrl, query.figmaUrl].filter((link) => link !== undefined);
  const source = await findPrototype(parts, asker.revisions, (prototype) =>
    links.every((link) => leadsTo(parts, link, prototype)),
  );
  if (!source) throw new AppError('not_found');
  const nodeId = query.screenId;
  await requirePresented(parts, asker, { key: keyOf(source), prototype: source.prototype, nodeId });
  return await ensureScreen(parts, source, {
    nodeId,
    testId: asker.testId,
    isCounted: asker.by !== 'member',
  });
}

/** The first of these revisions whose link leads to a wanted prototype. */
async function findPrototype(
  parts: Needs,
  revisions: readonly RevisionWithPrototype[],
  isWanted: (prototype: KnownPrototype) => boolean,
): Promise<RevisionPrototype | null> {
  for (const { revisionId, testId, workspaceId, prototypeUrl } of revisions) {
    const prototype = prototypeOf(prototypeUrl, parts.prototypeHosts);
    if (!prototype || !isWanted(prototype)) continue;
    const readable = await readablePrototype(parts, workspaceId, prototype);
    return { testId, workspaceId, revisionId, prototype, readable };
  }
  return null;
}

/** Returns whether a link leads to a prototype, even if a client encoded the link once more than its query needs. */
function leadsTo(
  parts: Pick<Parts, 'prototypeHosts'>,
  link: string,
  { fileKey }: KnownPrototype,
): boolean {
  const written = [link, decoded(link)];
  return written.some((text) => prototypeOf(text, parts.prototypeHosts)?.fileKey === fileKey);
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    // A stray '%' is no encoding.
    return link;
  }
}

async function ensureScreen(
  parts: Needs,
  source: RevisionPrototype,
  wanted: ScreenRequest,
): Promise<StoredScreen> {
  const known = await findScreen(parts.db, keyOf(source), wanted.nodeId);
  if (!known && isPicture(source.prototype)) throw new AppError('not_found');
  if (!known) return await fetchOnce(parts, source, wanted);
  if (!isApproximate(known) || (source.readable === null && !known.inherited)) return known;
  // A token that came later gives an exact image in place of a browser's, as soon as the tool allows; without one a
  // browser takes a new revision's again.
  return await fetchOnce(parts, source, wanted).catch((error: unknown) => {
    if (error instanceof AppError) return known;
    throw error;
  });
}

/** Many participants at once cause one request. */
async function fetchOnce(
  parts: Needs,
  source: RevisionPrototype,
  wanted: ScreenRequest,
): Promise<StoredScreen> {
  const { workspaceId, revisionId, prototype, readable } = source;
  const screen = `${workspaceId} ${prototype.apiOrigin} ${prototype.fileKey} ${wanted.nodeId}`;
  return await parts.screenFetches.once(`${revisionId} ${screen}`, async () => {
    const api = readable?.access.account ?? `${workspaceId} camera`;
    parts.screenFetches.check(screen, api);
    await countMiss(parts, wanted);
    try {
      return await fetchOne(parts, source, wanted.nodeId);
    } catch (error) {
      if (error instanceof AppError) parts.screenFetches.recordRejection(error, { screen, api });
      throw error;
    }
  });
}

/** @throws AppError too_many_requests */
async function countMiss(
  { rates }: Pick<Parts, 'rates'>,
  { testId, isCounted }: ScreenRequest,
): Promise<void> {
  if (isCounted) await rates.count('screens.misses', testId, SCREEN_MISSES_RATE);
}

async function fetchOne(
  parts: Needs,
  source: RevisionPrototype,
  nodeId: string,
): Promise<StoredScreen> {
  const { prototype, readable, workspaceId } = source;
  const fetched = readable
    ? await fetchFromTool(parts, readable, nodeId)
    : await screenshotsOf(parts, prototype).capture(prototype, nodeId, workspaceId);
  await store(parts, source, [fetched]);
  const stored = await findScreen(parts.db, keyOf(source), nodeId);
  if (!stored) throw new AppError('not_found');
  return stored;
}

function screenshotsOf(
  { screenshots }: Pick<Parts, 'screenshots'>,
  { host }: KnownPrototype,
): Screenshots {
  if (screenshots) return screenshots;
  throw new AppError('prototype_unavailable', {
    message: `There are no screen images of ${host.name}: this workspace has no token for it, and no browser takes them.`,
  });
}

async function fetchFromTool(
  parts: Pick<Parts, 'images'>,
  prototype: ReadablePrototype,
  nodeId: string,
): Promise<FetchedScreen> {
  const { screens, missing } = await fetchScreens(parts, prototype, [nodeId]);
  const [fetched] = screens;
  if (missing[0]?.reason === 'no_image') throw new AppError('prototype_unavailable');
  if (!fetched) throw new AppError('screen_not_rendered');
  return fetched;
}

/**
 * The images first, then their rows: a row always has its image. One does not stay when another request was first, or
 * when the revision was deleted meanwhile. One transaction, so that one job has the sessions read again.
 */
async function store(
  parts: Needs,
  source: RevisionPrototype,
  fetched: readonly FetchedScreen[],
): Promise<void> {
  const key = keyOf(source);
  const screens: NewScreen[] = [];
  for (const { png, ...geometry } of fetched) {
    const screen: NewScreen = { id: newScreenId(), ...geometry, sizeBytes: png.length };
    const known = await findScreen(parts.db, key, screen.nodeId);
    if (known && (await isSameImage(parts, known, { screen, png }))) {
      await keepInherited(parts.db, key, known);
    } else {
      await parts.storage.put(screenKey(screen.id), png);
      screens.push(screen);
    }
  }
  const unshown = await parts.db
    .transaction()
    .execute((db) => showAll(parts, db, { source, screens }));
  for (const id of unshown) await parts.storage.delete(screenKey(id));
}

/** @returns the images that no revision shows: of these, and of those that they replace. */
async function showAll(
  { jobs }: Pick<Parts, 'jobs'>,
  db: Parts['db'],
  { source, screens }: { source: RevisionPrototype; screens: readonly NewScreen[] },
): Promise<ScreenImageId[]> {
  const { workspaceId, revisionId } = source;
  const key = keyOf(source);
  await lockScreens(db, workspaceId);
  if (!(await isRevision(db, revisionId))) return screens.map(({ id }) => id);
  const unshown: ScreenImageId[] = [];
  const nodeIds: string[] = [];
  for (const screen of screens) {
    const before = await findScreen(db, key, screen.nodeId);
    if (before && !outdoes(screen, before)) {
      unshown.push(screen.id);
      continue;
    }
    const replaced = await showScreen(db, { ...key, workspaceId }, screen);
    if (replaced) unshown.push(replaced);
    nodeIds.push(screen.nodeId);
  }
  if (nodeIds.length > 0) await jobs.send('readings.renew', { revisionId, nodeIds }, db);
  return unshown;
}

/** An exact image goes before an approximate one, this revision's own before another one's. */
function outdoes(screen: NewScreen, before: ScreenOfRevision): boolean {
  if (isApproximate(screen) && !isApproximate(before)) return false;
  return before.inherited || (isApproximate(before) && !isApproximate(screen));
}

/** Returns whether the file still shows the image of another revision, which is then stored once. */
async function isSameImage(
  { storage }: Pick<Parts, 'storage'>,
  { id, inherited, ...before }: ScreenOfRevision,
  { screen, png }: { screen: NewScreen; png: Uint8Array },
): Promise<boolean> {
  const now: unknown = JSON.parse(JSON.stringify({ ...screen, id: undefined }));
  if (!inherited || !isDeepStrictEqual(before, now)) return false;
  if (png.length !== (await storage.size(screenKey(id)))) return false;
  return Buffer.from(png).equals(await storage.readBytes(screenKey(id), 0, png.length));
}

function keyOf({ revisionId, prototype }: RevisionPrototype): RevisionKey {
  return { revisionId, apiOrigin: prototype.apiOrigin, fileKey: prototype.fileKey };
}

/**
 * Fetches the screens of a revision's prototypes, of each file: all that it shows from another revision, and of the others up to
 * PREFETCH_MAX: two calls for fifty.
 */
export async function prefetchScreens(
  parts: Needs,
  job: JobData<'screens.prefetch'>,
): Promise<void> {
  const revisions = await revisionsOf(parts.db, job);
  const links = revisions.map(({ prototypeUrl }) => prototypeUrl);
  for (const file of prototypeFiles(links, parts.prototypeHosts)) {
    const source = await findPrototype(parts, revisions, (other) => isSameFile(file, other));
    if (source) await prefetchFile(parts, source);
  }
}

async function prefetchFile(parts: Needs, source: RevisionPrototype): Promise<void> {
  const { readable, workspaceId, revisionId } = source;
  if (!readable) return;
  const api = readable.access.account;
  try {
    parts.screenFetches.check(api);
    const { fetched: known, inherited } = await nodesOf(parts.db, keyOf(source));
    const listed = await listScreens(readable);
    await keepListed(parts, source, listed);
    const others = listed.map(({ nodeId }) => nodeId).filter((nodeId) => !known.has(nodeId));
    const most = Math.max(PREFETCH_MAX, inherited.length);
    const missing = [...new Set([...inherited, ...others])].slice(0, most);
    if (missing.length === 0) return;
    const { screens } = await fetchScreens(parts, readable, missing);
    await store(parts, source, screens);
  } catch (error) {
    // Fetching ahead is a convenience: a refusal of the tool costs requests when tried again, and
    // each screen is fetched when it is needed anyway.
    if (!(error instanceof AppError)) throw error;
    parts.screenFetches.recordRejection(error, { screen: revisionId, api });
    parts.log.warn({ err: error, workspaceId }, 'screens were not fetched ahead');
  }
}

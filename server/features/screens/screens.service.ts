// Screen images: from the design tool once, then from our own storage.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { TestId, WorkspaceId } from '#contract/ids.ts';
import { SCREEN_MISSES_RATE } from '#contract/limits.ts';
import { isApproximate, type screenshotQuery } from '#contract/screens.ts';
import type { StoredScreen } from '#server/domain/screens/screen-images.ts';
import {
  deleteApproximate,
  findScreen,
  insertScreen,
  knownScreens,
  lockLinks,
  newScreenId,
} from '#server/domain/screens/screens.db.ts';
import { readablePrototype } from '#server/domain/workspaces/design-access.ts';
import type { Visitor } from '#server/http/handlers.ts';
import { screenKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Screenshots } from '#server/prototypes/browser/screenshots.ts';
import { type FetchedScreen, fetchScreens, listScreens } from '#server/prototypes/fetch-screens.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import type { ReadablePrototype } from '#server/prototypes/tool-access.ts';
import { createRecentRefusals } from './recent-refusals.ts';
import { askerOf, requirePresented } from './screen-permission.ts';

export type ScreenParts = Pick<
  Parts,
  | 'config'
  | 'db'
  | 'images'
  | 'jobs'
  | 'log'
  | 'prototypeHosts'
  | 'rates'
  | 'screenshots'
  | 'secrets'
  | 'storage'
>;
type Query = z.output<typeof screenshotQuery>;

/** Whose screens, and of which prototype. */
interface OwnPrototype {
  workspaceId: WorkspaceId;
  prototype: KnownPrototype;
}

interface Owner extends OwnPrototype {
  /** Null: the workspace has no token for it. */
  readable: ReadablePrototype | null;
}

/** One screen that is asked for. */
interface Wanted {
  nodeId: string;
  testId: TestId;
  /** Participants' misses are bounded; a member's are not. */
  isCounted: boolean;
}

/** Screens fetched ahead in one go; more are fetched when somebody presents them. */
const PREFETCH_MAX = 60;

/**
 * The image of a screen that a caller may see, of a test's prototype: the address must be that.
 * @throws AppError not_found, screen_not_rendered, prototype_unavailable, too_many_requests
 */
export async function screenOf(
  parts: ScreenParts,
  query: Query,
  caller: Visitor,
): Promise<StoredScreen> {
  const asker = await askerOf(parts, query, caller);
  const prototype = prototypeOf(asker.figmaUrl, parts.prototypeHosts);
  if (!prototype) throw new AppError('not_found');
  const asked = [query.originalFigmaUrl, query.figmaUrl].filter((link) => link !== undefined);
  if (!asked.every((link) => leadsTo(parts, link, prototype))) throw new AppError('not_found');
  const nodeId = query.screenId;
  await requirePresented(parts, asker, { prototype, nodeId });
  const { workspaceId, testId, by } = asker;
  const readable = await readablePrototype(parts, workspaceId, prototype);
  return await ensureScreen(
    parts,
    { workspaceId, prototype, readable },
    { nodeId, testId, isCounted: by !== 'member' },
  );
}

/** Also for a link that a client encoded once more than its query needs. */
function leadsTo(parts: ScreenParts, link: string, { fileKey }: KnownPrototype): boolean {
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

const refusals = createRecentRefusals();

/** Screens on their way, so that many participants at once cause one request. */
const underWay = new Map<string, Promise<StoredScreen>>();

async function ensureScreen(
  parts: ScreenParts,
  owner: Owner,
  wanted: Wanted,
): Promise<StoredScreen> {
  const known = await findScreen(parts.db, keyOf(owner), wanted.nodeId);
  if (!known) return await fetchOnce(parts, owner, wanted);
  if (!isApproximate(known) || owner.readable === null) return known;
  // A token that came later gives an exact image in place of a browser's, as soon as the tool allows.
  return await fetchOnce(parts, owner, wanted).catch((error: unknown) => {
    if (error instanceof AppError) return known;
    throw error;
  });
}

async function fetchOnce(parts: ScreenParts, owner: Owner, wanted: Wanted): Promise<StoredScreen> {
  const { workspaceId, prototype, readable } = owner;
  const name = `${workspaceId} ${prototype.apiOrigin} ${prototype.fileKey} ${wanted.nodeId}`;
  const running = underWay.get(name);
  if (running !== undefined) return await running;
  const api = readable?.access.account ?? `${workspaceId} camera`;
  refusals.check(name, api);
  const fetching = countMiss(parts, wanted)
    .then(() => fetchOne(parts, owner, wanted.nodeId))
    .catch((error: unknown) => {
      // How often participants may ask is no word of the tool's.
      if (error instanceof AppError && error.code !== 'too_many_requests') {
        refusals.note(error, { screen: name, api });
      }
      throw error;
    })
    .finally(() => underWay.delete(name));
  underWay.set(name, fetching);
  return await fetching;
}

/** @throws AppError too_many_requests */
async function countMiss({ rates }: ScreenParts, { testId, isCounted }: Wanted): Promise<void> {
  if (isCounted) await rates.count('screens.misses', testId, SCREEN_MISSES_RATE);
}

async function fetchOne(parts: ScreenParts, owner: Owner, nodeId: string): Promise<StoredScreen> {
  const { prototype, readable, workspaceId } = owner;
  const fetched = readable
    ? await fetchFromTool(parts, readable, nodeId)
    : await cameraOf(parts, prototype).capture(prototype, nodeId, workspaceId);
  await store(parts, owner, fetched);
  const stored = await findScreen(parts.db, keyOf(owner), nodeId);
  if (!stored) throw new AppError('not_found');
  return stored;
}

function cameraOf({ screenshots }: ScreenParts, { host }: KnownPrototype): Screenshots {
  if (screenshots) return screenshots;
  throw new AppError('prototype_unavailable', {
    message: `There are no screen images of ${host.name}: this workspace has no token for it, and no browser takes them.`,
  });
}

async function fetchFromTool(
  parts: ScreenParts,
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
 * The image first, then its row: a row always has its image. Neither stays when another request was
 * first, or when the last test with this prototype was deleted meanwhile.
 */
async function store(
  parts: ScreenParts,
  owner: OwnPrototype,
  fetched: FetchedScreen,
): Promise<void> {
  const id = newScreenId();
  const { nodeId, width, height, origin, boxes, leadsTo } = fetched;
  await parts.storage.put(screenKey(id), fetched.png);
  const sizeBytes = fetched.png.length;
  const screen = { id, nodeId, width, height, origin, boxes, leadsTo, sizeBytes };
  const { isKept, outdone } = await parts.db.transaction().execute(async (db) => {
    const links = await lockLinks(db, keyOf(owner));
    const isUsed = links.some((link) => isSamePrototype(parts, link, owner));
    if (!isUsed) return { isKept: false, outdone: null };
    const isExact = !isApproximate(screen);
    const replaced = isExact ? await deleteApproximate(db, keyOf(owner), nodeId) : null;
    const isKept = await insertScreen(db, keyOf(owner), screen);
    const { workspaceId } = owner;
    if (isKept) await parts.jobs.send('readings.renew', { workspaceId, nodeId }, db);
    return { isKept, outdone: replaced };
  });
  if (!isKept) await parts.storage.delete(screenKey(id));
  if (outdone) await parts.storage.delete(screenKey(outdone));
}

function isSamePrototype(parts: ScreenParts, link: string, { prototype }: OwnPrototype): boolean {
  const other = prototypeOf(link, parts.prototypeHosts);
  return other?.fileKey === prototype.fileKey && other.apiOrigin === prototype.apiOrigin;
}

function keyOf({ workspaceId, prototype }: OwnPrototype) {
  return { workspaceId, apiOrigin: prototype.apiOrigin, fileKey: prototype.fileKey };
}

/** Fetches every screen of a prototype that is not stored yet: three calls for up to PREFETCH_MAX. */
export async function prefetchScreens(
  parts: ScreenParts,
  { workspaceId, figmaUrl }: { workspaceId: string; figmaUrl: string },
): Promise<void> {
  const prototype = prototypeOf(figmaUrl, parts.prototypeHosts);
  if (!prototype) return;
  const owner = { workspaceId: workspaceId as WorkspaceId, prototype };
  const readable = await readablePrototype(parts, owner.workspaceId, prototype);
  if (!readable) return;
  const api = readable.access.account;
  try {
    refusals.check(api);
    const known = await knownScreens(parts.db, keyOf(owner));
    const all = await listScreens(readable);
    const missing = all.filter((nodeId) => !known.has(nodeId)).slice(0, PREFETCH_MAX);
    if (missing.length === 0) return;
    const { screens } = await fetchScreens(parts, readable, missing);
    for (const fetched of screens) {
      await store(parts, owner, fetched);
    }
  } catch (error) {
    // Fetching ahead is a convenience: a refusal of the tool costs requests when tried again, and
    // each screen is fetched when it is needed anyway.
    if (!(error instanceof AppError)) throw error;
    refusals.note(error, { screen: figmaUrl, api });
    parts.log.warn({ err: error, workspaceId }, 'screens were not fetched ahead');
  }
}

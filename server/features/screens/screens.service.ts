// Screen images: from the design tool once, then from our own storage.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { uniqueId, type WorkspaceId } from '#contract/ids.ts';
import { isApproximate, type screenshotQuery } from '#contract/screens.ts';
import { authorizeSession } from '#server/access/authorized.ts';
import type { StoredScreen } from '#server/access/screen-images.ts';
import type { Visitor } from '#server/http/handlers.ts';
import { screenKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { type FetchedScreen, fetchScreens, listScreens } from '#server/prototypes/fetch-screens.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { createRecentRefusals } from './recent-refusals.ts';
import {
  deleteApproximate,
  findScreen,
  findTest,
  insertScreen,
  knownScreens,
  lockLinks,
  newScreenId,
} from './screens.db.ts';

export type ScreenParts = Pick<
  Parts,
  'db' | 'storage' | 'secrets' | 'prototypeHosts' | 'screenCamera' | 'log'
>;
type Query = z.output<typeof screenshotQuery>;

/** Whose screens, and of which prototype. */
interface Owner {
  workspaceId: WorkspaceId;
  prototype: KnownPrototype;
}

/** Screens fetched ahead in one go; more are fetched when somebody presents them. */
const PREFETCH_MAX = 60;

/**
 * The image of a screen of the test a caller may see: a participant's by session token or share id,
 * a creator's by sign-in. The address must be that test's prototype (reading 20).
 * @throws AppError not_found, screen_not_rendered, prototype_unavailable
 */
export async function screenOf(
  parts: ScreenParts,
  query: Query,
  caller: Visitor,
): Promise<StoredScreen> {
  const test = await testOf(parts, query, caller);
  const prototype = test && prototypeOf(test.figmaUrl, parts.prototypeHosts);
  if (!(test && prototype)) throw new AppError('not_found');
  const asked = [query.originalFigmaUrl, query.figmaUrl].filter((link) => link !== undefined);
  if (!asked.every((link) => leadsTo(parts, link, prototype))) throw new AppError('not_found');
  return await ensureScreen(parts, { workspaceId: test.workspaceId, prototype }, query.screenId);
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

async function testOf(parts: ScreenParts, query: Query, caller: Visitor) {
  const session = caller.sessionId();
  if (session) {
    const { testId } = await authorizeSession(parts.db, session);
    return await findTest(parts.db, { testId });
  }
  const shareId = uniqueId.safeParse(query.uniqueId);
  if (shareId.success) return await findTest(parts.db, { uniqueId: shareId.data });
  const signIn = await caller.signIn();
  if (!signIn) throw new AppError('not_signed_in');
  for (const figmaUrl of [query.originalFigmaUrl, query.figmaUrl]) {
    if (figmaUrl === undefined) continue;
    const test = await findTest(parts.db, { workspaceId: signIn.workspaceId, figmaUrl });
    if (test) return test;
  }
  return null;
}

const refusals = createRecentRefusals();

/** Screens on their way, so that many participants at once cause one request. */
const underWay = new Map<string, Promise<StoredScreen>>();

async function ensureScreen(
  parts: ScreenParts,
  owner: Owner,
  nodeId: string,
): Promise<StoredScreen> {
  const known = await findScreen(parts.db, keyOf(owner), nodeId);
  if (!known) return await fetchOnce(parts, owner, nodeId);
  if (!isApproximate(known) || owner.prototype.host.token === null) return known;
  // A token that came later gives an exact image in place of a browser's, as soon as the tool allows.
  return await fetchOnce(parts, owner, nodeId).catch((error: unknown) => {
    if (error instanceof AppError) return known;
    throw error;
  });
}

async function fetchOnce(parts: ScreenParts, owner: Owner, nodeId: string): Promise<StoredScreen> {
  const { workspaceId, prototype } = owner;
  const name = `${workspaceId} ${prototype.apiOrigin} ${prototype.fileKey} ${nodeId}`;
  const running = underWay.get(name);
  if (running !== undefined) return await running;
  refusals.check(name, prototype.apiOrigin);
  const fetching = fetchOne(parts, owner, nodeId)
    .catch((error: unknown) => {
      if (error instanceof AppError) {
        refusals.note(error, { screen: name, api: prototype.apiOrigin });
      }
      throw error;
    })
    .finally(() => underWay.delete(name));
  underWay.set(name, fetching);
  return await fetching;
}

async function fetchOne(parts: ScreenParts, owner: Owner, nodeId: string): Promise<StoredScreen> {
  const { prototype } = owner;
  const camera = prototype.host.token === null ? parts.screenCamera : null;
  const fetched = camera
    ? await camera.capture(prototype, nodeId, owner.workspaceId)
    : await fetchFromTool(prototype, nodeId);
  await store(parts, owner, fetched);
  const stored = await findScreen(parts.db, keyOf(owner), nodeId);
  if (!stored) throw new AppError('not_found');
  return stored;
}

async function fetchFromTool(prototype: KnownPrototype, nodeId: string): Promise<FetchedScreen> {
  const { screens, missing } = await fetchScreens(prototype, [nodeId]);
  const [fetched] = screens;
  if (missing[0]?.reason === 'no_image') throw new AppError('prototype_unavailable');
  if (!fetched) throw new AppError('screen_not_rendered');
  return fetched;
}

/**
 * The image first, then its row: a row always has its image. Neither stays when another request was
 * first, or when the last test with this prototype was deleted meanwhile.
 */
async function store(parts: ScreenParts, owner: Owner, fetched: FetchedScreen): Promise<void> {
  const id = newScreenId();
  const { nodeId, width, height, origin, boxes } = fetched;
  await parts.storage.put(screenKey(id), fetched.png);
  const screen = { id, nodeId, width, height, origin, boxes, sizeBytes: fetched.png.length };
  const { isKept, outdone } = await parts.db.transaction().execute(async (db) => {
    const links = await lockLinks(db, keyOf(owner));
    const isUsed = links.some((link) => isSamePrototype(parts, link, owner));
    if (!isUsed) return { isKept: false, outdone: null };
    const isExact = !isApproximate(screen);
    const replaced = isExact ? await deleteApproximate(db, keyOf(owner), nodeId) : null;
    return { isKept: await insertScreen(db, keyOf(owner), screen), outdone: replaced };
  });
  if (!isKept) await parts.storage.delete(screenKey(id));
  if (outdone) await parts.storage.delete(screenKey(outdone));
}

function isSamePrototype(parts: ScreenParts, link: string, { prototype }: Owner): boolean {
  const other = prototypeOf(link, parts.prototypeHosts);
  return other?.fileKey === prototype.fileKey && other.apiOrigin === prototype.apiOrigin;
}

function keyOf({ workspaceId, prototype }: Owner) {
  return { workspaceId, apiOrigin: prototype.apiOrigin, fileKey: prototype.fileKey };
}

/** Fetches every screen of a prototype that is not stored yet: three calls for up to PREFETCH_MAX. */
export async function prefetchScreens(
  parts: ScreenParts,
  { workspaceId, figmaUrl }: { workspaceId: string; figmaUrl: string },
): Promise<void> {
  const prototype = prototypeOf(figmaUrl, parts.prototypeHosts);
  if (!prototype || prototype.host.token === null) return;
  const owner = { workspaceId: workspaceId as WorkspaceId, prototype };
  try {
    refusals.check(prototype.apiOrigin);
    const known = await knownScreens(parts.db, keyOf(owner));
    const all = await listScreens(prototype);
    const missing = all.filter((nodeId) => !known.has(nodeId)).slice(0, PREFETCH_MAX);
    if (missing.length === 0) return;
    const { screens } = await fetchScreens(prototype, missing);
    for (const fetched of screens) {
      await store(parts, owner, fetched);
    }
  } catch (error) {
    // Fetching ahead is a convenience: a refusal of the tool costs requests when tried again, and
    // each screen is fetched when it is needed anyway.
    if (!(error instanceof AppError)) throw error;
    refusals.note(error, { screen: figmaUrl, api: prototype.apiOrigin });
    parts.log.warn({ err: error, figmaUrl }, 'screens were not fetched ahead');
  }
}

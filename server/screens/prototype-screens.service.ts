// The screens that a link leads to, before there is a test: a goal is chosen from them. Their images are fetched once
// into the workspace; the revision that is made then shows them.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { screens } from '#contract/screens.api.ts';
import { isApproximate } from '#contract/screens.ts';
import { readablePrototype } from '#server/design-token/design-access.db.ts';
import { screenKey } from '#server/media/object-keys.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { embedOf } from '#server/prototypes/embed-of.ts';
import { fetchScreens, type ListedScreen, listScreens } from '#server/prototypes/fetch-screens.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import type { ReadablePrototype } from '#server/prototypes/tool-access.ts';
import { imagesOfFile, type WorkspaceFile } from './screen-images.db.ts';
import { insertScreen, lockScreens, newScreenId } from './screens.db.ts';
import { uniqueNames } from './unique-names.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'publicUrl'
  | 'log'
  | 'db'
  | 'storage'
  | 'images'
  | 'secrets'
  | 'prototypeHosts'
  | 'screenFetches'
  | 'listings'
>;

type PrototypeScreens = z.input<typeof screens.ofPrototype.answer>;
type Image = Awaited<ReturnType<typeof imagesOfFile>>[number];

/** Fetched in one go, as ahead of a session. */
const FETCHED_MAX = 60;

/**
 * Returns the screens of a prototype. Without a token for the design tool these are the screens whose images the
 * workspace has already.
 * @throws AppError prototype_unavailable
 */
export async function prototypeScreens(
  parts: Needs,
  { workspaceId }: SignIn,
  figmaUrl: string,
): Promise<PrototypeScreens> {
  const embedHost = new URL(parts.publicUrl).hostname;
  const embed = embedOf(figmaUrl, { hosts: parts.prototypeHosts, embedHost });
  const prototype = prototypeOf(figmaUrl, parts.prototypeHosts);
  if (!prototype) return { screens: [], embed, startScreenId: null, state: 'none' };
  const { startNodeId: startScreenId } = prototype;
  const file = { workspaceId, apiOrigin: prototype.apiOrigin, fileKey: prototype.fileKey };
  const readable = await readablePrototype(parts, workspaceId, prototype);
  const listing = readable && (await listed(parts, file, readable));
  const images = await imagesOfFile(parts.db, file);
  const unordered =
    listing?.screens ?? images.map(({ node_id, name }) => ({ nodeId: node_id, name }));
  const screens = startFirst(unordered, prototype);
  const names = uniqueNames(
    screens.map(({ nodeId, name }, number) => ({ number, name: name ?? `Screen ${nodeId}` })),
  );
  return {
    screens: screens.map(({ nodeId }, at) => ({
      screenId: nodeId,
      name: names.get(at) ?? nodeId,
      image: imageWithAddress(
        parts,
        images.find(({ node_id }) => node_id === nodeId),
      ),
    })),
    embed,
    startScreenId,
    state: listing?.isFetching ? 'fetching' : 'ready',
  };
}

async function listed(parts: Needs, file: WorkspaceFile, readable: ReadablePrototype) {
  const api = readable.access.account;
  const name = `${api} ${file.fileKey} ${readable.versionId}`;
  const logFailure = (error: unknown) => {
    if (error instanceof AppError)
      parts.screenFetches.recordRejection(error, { screen: name, api });
  };
  const list = async () => {
    parts.screenFetches.check(api);
    return await listScreens(readable).catch((error: unknown) => {
      logFailure(error);
      throw error;
    });
  };
  return await parts.listings.of(name, list, async (screens) => {
    try {
      await fetchMissing(parts, file, { readable, screens });
    } catch (error) {
      // Screens can be chosen without a picture.
      logFailure(error);
      const { workspaceId } = file;
      parts.log.warn({ err: error, workspaceId }, 'screens were not fetched for a form');
    }
  });
}

/** Images of the screens that the workspace has none of. */
async function fetchMissing(
  parts: Needs,
  file: WorkspaceFile,
  { readable, screens }: { readable: ReadablePrototype; screens: readonly ListedScreen[] },
): Promise<void> {
  const known = new Set((await imagesOfFile(parts.db, file)).map(({ node_id }) => node_id));
  const missing = startFirst(screens, readable)
    .map(({ nodeId }) => nodeId)
    .filter((nodeId) => !known.has(nodeId))
    .slice(0, FETCHED_MAX);
  if (missing.length === 0) return;
  const fetched = await fetchScreens(parts, readable, missing);
  for (const { png, ...geometry } of fetched.screens) {
    const screen = { id: newScreenId(), ...geometry, sizeBytes: png.length };
    // A row always has its image.
    await parts.storage.put(screenKey(screen.id), png);
    await parts.db.transaction().execute(async (db) => {
      await lockScreens(db, file.workspaceId);
      await insertScreen(db, file, screen);
    });
  }
}

function startFirst(
  screens: readonly ListedScreen[],
  { startNodeId }: Pick<KnownPrototype, 'startNodeId'>,
): ListedScreen[] {
  const isStart = ({ nodeId }: ListedScreen) => nodeId === startNodeId;
  return [...screens.filter(isStart), ...screens.filter((screen) => !isStart(screen))];
}

function imageWithAddress({ secrets }: Pick<Parts, 'secrets'>, image: Image | undefined) {
  if (!image) return null;
  const { id, width, height, origin_x: x, origin_y: y } = image;
  const approximate = isApproximate({ origin: { x, y } });
  return { url: screenImageAddress(secrets, id), width, height, approximate };
}

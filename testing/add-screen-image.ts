// An image that the newest revision of a test shows of a screen, as if the design tool had just given it.
import type { RevisionId, UniqueId } from '#contract/ids.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { revisionsOf } from '#server/revisions/revisions.db.ts';
import { newScreenId, showScreen } from '#server/screens/screens.db.ts';
import type { TestApp } from './app.ts';

/** Renders a screen of 100 by 100 px. Its boxes are the screen itself and the named layers, all of that size. */
export async function showTestScreen(
  { parts }: TestApp,
  test: { uniqueId: UniqueId },
  { nodeId, layers = [] }: { nodeId: string; layers?: readonly string[] },
): Promise<{ revisionId: RevisionId; nodeIds: string[] }> {
  const [revision] = await revisionsOf(parts.db, test);
  const prototype = revision && prototypeOf(revision.prototypeUrl, parts.prototypeHosts);
  if (!prototype) throw new Error('the test shows no prototype');
  const size = { width: 100, height: 100 };
  const boxes = Object.fromEntries([nodeId, ...layers].map((id) => [id, { x: 0, y: 0, ...size }]));
  const stored = { id: newScreenId(), sizeBytes: 1, leadsTo: [], name: null };
  const screen = { ...stored, ...size, nodeId, origin: { x: 0, y: 0 }, boxes };
  await parts.db
    .transaction()
    .execute((db) => showScreen(db, { ...prototype, ...revision }, screen));
  return { revisionId: revision.revisionId, nodeIds: [nodeId] };
}

/** Takes all images away, as if none had come yet. */
export async function forgetScreens({ parts }: TestApp): Promise<void> {
  await parts.db.deleteFrom('revision_screens').execute();
  await parts.db.deleteFrom('screens').execute();
}

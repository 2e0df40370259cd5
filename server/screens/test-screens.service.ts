// Screens of a test by number and name, as its newest revision shows them; and the names that members give them.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { screens } from '#contract/screens.api.ts';
import { readablePrototype } from '#server/design-token/design-access.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { embedOf } from '#server/prototypes/embed-of.ts';
import type { ListedScreen } from '#server/prototypes/fetch-screens.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { isRevision, readNewest } from '#server/revisions/revisions.db.ts';
import { tasksOfRevision } from '#server/revisions/steps.db.ts';
import { namedScreens, testFileOf } from './screen-names.db.ts';
import { keepListing, nameTestScreen } from './screen-numbers.db.ts';
import { lockScreens } from './screens.db.ts';

type TestScreens = z.input<typeof screens.ofTest.answer>;

/** Screens of a new revision are fetched by then, or not at all for now. */
const FETCHED_WITHIN_MS = 2 * 60_000;

/**
 * @param step one task, whose link the answer is about; without it, screens of all tasks and the link of the first one
 * @throws AppError not_found
 */
export async function testScreens(
  parts: Pick<Parts, 'config' | 'publicUrl' | 'db' | 'secrets' | 'prototypeHosts'>,
  { testId, workspaceId }: Authorized<TestRef>,
  step: number | null = null,
): Promise<TestScreens> {
  const newest = await readNewest(parts.db, testId);
  const revisionId = newest.revision_id;
  const steps = await tasksOfRevision(parts.db, revisionId);
  const task = step === null ? steps[0] : steps.find(({ number }) => number === step);
  if (!task) throw new AppError('not_found');
  const embedHost = new URL(parts.publicUrl).hostname;
  const embed = embedOf(task.prototypeUrl, { hosts: parts.prototypeHosts, embedHost });
  const prototype = prototypeOf(task.prototypeUrl, parts.prototypeHosts);
  if (!prototype) return { screens: [], embed, startScreenId: null, state: 'none' };
  const screens = await namedScreens(parts, { testId, revisionId, step });
  const readable = await readablePrototype(parts, workspaceId, prototype);
  const isNew = Date.now() - newest.revised_at.getTime() < FETCHED_WITHIN_MS;
  const isFetching = readable !== null && isNew && isIncomplete(screens);
  const state = isFetching ? 'fetching' : 'ready';
  return { screens, embed, startScreenId: prototype.startNodeId, state };
}

function isIncomplete(screens: readonly NamedScreen[]): boolean {
  return screens.length === 0 || screens.some(({ image, isInDesign }) => isInDesign && !image);
}

/** @param name null: the layer's own again. @throws AppError not_found */
export async function renameScreen(
  { db }: Pick<Parts, 'db'>,
  { testId }: Authorized<TestRef>,
  { number, name }: { number: number; name: string | null },
): Promise<void> {
  if (!(await nameTestScreen(db, { testId, number }, name))) throw new AppError('not_found');
}

interface Listed {
  testId: TestId;
  workspaceId: WorkspaceId;
  revisionId: RevisionId;
  prototype: KnownPrototype;
}

/** Numbers and names of the file's screens, as the design has them now. */
export async function keepListed(
  { db: pool }: Pick<Parts, 'db'>,
  { testId, workspaceId, revisionId, prototype }: Listed,
  listed: readonly ListedScreen[],
): Promise<void> {
  await pool.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    if (!(await isRevision(db, revisionId))) return;
    const { startNodeId } = prototype;
    await keepListing(db, testFileOf(testId, prototype), { listed, startNodeId });
  });
}

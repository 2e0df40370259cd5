// Adds a revision of a test with its pictures and screens, in the transaction of a new, changed or copied test.
import { AppError } from '#contract/errors.ts';
import type { TestId, WorkspaceId } from '#contract/ids.ts';
import { TESTS_MAX } from '#contract/limits.ts';
import { isTask } from '#contract/steps.ts';
import type { Parts } from '#server/parts.ts';
import {
  isPicture,
  pictureAsPrototype,
  prototypeFiles,
} from '#server/prototypes/prototype-hosts.ts';
import { insertRevision, type NewStep } from '#server/revisions/revisions.db.ts';
import { inheritScreens } from '#server/screens/screens.db.ts';
import { requirePictures } from './pictures-of-steps.ts';
import { hasMostTests } from './tests.db.ts';

const FULL = `A workspace can have at most ${TESTS_MAX.toLocaleString('en')} tests. Delete one first.`;

/** Called under the workspace's lock, because two tests at once do not both fit. @throws AppError list_full */
export async function requirePlaceForTest(
  db: Parts['db'],
  workspaceId: WorkspaceId,
): Promise<void> {
  if (await hasMostTests(db, workspaceId)) throw new AppError('list_full', { message: FULL });
}

/** Begins a revision with the images that are there of its prototypes, and has them fetched in the background. */
export async function addRevision(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  revision: {
    testId: TestId;
    workspaceId: WorkspaceId;
    number: number;
    steps: readonly NewStep[];
  },
): Promise<void> {
  const { workspaceId, steps } = revision;
  const pictures = await requirePictures(db, workspaceId, steps);
  const revisionId = await insertRevision(db, revision, steps);
  const links = steps.filter(isTask).map(({ prototypeUrl }) => prototypeUrl);
  const files = prototypeFiles(links, parts.prototypeHosts).filter((file) => !isPicture(file));
  for (const { apiOrigin, fileKey } of [...files, ...pictures.map(pictureAsPrototype)]) {
    await inheritScreens(db, workspaceId, { revisionId, apiOrigin, fileKey });
  }
  if (files.length > 0) await parts.jobs.send('screens.prefetch', { revisionId }, db);
}

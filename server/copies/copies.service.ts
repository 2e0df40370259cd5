// Copies a test: its newest steps and how people take part, without sessions, links and dates.
import { AppError } from '#contract/errors.ts';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { readParticipation, storeParticipation } from '#server/participation/participation.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { readNewest } from '#server/revisions/revisions.db.ts';
import { stepsOfRevision } from '#server/revisions/steps.db.ts';
import { lockScreens } from '#server/screens/screens.db.ts';
import { addRevision, requirePlaceForTest } from '#server/tests/add-revision.flow.ts';
import { insertTest, lockTest, selectTests } from '#server/tests/tests.db.ts';

const SUFFIX = ' (copy)';

/**
 * Returns the id of the copy. Its steps have the numbers of the original.
 * @throws AppError not_found, list_full
 */
export async function copyTest(
  parts: Pick<Parts, 'securityLog' | 'db' | 'jobs' | 'prototypeHosts'>,
  ref: Authorized<TestRef>,
): Promise<TestId> {
  const { workspaceId } = ref;
  const testId = await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    await requirePlaceForTest(db, workspaceId);
    const page = { workspaceId, ids: [ref.testId], limit: 1 };
    const [test] = (await lockTest(db, ref)) ? await selectTests(db, page) : [];
    if (!test) throw new AppError('not_found');
    const { revision_id: newest } = await readNewest(db, ref.testId);
    const testId = await insertTest(db, {
      workspaceId,
      name: nameOfCopy(test.name),
      company: test.company,
    });
    const now = new Date();
    const steps = (await stepsOfRevision(db, newest)).map(({ id: _, ...step }) => ({
      ...step,
      goalSetAt: now,
    }));
    await addRevision(parts, db, { testId, workspaceId, number: 1, steps });
    await storeParticipation(db, testId, await readParticipation(db, ref.testId));
    return testId;
  });
  parts.securityLog.write({ event: 'test.created', testId });
  return testId;
}

function nameOfCopy(name: string): string {
  const characters = [...name].slice(0, NAME_MAX_CHARACTERS - SUFFIX.length);
  return `${characters.join('').trim()}${SUFFIX}`;
}

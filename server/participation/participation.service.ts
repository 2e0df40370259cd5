// Reads and changes how people take part in a test.
import { AppError } from '#contract/errors.ts';
import {
  type Participation,
  type ParticipationInput,
  participation,
} from '#contract/participation.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { parseInput } from '#server/platform/http/parse-input.ts';
import { lockTest, updateTest } from '#server/tests/tests.db.ts';
import { readParticipation, storeParticipation } from './participation.db.ts';

export async function participationOf(
  { db }: Pick<Parts, 'db'>,
  { testId }: Authorized<TestRef>,
): Promise<Participation> {
  return await readParticipation(db, testId);
}

/**
 * Changes the fields that are there; of two members who change different ones at once, both count.
 * @throws AppError not_found; bad_input for fields that do not fit the stored ones
 */
export async function changeParticipation(
  { db, securityLog }: Pick<Parts, 'db' | 'securityLog'>,
  ref: Authorized<TestRef>,
  input: ParticipationInput,
): Promise<Participation> {
  const changed = await db.transaction().execute(async (db) => {
    if (!(await lockTest(db, ref))) throw new AppError('not_found');
    const stored = await readParticipation(db, ref.testId);
    const changed = parseInput(participation, { ...stored, ...input });
    await storeParticipation(db, ref.testId, changed);
    // Open pages follow the test.
    await updateTest(db, ref, {});
    return changed;
  });
  securityLog.write({ event: 'test.participation-changed', testId: ref.testId });
  return changed;
}

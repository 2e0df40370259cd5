// Tests of a workspace: lists, reads and deletes them, and changes their settings.
import { AppError } from '#contract/errors.ts';
import type { UserId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import type { Restorable } from '#contract/restorable.ts';
import { joinPlace, splitPlace, type TestListQuery } from '#contract/test-list.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import {
  CLOSE_DATE_PAST,
  type Test,
  type TestSettings,
  type TestSettingsInput,
} from '#contract/tests.ts';
import { deleteTest, restore } from '#server/deletions/deletions.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { listRevisions } from '#server/revisions/revision-history.db.ts';
import { settleClosing } from './closings.flow.ts';
import { selectSummaries } from './summaries.db.ts';
import {
  testFromRow,
  testOverviewFromRow,
  testSettingsFromRow,
  testSummaryFromRow,
} from './test-answers.rules.ts';
import { sortKeyOf } from './test-list-filter.ts';
import {
  countTests,
  selectOverview,
  selectTests,
  selectTestsWithRecordings,
  type TestRow,
  updateTest,
} from './tests.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'publicUrl' | 'securityLog' | 'db' | 'jobs'>;

/** Returns one page of the matching tests, the cursor of the next one, and how many match in all. */
export async function pageTests(
  parts: Pick<Parts, 'publicUrl' | 'db'>,
  who: SignIn,
  query: TestListQuery,
) {
  const { sort = 'created', cursor, state, ids, since } = query;
  const search = query.search?.trim();
  const filter = {
    workspaceId: who.workspaceId,
    sort,
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
  };
  const after = cursor ? splitPlace(cursor, sort) : null;
  const sinceMs = since === undefined ? null : Date.parse(since);
  const page = await cutPage(query, async (limit) => {
    const filterOfPage = { ...filter, ...(after && { after }), ...(ids && { ids }), limit };
    const rows = await selectSummaries(parts.db, filterOfPage, sinceMs);
    return rows.map((row) => {
      const place = { id: row.id, value: row.place === null ? null : String(row.place) };
      return {
        item: { ...testSummaryFromRow(row, parts.publicUrl), sortKey: sortKeyOf(place, sort) },
        cursor: joinPlace(place),
      };
    });
  });
  return { ...page, total: await countTests(parts.db, filter) };
}

/** Returns a test with its newest LIST_MAX recordings. @throws AppError not_found */
export async function readTest(
  parts: Pick<Parts, 'publicUrl' | 'db'>,
  ref: Authorized<TestRef>,
): Promise<Test> {
  const filter = { workspaceId: ref.workspaceId, ids: [ref.testId], limit: 1 };
  const [row] = await selectTestsWithRecordings(parts.db, filter, LIST_MAX);
  if (!row) throw new AppError('not_found');
  return testFromRow(row, parts.publicUrl);
}

/** @throws AppError not_found */
export async function readOverview(
  parts: Pick<Parts, 'publicUrl' | 'db'>,
  ref: Authorized<TestRef>,
): Promise<TestOverview> {
  const filter = { workspaceId: ref.workspaceId, ids: [ref.testId], limit: 1 };
  const row = await selectOverview(parts.db, filter);
  if (!row) throw new AppError('not_found');
  return testOverviewFromRow(row, parts.publicUrl);
}

export async function readRevisions(parts: Pick<Parts, 'db'>, ref: Authorized<TestRef>) {
  return { revisions: await listRevisions(parts.db, ref) };
}

export async function readSettings(
  parts: Pick<Parts, 'db'>,
  ref: Authorized<TestRef>,
): Promise<TestSettings> {
  return testSettingsFromRow(await readRow(parts, ref));
}

/** @throws AppError bad_input for a close date that is new and in the past (section 5). */
export async function saveSettings(
  parts: Needs,
  ref: Authorized<TestRef>,
  input: TestSettingsInput,
): Promise<TestSettings> {
  const closeDate = closeDateOf(input, await readRow(parts, ref));
  await parts.db.transaction().execute(async (db) => {
    await updateTest(db, ref, {
      close_date: closeDate,
      closed_by_hand: input.closedByHand,
      allow_repeat: input.allowRepeat,
      is_template: input.isTemplate,
      submission_limit: input.submissionLimit,
    });
    await settleClosing(parts, db, ref.testId);
  });
  parts.securityLog.write({ event: 'test.settings-changed', testId: ref.testId });
  return await readSettings(parts, ref);
}

function closeDateOf(input: TestSettingsInput, stored: TestRow): Date | null | undefined {
  if (input.closeDate === undefined || input.closeDate === null) return input.closeDate;
  const date = new Date(input.closeDate);
  const changed = date.getTime() !== stored.close_date?.getTime();
  if (changed && date.getTime() < Date.now()) {
    throw new AppError('bad_input', {
      message: CLOSE_DATE_PAST,
      fields: { close_date: CLOSE_DATE_PAST },
    });
  }
  return date;
}

async function readRow(parts: Pick<Parts, 'db'>, ref: Authorized<TestRef>): Promise<TestRow> {
  const [row] = await selectTests(parts.db, {
    workspaceId: ref.workspaceId,
    ids: [ref.testId],
    limit: 1,
  });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Deletes a test with all that belongs to it: it is gone at once, and removed by a job. */
export async function removeTest(parts: Needs, ref: Authorized<TestRef>): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    if (!(await deleteTest(db, ref.testId))) throw new AppError('not_found');
    await parts.jobs.send('deleted.remove', {}, db);
  });
  parts.securityLog.write({ event: 'test.deleted', testId: ref.testId });
}

/** Undoes a deletion. @throws AppError not_found if the test has no such thing, or the job has removed it */
export async function restoreDeleted(
  { db, securityLog }: Pick<Parts, 'securityLog' | 'db'>,
  { test, by }: { test: Authorized<TestRef>; by: UserId },
  thing: Restorable,
): Promise<void> {
  const isDone = await db
    .transaction()
    .execute((transaction) => restore(transaction, { testId: test.testId, by }, thing));
  if (!isDone) throw new AppError('not_found');
  securityLog.write({ event: 'deletion.undone', testId: test.testId });
}

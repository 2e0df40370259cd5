// Tests in the database: a page of them first, then what belongs to that page.
import { randomBytes } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TestId, UniqueId, WorkspaceId } from '#contract/ids.ts';
import { TESTS_MAX } from '#contract/limits.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { newId } from '#server/platform/new-id.ts';
import { recordingColumns } from '#server/recordings/recording-info.db.ts';
import { newestTask } from '#server/revisions/revisions.db.ts';
import { stepsColumn } from '#server/revisions/steps.db.ts';
import { runningOfTest, totalsOfTest } from './summaries.db.ts';
import { directionOf, matchingTests, type TestFilter, type TestPage } from './test-list-filter.ts';

export type TestRow = Awaited<ReturnType<typeof selectTests>>[number];
export type OverviewRow = NonNullable<Awaited<ReturnType<typeof selectOverview>>>;
export type TestWithRecordings = Awaited<ReturnType<typeof selectTestsWithRecordings>>[number];
export type SharedTestRow = NonNullable<Awaited<ReturnType<typeof findSharedTest>>>;

/** The test of a share link, with its newest task and the retention of its workspace. */
export async function findSharedTest(db: Database, uniqueId: UniqueId) {
  return await db
    .selectFrom('tests')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .selectAll(['tests', 'newest'])
    .select(({ selectFrom }) =>
      selectFrom('workspaces')
        .select('retention_days')
        .whereRef('workspaces.id', '=', 'tests.workspace_id')
        .as('retention_days'),
    )
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
}

export async function selectTests(db: Database, filter: TestPage) {
  return await pageOf(db, filter).execute();
}

/**
 * Selects tests with their recordings, newest first. One statement: the database folds a test's recordings into JSON,
 * which reads quicker than a row for each.
 * @param recordings of each test at most
 */
export async function selectTestsWithRecordings(
  db: Database,
  filter: TestPage,
  recordings: number,
) {
  return await db
    .selectFrom(pageOf(db, filter).as('page'))
    .selectAll('page')
    .select((page) =>
      jsonArrayFrom(
        page
          .selectFrom('sessions')
          .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
          .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
          .select([...recordingColumns])
          .whereRef('sessions.test_id', '=', 'page.id')
          .where('sessions.took_part', '=', true)
          .orderBy('sessions.timestamp_ms', 'desc')
          .limit(recordings),
      ).as('recordings'),
    )
    .orderBy(sql`page.place`, directionOf(filter))
    .orderBy('page.id', directionOf(filter))
    .execute();
}

/** One test with sums over its recordings. */
export async function selectOverview(db: Database, filter: TestPage) {
  return await pageOf(db, filter)
    .innerJoinLateral(runningOfTest(), (join) => join.onTrue())
    .innerJoinLateral(totalsOfTest, (join) => join.onTrue())
    .selectAll(['running', 'totals'])
    .executeTakeFirst();
}

function pageOf(db: Database, filter: TestPage) {
  return db
    .selectFrom(matchingTests(filter))
    .innerJoin('tests', 'tests.id', 'chosen.id')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .selectAll(['tests', 'newest'])
    .select('chosen.place')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions').select('id').whereRef('revision_id', '=', 'newest.revision_id'),
      ).as('has_sessions'),
    )
    .select(stepsColumn('newest.revision_id').as('steps'));
}

/** Returns the number of recordings of each test of a page. */
export async function listRecordingCounts(db: Database, filter: TestPage): Promise<number[]> {
  const rows = await db
    .selectFrom(matchingTests(filter))
    .innerJoin('tests', 'tests.id', 'chosen.id')
    .select('recording_count')
    .execute();
  return rows.map((row) => row.recording_count);
}

/** Counts the tests of all pages; in the order that reads nothing beside `tests`. */
export async function countTests(db: Database, filter: TestFilter): Promise<number> {
  const { count } = await db
    .selectFrom(matchingTests({ ...filter, sort: 'created' }))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether the workspace has the maximum number of tests. */
export async function hasMostTests(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  const last = await db
    .selectFrom('tests')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .offset(TESTS_MAX - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

export async function insertTest(
  db: Database,
  test: { workspaceId: WorkspaceId; name: string; company: string },
): Promise<TestId> {
  const id = newId<TestId>();
  await db
    .insertInto('tests')
    .values({
      id,
      workspace_id: test.workspaceId,
      unique_id: randomBytes(16).toString('base64url') as UniqueId,
      name: test.name,
      company: test.company,
      close_date: null,
      submission_limit: null,
    })
    .execute();
  return id;
}

/** Updates the fields that are defined. */
export async function updateTest(
  db: Database,
  { testId }: Authorized<TestRef>,
  values: Updateable<Tables['tests']>,
): Promise<void> {
  await db
    .updateTable('tests')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', testId)
    .execute();
}

/** Keeps sessions from starting until the transaction ends; false when the test is gone. */
export async function lockTest(db: Database, { testId }: Authorized<TestRef>): Promise<boolean> {
  const row = await db
    .selectFrom('tests')
    .select('id')
    .where('id', '=', testId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

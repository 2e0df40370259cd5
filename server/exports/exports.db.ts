// Exports in the database: each one's request, its progress, and whether all of its sessions still exist.

import { sql } from 'kysely';
import { z } from 'zod';
import { exportState, exportTakes } from '#contract/exports.ts';
import { type ExportId, exportId, type SessionId, testId, type UserId } from '#contract/ids.ts';
import { EXPORT_HOURS } from '#contract/limits.ts';
import { outcome } from '#contract/outcomes.ts';
import { answerFilter, type ResultFilter, resultFilter } from '#contract/result-filter.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import type { ExportRef } from '#server/platform/access/authorized-export.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';

/** The filter as it was parsed: lists are lists. */
const storedFilter = z.object({
  ...resultFilter.shape,
  outcome: z.array(outcome).optional(),
  screen: z.array(z.int()).optional(),
  variant: z.array(z.int()).optional(),
  turn: z.array(z.int()).optional(),
  parameter: z.array(z.string()).optional(),
  answer: z.array(answerFilter).optional(),
  tag: z.array(z.string()).optional(),
});

const exportRow = z.object({
  id: exportId,
  testId,
  testName: z.string(),
  madeAt: z.date(),
  state: exportState,
  asked: z.object({ filter: storedFilter, takes: exportTakes }),
  preparedBytes: z.int(),
  sizeBytes: z.int().nullable(),
  sessions: z.int(),
});
export type ExportRow = z.infer<typeof exportRow>;

function exportRows(db: Database) {
  return db
    .selectFrom('exports')
    .innerJoin('tests', 'tests.id', 'exports.test_id')
    .select(['exports.id', 'test_id as testId', 'tests.name as testName', 'made_at as madeAt'])
    .select(['state', 'asked', 'prepared_bytes as preparedBytes', 'size_bytes as sizeBytes'])
    .select(sql<number>`cardinality(session_ids)`.as('sessions'));
}

/** Returns null if the export is deleted. */
export async function readExport(
  db: Database,
  { exportId }: Authorized<ExportRef>,
): Promise<ExportRow | null> {
  const row = await exportRows(db).where('exports.id', '=', exportId).executeTakeFirst();
  return row ? exportRow.parse(row) : null;
}

/** Returns the last export that a person made of a test. */
export async function readLastExport(
  db: Database,
  { testId }: Authorized<TestRef>,
  { userId }: SignIn,
): Promise<ExportRow | null> {
  const row = await exportRows(db)
    .where('exports.test_id', '=', testId)
    .where('exports.made_by', '=', userId)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? exportRow.parse(row) : null;
}

/** @returns null while another export of this person is in preparation. */
export async function insertExport(
  db: Database,
  { testId }: Authorized<TestRef>,
  {
    userId,
    ...request
  }: { userId: UserId; filter: ResultFilter; takes: z.infer<typeof exportTakes> },
): Promise<ExportId | null> {
  const id = newId<ExportId>();
  // The state is written as a literal: with a parameter, a generic plan can't use the index.
  const row = await db
    .insertInto('exports')
    .values({ id, test_id: testId, made_by: userId, asked: JSON.stringify(request) })
    .onConflict((conflict) =>
      conflict.column('made_by').where(sql<boolean>`state = 'preparing'`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row ? id : null;
}

/** Deletes a person's exports of a test, except one in preparation. @returns their ids */
export async function deleteEarlierExports(
  db: Database,
  { testId }: Authorized<TestRef>,
  { userId }: SignIn,
): Promise<ExportId[]> {
  const rows = await db
    .deleteFrom('exports')
    .where('test_id', '=', testId)
    .where('made_by', '=', userId)
    .where('state', '<>', 'preparing')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteExport(
  db: Database,
  { exportId }: Authorized<ExportRef>,
): Promise<boolean> {
  const result = await db.deleteFrom('exports').where('id', '=', exportId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** @returns false when it was ended meanwhile. */
export async function noteProgress(
  db: Database,
  { exportId }: Authorized<ExportRef>,
  preparedBytes: number,
): Promise<boolean> {
  return await change(db, exportId, { prepared_bytes: preparedBytes });
}

/** @returns false when it was ended meanwhile. */
export async function finishExport(
  db: Database,
  { exportId }: Authorized<ExportRef>,
  { sizeBytes, sessionIds }: { sizeBytes: number; sessionIds: readonly SessionId[] },
): Promise<boolean> {
  return await change(db, exportId, {
    state: 'ready' as const,
    size_bytes: sizeBytes,
    session_ids: [...sessionIds],
  });
}

export async function failExport(
  db: Database,
  { exportId }: Authorized<ExportRef>,
): Promise<boolean> {
  return await change(db, exportId, { state: 'failed' });
}

async function change(
  db: Database,
  exportId: ExportId,
  values: Partial<{
    state: ExportRow['state'];
    prepared_bytes: number;
    size_bytes: number;
    session_ids: SessionId[];
  }>,
): Promise<boolean> {
  const result = await db
    .updateTable('exports')
    .set(values)
    .where('id', '=', exportId)
    .where('state', '=', 'preparing')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Each session is read by its id, whatever the table's size; deleted ones are not in the view. */
const isWhole = sql<boolean>`((SELECT count(*) FROM unnest(session_ids) AS kept (id)
    CROSS JOIN LATERAL (SELECT FROM sessions WHERE sessions.id = kept.id LIMIT 1) AS there)
  = cardinality(session_ids))`;

/** Returns whether the export is ready, and all of its sessions exist. */
export async function isDeliverable(
  db: Database,
  { exportId }: Pick<ExportRef, 'exportId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('exports')
    .innerJoin('tests', 'tests.id', 'exports.test_id')
    .select(isWhole.as('isWhole'))
    .where('exports.id', '=', exportId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.isWhole ?? false;
}

/** Ends an export: nothing of it is delivered any more, and its row has the reason until it is deleted. */
export async function endExport(
  db: Database,
  { exportId }: Pick<ExportRef, 'exportId'>,
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'over', session_ids: [] })
    .where('id', '=', exportId)
    .where('state', '=', 'ready')
    .execute();
}

/** Deletes rows of exports that have expired, or whose test is deleted. @returns their ids */
export async function deleteOldExports(db: Database): Promise<ExportId[]> {
  const { rows } = await sql<{ id: ExportId }>`DELETE FROM exports
    WHERE made_at < now() - make_interval(hours => ${EXPORT_HOURS})
      OR test_id IN (SELECT id FROM all_tests WHERE deleted_at IS NOT NULL)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns exports that are ready although some of their sessions are deleted. */
export async function brokenExports(db: Database): Promise<ExportId[]> {
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('state', '=', 'ready')
    .where(isWhole, '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

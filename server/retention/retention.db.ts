// Retention of recordings in the database: the rule, the recordings it deletes, the mails that warn, the log.
import { sql } from 'kysely';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import { type RetentionDays, type RetentionEntry, retentionDays } from '#contract/retention.ts';
import type { Database } from '#server/platform/db/database.ts';

const DAY_MS = 24 * 3_600_000;

/** A rule that deletes. */
export interface Rule {
  workspaceId: WorkspaceId;
  days: NonNullable<RetentionDays>;
}

/** @param lock locks the rule until the transaction ends. */
export async function readRetention(
  db: Database,
  workspaceId: WorkspaceId,
  { lock = false } = {},
): Promise<RetentionDays> {
  const row = await db
    .selectFrom('all_workspaces')
    .select('retention_days')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return retentionDays.parse(row?.retention_days ?? null);
}

/** Needs the lock of `readRetention`. */
export async function writeRetention(
  db: Database,
  workspaceId: WorkspaceId,
  days: RetentionDays,
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ retention_days: days })
    .where('id', '=', workspaceId)
    .execute();
}

/** Workspaces that have a rule. */
export async function rulesOf(db: Database): Promise<Rule[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'retention_days'])
    .where('retention_days', 'is not', null)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.id,
    days: row.retention_days as Rule['days'],
  }));
}

/** Sessions that ended before this are due at `at`. */
export function retentionCutoff({ days }: Pick<Rule, 'days'>, at: Date): Date {
  return new Date(at.getTime() - days * DAY_MS);
}

export interface DueCounts {
  recordings: number;
  tests: number;
  /** When the first one ended, or null if there is none. */
  firstEndedAt: Date | null;
}

/** Counts the recordings that a rule deletes after one time and until another. */
export async function countDue(
  db: Database,
  rule: Rule,
  { after, until }: { after?: Date; until: Date },
): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`SELECT count(*)::int AS recordings,
      count(DISTINCT test_id)::int AS tests, min(finished_at) AS "firstEndedAt"
    FROM sessions
    WHERE test_id IN (SELECT id FROM tests WHERE workspace_id = ${rule.workspaceId})
      AND finished_at <= ${retentionCutoff(rule, until)} AND NOT is_running
      AND (${after === undefined} OR finished_at > ${retentionCutoff(rule, after ?? until)})`.execute(
    db,
  );
  return rows[0] ?? { recordings: 0, tests: 0, firstEndedAt: null };
}

/**
 * Counts the clips of recordings that are deleted until a time, and the evidence in reports that consists of such
 * clips or notes.
 */
export async function countWords(
  db: Database,
  rule: Rule,
  until: Date,
): Promise<{ clips: number; evidence: number }> {
  const due = (
    table: 'clips' | 'notes',
  ) => sql`(SELECT ${sql.table(table)}.id FROM ${sql.table(table)}
    JOIN sessions ON sessions.id = session_id AND finished_at <= ${retentionCutoff(rule, until)} AND NOT is_running
    WHERE ${sql.table(table)}.test_id IN (SELECT id FROM tests WHERE workspace_id = ${rule.workspaceId}))`;
  const { rows } = await sql<{ clips: number; evidence: number }>`SELECT
    (SELECT count(*) FROM ${due('clips')} AS of_due)::int AS clips,
    (SELECT count(*) FROM finding_evidence JOIN findings ON findings.id = finding_id
      WHERE findings.test_id IN (SELECT id FROM tests WHERE workspace_id = ${rule.workspaceId})
        AND (clip_id IN ${due('clips')} OR note_id IN ${due('notes')}))::int AS evidence`.execute(
    db,
  );
  return rows[0] ?? { clips: 0, evidence: 0 };
}

export async function countClips(db: Database, sessions: readonly SessionId[]): Promise<number> {
  const { rows } = await sql<{ clips: number }>`SELECT count(*)::int AS clips FROM clips
    WHERE session_id = ANY(${sessions}::uuid[])`.execute(db);
  return rows[0]?.clips ?? 0;
}

/** When the first recording of a workspace ended, or null if there is none. */
export async function firstEnd(db: Database, workspaceId: WorkspaceId): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`SELECT min(first) AS first FROM tests,
      LATERAL (SELECT finished_at AS first FROM sessions
        WHERE test_id = tests.id AND finished_at IS NOT NULL AND NOT is_running
        ORDER BY finished_at LIMIT 1) AS of_test
    WHERE workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.first ?? null;
}

/** Tests with recordings that are due, with their names now. */
export async function testsWithDue(
  db: Database,
  rule: Rule,
  until: Date,
): Promise<{ id: TestId; name: string }[]> {
  const { rows } = await sql<{ id: TestId; name: string }>`SELECT id, name FROM tests
    WHERE workspace_id = ${rule.workspaceId} AND EXISTS (SELECT FROM sessions
      WHERE test_id = tests.id AND finished_at <= ${retentionCutoff(rule, until)} AND NOT is_running)`.execute(
    db,
  );
  return rows;
}

/** Deletes some of a test's recordings that are due; rows that others hold are passed over. */
export async function deleteDue(
  db: Database,
  { testId, before, limit }: { testId: TestId; before: Date; limit: number },
): Promise<SessionId[]> {
  const { rows } = await sql<{
    id: SessionId;
  }>`UPDATE all_sessions SET deleted_at = now() WHERE id IN (
      SELECT id FROM all_sessions
      WHERE test_id = ${testId} AND finished_at <= ${before} AND deleted_at IS NULL AND NOT is_running
      ORDER BY finished_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A mail that announced deletions. */
export interface Warning {
  sentAt: Date;
  until: Date;
}

/** The first ones first. */
export async function listWarnings(db: Database, workspaceId: WorkspaceId): Promise<Warning[]> {
  const rows = await db
    .selectFrom('retention_warnings')
    .select(['sent_at as sentAt', 'until'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('sent_at')
    .execute();
  return rows;
}

export async function addWarning(
  db: Database,
  workspaceId: WorkspaceId,
  { sentAt, until }: Warning,
): Promise<void> {
  await db
    .insertInto('retention_warnings')
    .values({ workspace_id: workspaceId, sent_at: sentAt, until })
    .execute();
}

/** Deletes the warnings of a rule that no longer exists. */
export async function forgetWarnings(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await db.deleteFrom('retention_warnings').where('workspace_id', '=', workspaceId).execute();
}

/** Adds to what was deleted of a test today. */
export async function logDeleted(
  db: Database,
  { workspaceId }: Pick<Rule, 'workspaceId'>,
  deleted: { testId: TestId; testName: string; recordings: number; clips: number },
): Promise<void> {
  const { testId, testName, recordings, clips } = deleted;
  await sql`INSERT INTO retention_log AS kept (workspace_id, day, test_id, test_name, recordings, clips)
    VALUES (${workspaceId}, (now() AT TIME ZONE 'UTC')::date, ${testId}, ${testName}, ${recordings}, ${clips})
    ON CONFLICT (workspace_id, day, test_id) DO UPDATE SET test_name = excluded.test_name,
      recordings = kept.recordings + excluded.recordings, clips = kept.clips + excluded.clips`.execute(
    db,
  );
}

/** The latest first. */
export async function listDeleted(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<RetentionEntry[]> {
  const { rows } =
    await sql<RetentionEntry>`SELECT day::text, test_name AS "testName", recordings, clips
    FROM retention_log WHERE workspace_id = ${workspaceId}
    ORDER BY day DESC, id DESC LIMIT ${LIST_MAX}`.execute(db);
  return rows;
}

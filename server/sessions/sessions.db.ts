// Sessions in the database: slots of the submission limit, timestamps, heatmaps.
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { AppError } from '#contract/errors.ts';
import type { RevisionId, SessionId, TestId, UploadId } from '#contract/ids.ts';
import type { TaskAnswers } from '#contract/outcomes.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { answerNumber } from '#insight/numbers/answer-number.ts';
import { textOfAnswer } from '#server/filters/people-filter.read.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';
import { recountImages } from '#server/workspaces/stored-bytes.db.ts';
import type { Assignment } from './assignments.db.ts';

/**
 * Returns whether a finished session of the test was this browser's; names decide nothing. One that ended early
 * did not finish: its participant may try again. Needs no lock: a session that ends at this moment may count or
 * not.
 */
export async function hasFinished(
  db: Database,
  testId: TestId,
  browserKey: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select('id')
    .where('test_id', '=', testId)
    .where('browser_key', '=', browserKey)
    .where('is_pilot', '=', false)
    // This is the index's condition, and therefore not a parameter: the index contains no running session.
    .where(sql<boolean>`sessions.state = 'finished'`)
    .where(isOver)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The first millisecond from a wanted one on that no session of the test has, deleted sessions included. The test's index
 * is read for each taken one up to there, and no further. Scalar subqueries, because PostgreSQL may turn EXISTS into a
 * join with all sessions of the test.
 *
 * The timestamp is read, and not found by an INSERT with ON CONFLICT, because that waits for a transaction that changes
 * the session in its way, and such a transaction may wait for the test's row (locks.ts).
 */
const freeTimestamp = (testId: TestId, wantedMs: number) => sql<number>`(
  WITH RECURSIVE walk (next) AS (
    SELECT ${wantedMs}::bigint
    UNION ALL
    SELECT walk.next + 1 FROM walk
    WHERE (SELECT true FROM all_sessions WHERE test_id = ${testId} AND timestamp_ms = walk.next)
  )
  SELECT max(next) FROM walk)`;

export interface NewSession {
  id: SessionId;
  testId: TestId;
  revisionId: RevisionId;
  /** The participant may have seen another task. */
  isUncertain: boolean;
  participantName: string;
  /** Browser and system in our own words, or null if they are not known. */
  device: string | null;
  browserKey: string | null;
  wantedTimestampMs: number;
  /** Address whose unused sessions count together; null for one that brings its recording. */
  waitingFrom: string | null;
  /** Hash of the private link's token, or null if the participant gets none. */
  privateLinkHash: Buffer | null;
  isPilot: boolean;
  /** The order of its steps and its variant, or null where they are the same for everyone. */
  assignment: Assignment | null;
}

/**
 * A started session with its recording, ready to receive.
 * @param db a transaction that holds the test's row: the timestamp stays free until the session has it.
 */
export async function insertSession(
  db: Database,
  session: NewSession,
): Promise<{ timestampMs: number; uploadId: UploadId }> {
  const uploadId = uuidv4() as UploadId;
  const { timestamp_ms: timestampMs } = await db
    .with('begun', (with_) =>
      with_
        .insertInto('sessions')
        .values({
          id: session.id,
          test_id: session.testId,
          number: ({ selectFrom }) =>
            selectFrom('tests').select('numbered').where('id', '=', session.testId).$asScalar(),
          device: session.device,
          revision_id: session.revisionId,
          revision_uncertain: session.isUncertain,
          participant_name: session.participantName,
          timestamp_ms: freeTimestamp(session.testId, session.wantedTimestampMs),
          browser_key: session.browserKey,
          waiting_from: session.waitingFrom,
          private_link_hash: session.privateLinkHash,
          is_pilot: session.isPilot,
          variant: session.assignment?.variant ?? null,
          step_order: session.assignment?.order ?? null,
          holds_slot: !session.isPilot,
          state: 'started',
          finished_at: null,
        })
        .returning(['id', 'timestamp_ms']),
    )
    .insertInto('recordings')
    .columns(['session_id', 'upload_id', 'state'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('begun').select([
        'id',
        cast<string>(val(uploadId), 'uuid').as('upload_id'),
        val('receiving' as const).as('state'),
      ]),
    )
    .returning(sql<number>`(SELECT timestamp_ms FROM begun)`.as('timestamp_ms'))
    .executeTakeFirstOrThrow();
  return { timestampMs, uploadId };
}

/** @throws AppError not_found when it was deleted meanwhile */
export async function readSession(db: Database, { sessionId }: Authorized<SessionRef>) {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select([
      'sessions.state',
      'sessions.participant_name',
      'sessions.timestamp_ms',
      'events_in_a_row',
    ])
    .select(['recordings.upload_id', isOver.as('over')])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Stores that the session ended by the end of the screen's sharing or by a press on "I'm stuck". */
export async function storeRecordingEnd(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
  ended: 'sharing_ended' | 'stuck',
): Promise<void> {
  const recording = db.updateTable('recordings').where('session_id', '=', sessionId);
  const columns = ended === 'stuck' ? { pressed_stuck: true } : { sharing_ended: true };
  await recording.set(columns).execute();
}

/** Returns the stored heatmaps: node id of the screen → bytes. */
export async function heatmapSizes(
  db: Database,
  { sessionId }: { sessionId: SessionId },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('heatmaps')
    .select(['screen_id', 'size_bytes'])
    .where('session_id', '=', sessionId)
    .execute();
  return new Map(rows.map((row) => [row.screen_id, row.size_bytes]));
}

export async function insertHeatmaps(
  db: Database,
  { sessionId }: { sessionId: SessionId },
  heatmaps: readonly { screenId: string; width: number; height: number; sizeBytes: number }[],
): Promise<void> {
  for (const { screenId, width, height, sizeBytes } of heatmaps) {
    const image = { width, height, size_bytes: sizeBytes };
    await db
      .insertInto('heatmaps')
      .values({ session_id: sessionId, screen_id: screenId, ...image })
      .onConflict((conflict) => conflict.columns(['session_id', 'screen_id']).doUpdateSet(image))
      .execute();
  }
  if (heatmaps.length > 0) await recountImages(db, sessionId);
}

// Answers to the card after a task, in the database.

/** Bytes of a row of answers beside its text, with its entry in the index. */
const ANSWERS_ROW_BYTES = 120;

/** Returns the bytes that answers take in the database. */
export function answersBytes({ helped }: TaskAnswers): number {
  return ANSWERS_ROW_BYTES + Buffer.byteLength(helped ?? '');
}

/** Keeps the answers to a step's card; the last ones count. */
export async function keepAnswers(
  db: Database,
  { sessionId, step }: { sessionId: SessionId; step: number },
  { didIt, ease, helped }: TaskAnswers,
): Promise<void> {
  const answers = { did_it: didIt, ease, helped: helped || null, answered_at: sql<Date>`now()` };
  await sql`update sessions set rows_bytes = rows_bytes + ${answersBytes({ didIt, ease, helped })}
      - coalesce((select ${sql.lit(ANSWERS_ROW_BYTES)} + coalesce(octet_length(answers.helped), 0)
        from answers where session_id = ${sessionId} and step = ${step}), 0)
    where id = ${sessionId}`.execute(db);
  await db
    .insertInto('answers')
    .values({ session_id: sessionId, step, ...answers })
    .onConflict((conflict) => conflict.columns(['session_id', 'step']).doUpdateSet(answers))
    .execute();
}

/**
 * Keeps the answer to a question or a set in the place of the one before; null takes it back.
 * @param db a transaction that holds the recording's row.
 */
export async function keepAnswer(
  db: Database,
  { sessionId, question }: { sessionId: SessionId; question: AnswerStep },
  answer: StepAnswer | null,
): Promise<void> {
  const step = question.number;
  const before = await db
    .selectFrom('answers')
    .select(answerRowBytes.as('bytes'))
    .where('session_id', '=', sessionId)
    .where('step', '=', step)
    .executeTakeFirst();
  const after = await storeAnswer(db, { sessionId, question }, answer);
  const more = after - (before?.bytes ?? 0);
  await db
    .updateTable('sessions')
    .set({ rows_bytes: sql`rows_bytes + ${more}` })
    .where('id', '=', sessionId)
    .execute();
}

/** Stores the answers with which a new session begins; null for a skipped question. */
export async function insertStartAnswers(
  db: Database,
  sessionId: SessionId,
  answers: readonly { question: AnswerStep; answer: StepAnswer | null }[],
): Promise<void> {
  const rows = answers.map(({ question, answer }) => ({
    session_id: sessionId,
    step: question.number,
    answer: answer === null ? null : JSON.stringify(answer),
    number: answer === null ? null : answerNumber(question, answer),
    at_start: true,
  }));
  await db.insertInto('answers').values(rows).execute();
  const bytes = answers.reduce((sum, { answer }) => sum + stepAnswerBytes(answer), 0);
  await db
    .updateTable('sessions')
    .set({ rows_bytes: sql`rows_bytes + ${bytes}` })
    .where('id', '=', sessionId)
    .execute();
}

const answerRowBytes = sql<number>`${sql.lit(ANSWERS_ROW_BYTES)} + octet_length(answers.answer::text)`;

/** Stores or deletes an answer and returns the bytes of its row. Members' tags stay as long as the answer has a text. */
async function storeAnswer(
  db: Database,
  { sessionId, question }: { sessionId: SessionId; question: AnswerStep },
  answer: StepAnswer | null,
): Promise<number> {
  const key = { session_id: sessionId, step: question.number };
  if (answer === null) {
    await db
      .deleteFrom('answers')
      .where('session_id', '=', key.session_id)
      .where('step', '=', key.step)
      .execute();
    return 0;
  }
  const values = { answer: JSON.stringify(answer), number: answerNumber(question, answer) };
  const hasText = sql`${textOfAnswer(sql`excluded.answer`)} IS NOT NULL`;
  const { bytes } = await db
    .insertInto('answers')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'step']).doUpdateSet({
        ...values,
        answered_at: sql<Date>`now()`,
        tags: sql<string[]>`CASE WHEN ${hasText} THEN answers.tags ELSE '{}' END`,
      }),
    )
    .returning(answerRowBytes.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Returns about how many bytes an answer takes in the database. */
export function stepAnswerBytes(answer: StepAnswer | null): number {
  return ANSWERS_ROW_BYTES + Buffer.byteLength(JSON.stringify(answer));
}

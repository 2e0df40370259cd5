// Seats: the people who take part with an answer to a screening question, counted against its limit. A session holds the
// seats of its answers while it holds its slot.
import { sql } from 'kysely';
import type { SessionId, TestId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { CheckedAnswer, Seat } from './screening.rules.ts';
import { insertStartAnswers } from './sessions.db.ts';

/**
 * Returns whether one of the seats is taken by as many people as it allows. It is exact in a transaction that holds the
 * test's lock.
 */
export async function isSeatFull(
  db: Database,
  { testId, except }: { testId: TestId; except: SessionId | null },
  seats: readonly Seat[],
): Promise<boolean> {
  if (seats.length === 0) return false;
  const { rows } = await sql`SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
      AS seat (step int, word text, most int)
    WHERE (SELECT count(*) FROM session_seats AS held JOIN sessions ON sessions.id = held.session_id
      WHERE held.test_id = ${testId} AND held.step = seat.step AND held.word = seat.word
        AND sessions.holds_slot AND sessions.id IS DISTINCT FROM ${except}::uuid) >= seat.most LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the limits that the answers of a session count for, by the rules of its revision. */
export async function seatsOfSession(db: Database, sessionId: SessionId): Promise<Seat[]> {
  const { rows } = await sql<Seat>`SELECT held.step, seat.word, seat.most
    FROM session_seats AS held JOIN sessions ON sessions.id = held.session_id
      JOIN steps ON steps.revision_id = sessions.revision_id AND steps.number = held.step
      CROSS JOIN LATERAL jsonb_to_recordset(content->'screening'->'seats') AS seat (word text, most int)
    WHERE held.session_id = ${sessionId} AND seat.word = held.word`.execute(db);
  return rows;
}

/** Stores the answers with which a session begins, and takes their seats. Needs the test's lock. */
export async function storeScreening(
  db: Database,
  { testId, sessionId }: { testId: TestId; sessionId: SessionId },
  answers: readonly CheckedAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  await insertStartAnswers(
    db,
    sessionId,
    answers.map(({ step, answer }) => ({ question: step, answer })),
  );
  const seats = answers.flatMap(({ step, words }) =>
    [...new Set(words)].map((word) => ({
      session_id: sessionId,
      test_id: testId,
      step: step.number,
      word,
    })),
  );
  if (seats.length > 0) await db.insertInto('session_seats').values(seats).execute();
}

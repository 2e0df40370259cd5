// Slots of a test's submission limit. A session takes one at its start, holds it by signs of life, and owns it once
// something is recorded. `tests.submissions` is the number of sessions that hold one. Rows are locked in the order that
// server/platform/db/deadlocks.ts describes.
import { sql } from 'kysely';
import type { SessionId, TestId } from '#contract/ids.ts';
import { SLOT_HELD_MS, SLOT_QUIET_MS, WAITING_PER_ADDRESS_MS } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { noteTakingPart } from '#server/session-state/without-video.db.ts';
import { isSeatFull, seatsOfSession } from './seats.db.ts';

/**
 * Takes one slot of the limit. The test's row stays locked until the transaction ends, so sessions of one test start
 * one after another.
 * @returns false if the test is closed or full
 */
export async function takeSlot(db: Database, testId: TestId): Promise<boolean> {
  const result = await db
    .updateTable('tests')
    .set({ submissions: sql`submissions + 1`, numbered: sql`numbered + 1` })
    .where('id', '=', testId)
    .where('closed_by_hand', '=', false)
    .where(({ or, eb, ref }) =>
      or([eb('submission_limit', 'is', null), eb('submissions', '<', ref('submission_limit'))]),
    )
    .where(({ or, eb }) =>
      or([eb('close_date', 'is', null), eb('close_date', '>', sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives a pilot the test's next number, and no slot. The test's row stays locked until the transaction ends. */
export async function takeNumber(db: Database, testId: TestId): Promise<void> {
  await db
    .updateTable('tests')
    .set({ numbered: sql`numbered + 1` })
    .where('id', '=', testId)
    .execute();
}

/** Releases one slot of the limit, or none. The test's row stays locked until the transaction ends. */
export async function giveBackSlots(db: Database, testId: TestId, slots: 0 | 1): Promise<void> {
  await db
    .updateTable('tests')
    .set({ submissions: sql`greatest(submissions - ${slots}, 0)` })
    .where('id', '=', testId)
    .execute();
}

/**
 * Releases the slots of sessions that record nothing and have sent no sign of life for SLOT_QUIET_MS, or that started
 * SLOT_HELD_MS ago. The sessions themselves continue.
 * @param testId limits the release to one test
 * @returns the number of released slots
 */
export async function giveBackQuietSlots(db: Database, testId?: TestId): Promise<number> {
  const quiet = db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.waiting_from', 'is not', null)
    // The condition is written as in the partial index. Each recording is read by its key, because there are few.
    .where(sql<boolean>`sessions.holds_slot`)
    .where(sql<boolean>`(SELECT size_bytes FROM recordings WHERE session_id = sessions.id) = 0`)
    .where(({ or, eb }) =>
      or([
        eb('sessions.seen_at', '<', new Date(Date.now() - SLOT_QUIET_MS)),
        eb('sessions.started_at', '<', new Date(Date.now() - SLOT_HELD_MS)),
      ]),
    )
    .forNoKeyUpdate('sessions')
    .skipLocked();
  const rows = await db
    .with('quiet', () => (testId ? quiet.where('sessions.test_id', '=', testId) : quiet))
    .with('freed', (with_) =>
      with_
        .updateTable('sessions')
        .set({ holds_slot: false })
        .where('id', 'in', (one) => one.selectFrom('quiet').select('id'))
        .returning('test_id'),
    )
    .with('counted', (with_) =>
      with_
        .selectFrom('freed')
        .select(['test_id', ({ fn }) => fn.countAll<number>().as('slots')])
        .groupBy('test_id'),
    )
    // Tests are locked in the order of their ids, because two servers may release slots of the same tests.
    .with('locked', (with_) =>
      with_
        .selectFrom('tests')
        .select('id')
        .where(sql<boolean>`id = ANY (ARRAY (SELECT test_id FROM counted))`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('tests')
    .from('counted')
    .set({ submissions: sql`greatest(submissions - counted.slots, 0)` })
    .whereRef('tests.id', '=', 'counted.test_id')
    // The ids are an array, because PostgreSQL otherwise scans all tests.
    .where(sql<boolean>`tests.id = ANY (ARRAY (SELECT id FROM locked))`)
    .returning('counted.slots')
    .execute();
  return rows.reduce((sum, { slots }) => sum + Number(slots), 0);
}

/**
 * Stores a sign of life of a session that records nothing. The session holds its slot, or takes a free one again, if the
 * seats of its answers are free as well.
 */
export async function showLife(db: Database, sessionId: SessionId): Promise<void> {
  const row = await db
    .updateTable('sessions')
    .set({ seen_at: new Date() })
    .where('id', '=', sessionId)
    .where('waiting_from', 'is not', null)
    .returning(['test_id', 'holds_slot', 'started_at'])
    .executeTakeFirst();
  if (!row || row.holds_slot || Date.now() - row.started_at.getTime() > SLOT_HELD_MS) return;
  await db.transaction().execute(async (transaction) => {
    if (!(await lockWithoutSlot(transaction, sessionId))) return;
    if (!(await takeSlot(transaction, row.test_id))) return;
    const seats = await seatsOfSession(transaction, sessionId);
    if (await isSeatFull(transaction, { testId: row.test_id, except: sessionId }, seats)) {
      await giveBackSlots(transaction, row.test_id, 1);
      return;
    }
    await holdSlot(transaction, sessionId);
  });
}

/**
 * Makes a session own its slot, because it has recorded something. A session that had lost its slot gets one even
 * beyond the limit.
 * @param db the caller's transaction, or the pool, which gets a transaction of its own
 */
export async function keepForRecording(db: Database, sessionId: SessionId): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select(['test_id', 'holds_slot', 'waiting_from'])
    .where('id', '=', sessionId)
    .where('is_pilot', '=', false)
    .executeTakeFirst();
  if (!row || (row.holds_slot && row.waiting_from === null)) return;
  const keep = async (transaction: Database) => {
    const isWithout = await lockWithoutSlot(transaction, sessionId);
    await holdSlot(transaction, sessionId, { waiting_from: null });
    if (!isWithout) return;
    await transaction
      .updateTable('tests')
      .set({ submissions: sql`submissions + 1` })
      .where('id', '=', row.test_id)
      .execute();
  };
  await (db.isTransaction ? keep(db) : db.transaction().execute(keep));
}

/** A message or an answer of a session is stored: one whose test needs no video takes part, and owns its slot. */
export async function takePartWithoutVideo(db: Database, sessionId: SessionId): Promise<void> {
  if (await noteTakingPart(db, sessionId)) await keepForRecording(db, sessionId);
}

/** Releases the slot of a session whose bytes cannot be played. The session takes one again when more bytes arrive. */
export async function leaveSlot(db: Database, sessionId: SessionId): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('sessions')
      .set({ holds_slot: false })
      .where('id', '=', sessionId)
      .where('holds_slot', '=', true)
      .returning('test_id')
      .executeTakeFirst();
    if (row) await giveBackSlots(transaction, row.test_id, 1);
  });
}

async function lockWithoutSlot(db: Database, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('holds_slot')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.holds_slot === false;
}

async function holdSlot(
  db: Database,
  sessionId: SessionId,
  also: { waiting_from?: null } = {},
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ holds_slot: true, ...also })
    .where('id', '=', sessionId)
    .execute();
}

/** Counts sessions of a test that record nothing: those of one address in the last hour, and all with a recent sign of life. */
export async function countWaiting(
  db: Database,
  { testId, waitingFrom }: { testId: TestId; waitingFrom: string },
): Promise<{ fromAddress: number; ofTest: number }> {
  const count = async (from: string | null) => {
    let query = db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('test_id', '=', testId)
      .where('waiting_from', 'is not', null);
    query =
      from === null
        ? query.where('seen_at', '>', new Date(Date.now() - SLOT_QUIET_MS))
        : query
            .where('waiting_from', '=', from)
            .where('started_at', '>', new Date(Date.now() - WAITING_PER_ADDRESS_MS));
    return Number((await query.executeTakeFirstOrThrow()).count);
  };
  return { fromAddress: await count(waitingFrom), ofTest: await count(null) };
}

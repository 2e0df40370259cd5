// Reads a session: its stored messages and its revision's screens → its reading, stored as rows that SQL can sum.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import { OpenReading, READING_VERSION, type ReadClick, type Reading } from '#insight/reading.ts';
import type { Database } from '#server/db/database.ts';
import { imageOrigins, readScreens } from '#server/domain/screens/screen-images.ts';
import { taskOfSession } from '#server/domain/tests/revisions.db.ts';
import type { Parts } from '#server/parts.ts';
import { type PrototypeHost, prototypeOf, sampleHost } from '#server/prototypes/prototype-hosts.ts';

export interface ReadingParts {
  db: Database;
  prototypeHosts: readonly PrototypeHost[];
}

export interface ReadSession {
  sessionId: SessionId;
  /** Length of the recording; closes the last visit. */
  durationMs: number | null;
}

/**
 * Reads a session and stores nothing.
 * @param db a transaction sees the messages that it has inserted itself
 */
export async function readMessages(
  { prototypeHosts }: Pick<ReadingParts, 'prototypeHosts'>,
  db: Database,
  { sessionId, durationMs }: ReadSession,
): Promise<{ reading: Reading; messages: number }> {
  const { revisionId, prototypeUrl } = await taskOfSession(db, sessionId);
  const prototype =
    prototypeOf(prototypeUrl, prototypeHosts) ??
    // Another server's sample: this one may serve none, or at another port.
    prototypeOf(prototypeUrl, (await imageOrigins(db, revisionId)).map(sampleHost));
  const startNodeId = prototype?.startNodeId ?? null;
  const nodeIds = await reportedNodes(db, sessionId);
  if (startNodeId !== null) nodeIds.push(startNodeId);
  const screens = prototype ? await readScreens(db, { ...prototype, revisionId }, nodeIds) : [];
  const open = new OpenReading({ startNodeId, endedAtMs: durationMs, screens });
  let messages = 0;
  for await (const page of readRawEvents(db, sessionId)) {
    // Parsed in one turn, read in the next: each takes some milliseconds.
    await setImmediate();
    for (const event of page) open.add(event);
    messages += page.length;
  }
  return { reading: open.finish(), messages };
}

/** Ids of the screens and layers that a session's messages named. */
async function reportedNodes(db: Database, sessionId: SessionId): Promise<string[]> {
  const rows = await db
    .selectFrom('reported_nodes')
    .select('node_id')
    .where('session_id', '=', sessionId)
    .execute();
  return rows.map(({ node_id }) => node_id);
}

/** Messages read at once: 1000 take 20 ms to parse, and other calls take their turn between two pages. */
const PAGE = 500;

/**
 * Messages of a session by seq, in pages. They are parsed again: what is stored is not trusted either, and a row
 * that no longer parses is left out.
 */
async function* readRawEvents(db: Database, sessionId: SessionId): AsyncGenerator<RawEvent[]> {
  for (let afterSeq = -1, isLast = false; !isLast; ) {
    const rows = await db
      .selectFrom('events')
      .select(['seq', 'at_ms', 'type', 'data'])
      .where('session_id', '=', sessionId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    yield rows.flatMap(({ seq, at_ms, type, data }) => {
      const event = rawEvent.safeParse({ seq, atMs: at_ms, type, data });
      return event.success ? [event.data] : [];
    });
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
    isLast = rows.length < PAGE;
  }
}

/**
 * Reads a session and stores its reading; its messages must be stored before.
 * @param db a transaction that holds the recording's row.
 */
export async function readAndStore(
  parts: Pick<ReadingParts, 'prototypeHosts'>,
  db: Database,
  session: ReadSession,
): Promise<void> {
  const { reading } = await readMessages(parts, db, session);
  await storeReading(db, session.sessionId, reading);
}

/**
 * Reads a session whose recording closes. One that can't be read is left to the job readings.renew: its recording is
 * kept all the same.
 * @param db a transaction that holds the recording's row.
 */
export async function readAtClose(
  parts: Pick<Parts, 'prototypeHosts' | 'log'>,
  db: Database,
  session: ReadSession,
): Promise<void> {
  await sql`SAVEPOINT reading`.execute(db);
  try {
    await readAndStore(parts, db, session);
  } catch (error) {
    const { sessionId } = session;
    parts.log.error({ err: error, sessionId }, 'a session could not be read when it closed');
    await sql`ROLLBACK TO SAVEPOINT reading`.execute(db);
    await leaveDue(db, sessionId);
  }
}

/** The one step that a test has. */
const STEP = 1;

/** One statement's rows: their JSON (400 kB) takes some milliseconds to write. */
const ROWS_PER_STATEMENT = 2000;

/**
 * Puts a reading in the place of the one before, and its number of clicks into the recording's row.
 * @param db a transaction that holds the recording's row.
 */
export async function storeReading(
  db: Database,
  sessionId: SessionId,
  made: Reading,
): Promise<void> {
  const reading = asStored(made);
  const read = { version: READING_VERSION, read_at: new Date() };
  const tried = { failures: 0, retry_at: null };
  await db
    .insertInto('readings')
    .values({ session_id: sessionId, ...read })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...read, ...tried }))
    .execute();
  await db.deleteFrom('task_runs').where('session_id', '=', sessionId).execute();
  await db.insertInto('task_runs').values(taskRunOf(sessionId, reading)).execute();
  const visits = reading.visits.map((visit, ordinal) => ({
    ...{ ordinal, screen_id: visit.screenId, in_history: visit.inHistory },
    ...{ entered_at_ms: visit.enteredAtMs, left_at_ms: visit.leftAtMs },
  }));
  for (const rows of statements(visits)) {
    await sql`INSERT INTO visits (session_id, step, ordinal, screen_id, entered_at_ms, left_at_ms, in_history)
      SELECT ${sessionId}, ${STEP}, * FROM json_to_recordset(${rows}::json) AS visit
        (ordinal integer, screen_id text, entered_at_ms float8, left_at_ms float8, in_history boolean)`.execute(
      db,
    );
  }
  for (const rows of statements(reading.clicks.map(clickRowOf))) {
    await sql`INSERT INTO clicks (session_id, step, seq, at_ms, screen_id, x, y, unplaced, inner_scrolled,
        reacted, behind_overlay, target_id)
      SELECT ${sessionId}, ${STEP}, * FROM json_to_recordset(${rows}::json) AS click
        (seq integer, at_ms float8, screen_id text, x float8, y float8, unplaced text, inner_scrolled boolean,
          reacted boolean, behind_overlay boolean, target_id text)`.execute(db);
  }
  await db
    .updateTable('recordings')
    .set({ clicks: reading.clicks.length })
    .where('session_id', '=', sessionId)
    .where('clicks', '!=', reading.clicks.length)
    .execute();
}

function* statements(rows: readonly object[]): Generator<RawBuilder<string>> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    yield sql.val(JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT)));
  }
}

function taskRunOf(sessionId: SessionId, { prototypeState, clicks, visits, ...reading }: Reading) {
  const { echo, navigationRace, withoutPosition, withoutScreen } = reading.skipped;
  return {
    session_id: sessionId,
    step: STEP,
    prototype_state: prototypeState,
    began_at_ms: visits[0]?.enteredAtMs ?? null,
    ended_at_ms: visits.at(-1)?.leftAtMs ?? null,
    path: reading.path,
    clicks: clicks.length,
    misclicks: clicks.filter(({ reacted }) => reacted === false).length,
    skipped_echo: echo,
    skipped_navigation_race: navigationRace,
    skipped_without_position: withoutPosition,
    skipped_without_screen: withoutScreen,
  };
}

function clickRowOf({ seq, x, y, unplaced, reacted, ...click }: ReadClick) {
  return {
    ...{ seq, at_ms: click.atMs, screen_id: click.screenId, x, y, unplaced, reacted },
    ...{ inner_scrolled: click.innerScrolled, behind_overlay: click.behindOverlay },
    target_id: click.targetId,
  };
}

/** A reading as it comes back. Ids are any text that a message has; PostgreSQL takes no NUL and no lone surrogate. */
export function asStored(reading: Reading): Reading {
  const storable = (id: string) => id.replaceAll('\0', '\ufffd').toWellFormed();
  return {
    ...reading,
    clicks: reading.clicks.map((click) => ({
      ...click,
      screenId: storable(click.screenId),
      targetId: click.targetId === null ? null : storable(click.targetId),
    })),
    visits: reading.visits.map((visit) => ({ ...visit, screenId: storable(visit.screenId) })),
    path: reading.path.map(storable),
  };
}

/** Has a session read later whose recording closes now, in place of the reading that could not be made. */
async function leaveDue(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .insertInto('readings')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ version: 0 }))
    .execute();
}

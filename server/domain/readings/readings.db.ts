// Stored readings: writing one, reading it back, and which sessions are to be read again.
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { READING_VERSION, type ReadClick, type Reading } from '#insight/reading.ts';
import type { Database } from '#server/db/database.ts';

/** The one step that a test has. */
const STEP = 1;

/** One statement's rows: their JSON (400 kB) takes some milliseconds to write. */
const ROWS_PER_STATEMENT = 2000;

/**
 * Takes a session's recording and reading until the transaction ends, in the order of session-locks.ts.
 * @returns null when the session runs or is gone.
 */
export async function lockReading(
  db: Database,
  sessionId: SessionId,
): Promise<{ version: number; durationMs: number | null } | null> {
  const recording = await db
    .selectFrom('recordings')
    .select('duration_ms')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'ready')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!recording) return null;
  const reading = await db
    .selectFrom('readings')
    .select('version')
    .where('session_id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { version: reading?.version ?? 0, durationMs: recording.duration_ms };
}

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

/** A session's stored reading; null when there is none yet. `isDue`: it is to be read again. */
export async function findReading(
  db: Database,
  sessionId: SessionId,
): Promise<{ reading: Reading; isDue: boolean } | null> {
  // One statement: a reading that is stored meanwhile is seen whole or not at all.
  const row = await db
    .selectFrom('task_runs')
    .innerJoin('readings', 'readings.session_id', 'task_runs.session_id')
    .selectAll('task_runs')
    .select('readings.version')
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('clicks')
          .select(['seq', 'at_ms as atMs', 'screen_id as screenId', 'reacted', 'x', 'y'])
          .select(['behind_overlay as behindOverlay', 'target_id as targetId', 'unplaced'])
          .select('inner_scrolled as innerScrolled')
          .whereRef('clicks.session_id', '=', 'task_runs.session_id')
          .orderBy('seq'),
      ).as('clickList'),
      jsonArrayFrom(
        selectFrom('visits')
          .select(['screen_id as screenId', 'in_history as inHistory'])
          .select(['entered_at_ms as enteredAtMs', 'left_at_ms as leftAtMs'])
          .whereRef('visits.session_id', '=', 'task_runs.session_id')
          .orderBy('ordinal'),
      ).as('visits'),
    ])
    .where('task_runs.session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const reading: Reading = {
    prototypeState: row.prototype_state,
    clicks: row.clickList as ReadClick[],
    visits: row.visits,
    path: row.path,
    skipped: {
      echo: row.skipped_echo,
      navigationRace: row.skipped_navigation_race,
      withoutPosition: row.skipped_without_position,
      withoutScreen: row.skipped_without_screen,
    },
  };
  return { reading, isDue: row.version < READING_VERSION };
}

/** Sessions to be read again now, those of the newest tests first. */
export async function dueSessions(db: Database, limit: number): Promise<SessionId[]> {
  const rows = await db
    .selectFrom('readings')
    .innerJoin('recordings', 'recordings.session_id', 'readings.session_id')
    .innerJoin('sessions', 'sessions.id', 'readings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select('sessions.id')
    .where('readings.version', '<', READING_VERSION)
    .where(sql<boolean>`(readings.retry_at IS NULL OR readings.retry_at <= now())`)
    .where('recordings.state', '=', 'ready')
    .orderBy('tests.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id as SessionId);
}

/** Every session with a closed recording, those of the newest tests first. */
export async function closedSessions(db: Database): Promise<SessionId[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select('sessions.id')
    .where('recordings.state', '=', 'ready')
    .orderBy('tests.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();
  return rows.map(({ id }) => id as SessionId);
}

/** Has one session read again: messages came after its recording was closed. */
export async function markDue(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE readings SET version = 0 WHERE session_id = ${sessionId} AND version <> 0`.execute(
    db,
  );
}

/** Has a session read later whose recording closes now, in place of the reading that could not be made. */
export async function leaveDue(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .insertInto('readings')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ version: 0 }))
    .execute();
}

/** A due session could not be read: the next try waits 1, 2, 4 … minutes, at most a day. */
export async function postponeReading(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE readings
    SET failures = failures + 1, retry_at = now() + least(2 ^ least(failures, 11), 1440) * interval '1 minute'
    WHERE session_id = ${sessionId} AND version < ${READING_VERSION}`.execute(db);
}

/** Has the sessions of a revision read again that presented screens, or named layers in them, whose images have come. */
export async function markDueByScreens(
  db: Database,
  { revisionId, nodeIds }: { revisionId: RevisionId; nodeIds: readonly string[] },
): Promise<void> {
  // The boxes of a screen are unpacked once, not for each session.
  const named = sql`sessions.id IN (
    SELECT session_id FROM reported_nodes
    WHERE revision_id = ${revisionId} AND node_id IN (
      SELECT unnest(${nodeIds}::text[]) UNION
      SELECT jsonb_object_keys(boxes) FROM revision_screens JOIN screens ON screens.id = screen_id
      WHERE revision_id = ${revisionId} AND revision_screens.node_id = ANY(${nodeIds}::text[])))`;
  // One that closes now may have looked for the image before it came: its reading is seen once it has closed.
  await sql`SELECT 1 FROM recordings JOIN sessions ON sessions.id = recordings.session_id
    WHERE sessions.revision_id = ${revisionId} AND recordings.state = 'receiving' AND ${named}
    ORDER BY recordings.session_id FOR SHARE OF recordings`.execute(db);
  await sql`UPDATE readings SET version = 0 FROM sessions
    WHERE sessions.id = readings.session_id AND sessions.revision_id = ${revisionId} AND version <> 0
      AND (${named} OR EXISTS (
        SELECT 1 FROM visits WHERE visits.session_id = sessions.id AND visits.screen_id = ANY(${nodeIds}::text[])))`.execute(
    db,
  );
}

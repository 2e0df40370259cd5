// Stores a session's reading as rows that SQL can sum, and settles its outcome.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { RecordingBegan } from '#contract/own-messages.ts';
import { READING_VERSION, type ReadClick, type Reading } from '#insight/reading.ts';
import { type RunSums, runSums } from '#insight/run-sums.ts';
import { boundsOf, type PanelVisit, type RunReading } from '#insight/task-runs.ts';
import { settleRun } from '#server/outcomes/settle.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { numberScreens, type TestFile } from '#server/screens/screen-numbers.db.ts';

/** A run through a task, and whose screens it speaks of. */
export interface NewRun extends RunReading {
  file: TestFile;
}

/** One statement's rows: their JSON (400 kB) takes some milliseconds to write. */
const ROWS_PER_STATEMENT = 2000;

/**
 * Puts the runs and the shown steps of a session in the place of those before, and its
 * number of clicks and its missing devices into the recording's row.
 * @param db a transaction that holds the recording's row.
 */
export async function storeReading(
  db: Database,
  sessionId: SessionId,
  {
    runs,
    panelVisits,
    devices,
  }: {
    runs: readonly NewRun[];
    panelVisits: readonly PanelVisit[];
    devices: RecordingBegan['data'];
  },
): Promise<void> {
  const read = { version: READING_VERSION, read_at: new Date() };
  const tried = { failures: 0, retry_at: null };
  await db
    .insertInto('readings')
    .values({ session_id: sessionId, ...read })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...read, ...tried }))
    .execute();
  await db.deleteFrom('task_runs').where('session_id', '=', sessionId).execute();
  for (const run of runs) await storeRun(db, sessionId, run);
  await db.deleteFrom('panel_visits').where('session_id', '=', sessionId).execute();
  if (panelVisits.length > 0) {
    const rows = panelVisits.map(({ step, ...at }) => ({
      session_id: sessionId,
      step,
      shown_at_ms: at.firstAtMs,
      ended_at_ms: at.endedAtMs,
      answered_at_ms: at.answeredAtMs,
    }));
    await db.insertInto('panel_visits').values(rows).execute();
  }
  const clicks = runs.reduce((sum, { reading }) => sum + reading.clicks.length, 0);
  await db
    .updateTable('recordings')
    .set({ clicks, lacks_microphone: !devices.microphone, lacks_camera: !devices.camera })
    .where('session_id', '=', sessionId)
    .where(({ or, eb }) =>
      or([
        eb('clicks', '!=', clicks),
        eb('lacks_microphone', '=', devices.microphone),
        eb('lacks_camera', '=', devices.camera),
      ]),
    )
    .execute();
  await settleRun(db, sessionId);
}

async function storeRun(db: Database, sessionId: SessionId, run: NewRun): Promise<void> {
  const { step } = run;
  const reading = asStored(run.reading);
  const numberOf = await numberScreens(db, run.file, screensOf(reading));
  const screens = reading.path.map(numberOf);
  await db
    .insertInto('task_runs')
    .values({ ...taskRunOf({ ...run, reading }), session_id: sessionId, step, screens })
    .execute();
  const visits = reading.visits.map((visit, ordinal) => ({
    ordinal,
    screen_id: visit.screenId,
    in_history: visit.inHistory,
    entered_at_ms: visit.enteredAtMs,
    left_at_ms: visit.leftAtMs,
  }));
  for (const rows of statements(visits)) {
    await sql`INSERT INTO visits (session_id, step, ordinal, screen_id, entered_at_ms, left_at_ms, in_history)
      SELECT ${sessionId}, ${step}, * FROM json_to_recordset(${rows}::json) AS visit
        (ordinal integer, screen_id text, entered_at_ms float8, left_at_ms float8, in_history boolean)`.execute(
      db,
    );
  }
  const sums = runSums(reading, numberOf);
  const clicks = reading.clicks.map((click, at) => clickRowOf(click, sums.ledTo[at] ?? null));
  for (const rows of statements(clicks)) {
    await sql`INSERT INTO clicks (session_id, step, seq, at_ms, screen_id, x, y, unplaced, inner_scrolled,
        reacted, behind_overlay, target_id, is_first, place, led_to)
      SELECT ${sessionId}, ${step}, * FROM json_to_recordset(${rows}::json) AS click
        (seq integer, at_ms float8, screen_id text, x float8, y float8, unplaced text, inner_scrolled boolean,
          reacted boolean, behind_overlay boolean, target_id text, is_first boolean, place text, led_to integer)`.execute(
      db,
    );
  }
  await storeSums(db, { sessionId, step }, sums);
}

/** Returns the screens in the order in which the session showed them: presented first, then clicked. */
function screensOf({ visits, clicks }: Reading): Set<string> {
  return new Set([...visits, ...clicks].map(({ screenId }) => screenId));
}

async function storeSums(
  db: Database,
  { sessionId, step }: { sessionId: SessionId; step: number },
  { screens, places }: Pick<RunSums, 'screens' | 'places'>,
): Promise<void> {
  for (const rows of statements(screens)) {
    await sql`INSERT INTO run_screens (session_id, step, screen, presented, first_at_ms, back_at_ms, is_last,
        clicks, misclicks, unplaced, first_reacted_ms, first_missed_at_ms, first_led_to)
      SELECT ${sessionId}, ${step}, * FROM json_to_recordset(${rows}::json) AS sum
        (screen integer, presented integer, "firstAtMs" float8, "backAtMs" float8, "isLast" boolean,
          clicks integer, misclicks integer, unplaced integer, "firstReactedMs" float8,
          "firstMissedAtMs" float8, "firstLedTo" integer)`.execute(db);
  }
  for (const rows of statements(places)) {
    await sql`INSERT INTO run_places (session_id, step, screen, place, presses, first_at_ms)
      SELECT ${sessionId}, ${step}, * FROM json_to_recordset(${rows}::json) AS sum
        (screen integer, place text, presses integer, "firstAtMs" float8)`.execute(db);
  }
}

function* statements(rows: readonly object[]): Generator<RawBuilder<string>> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    yield sql.val(JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT)));
  }
}

function taskRunOf(run: RunReading) {
  const { clicks, ...reading } = run.reading;
  const { beganAtMs, endedAtMs } = boundsOf(run);
  const { echo, navigationRace, withoutPosition, withoutScreen } = reading.skipped;
  return {
    prototype_state: reading.prototypeState,
    began_at_ms: beganAtMs,
    ended_at_ms: endedAtMs,
    ended: run.ended,
    path: reading.path,
    path_at_ms: reading.pathAtMs,
    clicks: clicks.length,
    misclicks: clicks.filter(({ reacted }) => reacted === false).length,
    skipped_echo: echo,
    skipped_navigation_race: navigationRace,
    skipped_without_position: withoutPosition,
    skipped_without_screen: withoutScreen,
  };
}

function clickRowOf({ seq, x, y, unplaced, reacted, ...click }: ReadClick, ledTo: number | null) {
  return {
    seq,
    at_ms: click.atMs,
    screen_id: click.screenId,
    x,
    y,
    unplaced,
    reacted,
    inner_scrolled: click.innerScrolled,
    behind_overlay: click.behindOverlay,
    target_id: click.targetId,
    is_first: click.isFirst,
    place: click.place,
    led_to: ledTo,
  };
}

/**
 * Returns a reading as the database returns it. Ids are any text of a message; PostgreSQL takes no NUL and no
 * lone surrogate.
 */
export function asStored(reading: Reading): Reading {
  const storable = (id: string) => id.replaceAll('\0', '\ufffd').toWellFormed();
  return {
    ...reading,
    clicks: reading.clicks.map((click) => ({
      ...click,
      screenId: storable(click.screenId),
      targetId: click.targetId === null ? null : storable(click.targetId),
      place: click.place === null ? null : storable(click.place),
    })),
    visits: reading.visits.map((visit) => ({ ...visit, screenId: storable(visit.screenId) })),
    path: reading.path.map(storable),
  };
}

// Sessions of 500 messages as rows, read and settled, as many as a study of years has.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RevisionId, TestId } from '#contract/ids.ts';
import { routeOf } from '#insight/route.ts';
import type { Database } from '#server/platform/db/database.ts';
import { randomNumbers } from '#testing/random-numbers.ts';

/** Screens of the prototype; the last one is the goal. */
export const SCREENS = 12;
/** 500 messages: each of 200 clicks is reported twice, and half of them lead to a screen. */
const USUAL = { presented: 100, clicks: 200 };
/** One statement's rows. */
const BATCH = 250;

export interface SeededTest {
  testId: TestId;
  revisionId: RevisionId;
}

export const nodeIdOf = (screen: number) => `900:${screen}`;

/**
 * Adds so many sessions, each with a walk of its own, which it makes in each of its tasks.
 * @param after the last number that the test has given
 * @param tasks number of tasks of the test, which are its steps from 1
 */
export async function addSessions(
  db: Database,
  test: SeededTest,
  { sessions, after = 0, tasks = 1, ...walk }: SessionsInput,
): Promise<void> {
  const random = randomNumbers(sessions);
  for (let at = 0; at < sessions; at += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, sessions - at) }, (_, place) =>
      session(random, { number: after + at + place + 1, ...USUAL, ...walk }),
    );
    await insert(db, test, { all: rows, tasks });
  }
  await sql`ANALYZE`.execute(db);
}

/** The clicks that the sums of the screens tell of. No page of results reads them but heat and moments. */
export async function addClicks(db: Database, { testId }: SeededTest): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM sessions WHERE test_id = ${testId}`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH) {
    await sql`INSERT INTO clicks (session_id, step, seq, at_ms, screen_id, x, y, unplaced, inner_scrolled, reacted,
        behind_overlay, target_id, is_first, place, led_to)
      SELECT session_id, step, 100000 * step + 1000 * screen + n, first_at_ms + 900 * n, '900:' || screen, (screen * 991 + n * 337) % 1400,
        (number * 37 + n * 53) % 3000, NULL, false, n > run_screens.misclicks, false, NULL, n = 1,
        'layer:1:' || n % 17, NULL
      FROM sessions JOIN run_screens ON session_id = sessions.id, generate_series(1, run_screens.clicks) AS n
      WHERE session_id = ANY(${ids.slice(at, at + BATCH)}::uuid[])`.execute(db);
  }
}

type Session = ReturnType<typeof session>;

interface SessionsInput extends Partial<Walk> {
  sessions: number;
  after?: number;
  tasks?: number;
}

interface Walk {
  /** Screens presented, and clicks on them. */
  presented: number;
  clicks: number;
}

function session(
  random: (limit: number) => number,
  { number, presented, clicks }: Walk & { number: number },
) {
  const id = uuidv7();
  const path = [1];
  while (path.length < presented) {
    const next = 1 + random(SCREENS - 1);
    if (next !== path.at(-1)) path.push(next);
  }
  const succeeded = random(3) > 0;
  if (succeeded) path[path.length - 1] = SCREENS;
  const outcome = succeeded
    ? random(4) > 0
      ? 'indirect'
      : 'direct'
    : ['gave_up', 'left', 'thought_done'][random(3)];
  const pathAtMs = path.map((_, at) => 500 + at * (1500 + random(1500)));
  const endedMs = (pathAtMs.at(-1) ?? 0) + 3000;
  return {
    id,
    number,
    outcome,
    path,
    pathAtMs,
    endedMs,
    route: routeOf(path),
    upload: uuidv7(),
    goalMs: succeeded ? (pathAtMs.at(-1) ?? 0) : null,
    device: ['Chrome on Windows', 'Safari on macOS'][random(2)],
    ease: random(3) > 0 ? 1 + random(7) : null,
    didIt: succeeded,
    helped: random(9) === 0 ? 'A search box' : null,
    pressed: clicks,
    screens: screensOf(random, { path, pathAtMs, clicks }),
    places: placesOf(random, clicks),
  };
}

function screensOf(
  random: (limit: number) => number,
  { path, pathAtMs, clicks: all }: { path: number[]; pathAtMs: number[]; clicks: number },
) {
  return [...new Set(path)].map((screen) => {
    const at = path.flatMap((each, place) => (each === screen ? [pathAtMs[place] ?? 0] : []));
    const clicks = Math.round((all * at.length) / path.length);
    const missed = clicks > 0 && random(3) === 0 ? 1 + random(clicks) : 0;
    return {
      screen,
      presented: at.length,
      first: at[0],
      back: at[1] ?? null,
      last: screen === path.at(-1),
      clicks,
      misclicks: missed,
      reacted: 500 + random(4000),
      missed: missed > 0 ? (at[0] ?? 0) + 400 : null,
      led: 1 + random(SCREENS),
    };
  });
}

/** A dozen misclicks: some on the same dead labels, the others anywhere. */
function placesOf(random: (limit: number) => number, clicks: number) {
  const places = Array.from({ length: Math.ceil(clicks / 17) }, (_, at) => ({
    screen: 1 + random(SCREENS - 1),
    place: at % 3 === 0 ? `layer:1:${random(17)}` : `cell:${random(60)},${random(125)}`,
  }));
  const own = new Map(places.map((place) => [`${place.screen} ${place.place}`, place]));
  return [...own.values()].map((place) => ({
    ...place,
    presses: 1 + random(3),
    first: random(90_000),
  }));
}

async function insert(
  db: Database,
  { testId, revisionId }: SeededTest,
  { all, tasks }: { all: Session[]; tasks: number },
): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(all)}::json) AS one (id uuid, number integer, outcome text,
    path integer[], "pathAtMs" float8[], "endedMs" float8, route text, upload uuid, "goalMs" float8, device text,
    pressed integer, ease smallint, "didIt" boolean, helped text, screens json, places json)`;
  const runs = sql`${rows}, generate_series(1, ${sql.lit(tasks)}) AS step`;
  await sql`INSERT INTO sessions (id, test_id, revision_id, participant_name, timestamp_ms, number, state, device,
      started_at, finished_at)
    SELECT id, ${testId}::uuid, ${revisionId}::uuid, 'Participant ' || number, 1700000000000 + number, number, 'finished',
      device, now() - number * interval '10 minutes', now() FROM ${rows}`.execute(db);
  await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes, duration_ms, clicks)
    SELECT id, upload, 'ready', 18750000, "endedMs", pressed
    FROM ${rows}`.execute(db);
  await sql`INSERT INTO readings (session_id, version, read_at) SELECT id, 1000, now() FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO task_runs (session_id, step, prototype_state, began_at_ms, ended_at_ms, path, path_at_ms,
      screens, route, clicks, misclicks, skipped_echo, skipped_navigation_race, skipped_without_position,
      skipped_without_screen, computed_outcome, outcome, goal_at_ms)
    SELECT id, step, 'shown', "pathAtMs"[1], "endedMs", (SELECT array_agg('900:' || s) FROM unnest(path) AS s), "pathAtMs",
      path, route, pressed, 12, 200, 0, 0, 0, outcome, outcome, "goalMs" FROM ${runs}`.execute(db);
  await sql`INSERT INTO answers (session_id, step, did_it, ease, helped)
    SELECT id, step, "didIt", ease, helped FROM ${runs} WHERE ease IS NOT NULL`.execute(db);
  const questions = sql`${rows} JOIN steps ON revision_id = ${revisionId} AND steps.number > ${sql.lit(tasks)}`;
  await sql`INSERT INTO panel_visits (session_id, step, shown_at_ms, ended_at_ms, answered_at_ms)
    SELECT one.id, steps.number, "endedMs", "endedMs" + 9000, "endedMs" + 8000 FROM ${questions}`.execute(
    db,
  );
  await sql`INSERT INTO answers (session_id, step, answer)
    SELECT one.id, steps.number, to_jsonb(coalesce(ease, 4)) FROM ${questions}`.execute(db);
  await sql`INSERT INTO session_parameters (session_id, name, value)
    SELECT id, 'PID', id::text FROM ${rows}`.execute(db);
  await sql`INSERT INTO session_consents (session_id, version, items)
    SELECT id, 1, '{screen,microphone}' FROM ${rows}`.execute(db);
  await sql`INSERT INTO session_seats (session_id, test_id, step, word)
    SELECT id, ${testId}::uuid, 1, 'daily' FROM ${rows}`.execute(db);
  await sql`INSERT INTO openings (id, test_id, revision_id, started, session_id, opened_at)
    SELECT gen_random_uuid(), ${testId}::uuid, ${revisionId}::uuid, true, id, now() FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO run_screens (session_id, step, screen, presented, first_at_ms, back_at_ms, is_last, clicks,
      misclicks, unplaced, first_reacted_ms, first_missed_at_ms, first_led_to)
    SELECT id, step, screen, presented, first, back, last, clicks, misclicks, 0, reacted, missed, led
    FROM ${runs}, json_to_recordset(screens) AS of (screen integer, presented integer, first float8, back float8,
      last boolean, clicks integer, misclicks integer, reacted float8, missed float8, led integer)`.execute(
    db,
  );
  await sql`INSERT INTO run_places (session_id, step, screen, place, presses, first_at_ms)
    SELECT id, step, screen, place, presses, first
    FROM ${runs}, json_to_recordset(places) AS of (screen integer, place text, presses integer, first float8)`.execute(
    db,
  );
}

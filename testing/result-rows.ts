// Sessions with their readings as rows, without recording and reading them: for tests and benchmarks of results.

import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RevisionId, SessionId, TestId, UploadId } from '#contract/ids.ts';
import type { Outcome, TaskAnswers } from '#contract/outcomes.ts';
import { routeOf } from '#insight/route.ts';
import { runSums } from '#insight/run-sums.ts';
import type { Parts } from '#server/parts.ts';
import { newId } from '#server/platform/new-id.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';

/** Times in milliseconds since the recording started. */
export interface SeededPerson {
  name: string;
  number: number;
  /** Outcome of the stored run, or null while the session runs and has no reading. */
  outcome: Outcome | null;
  isExcluded: boolean;
  /** Presented screens, by number. */
  path: { screen: number; atMs: number }[];
  endedAtMs: number;
  goalAtMs: number | null;
  clicks: SeededClick[];
  /** Answers on the card, or null if it was skipped. */
  answers: TaskAnswers | null;
  device: string | null;
  startedAt: string;
}

export interface SeededClick {
  screen: number;
  atMs: number;
  /** Position of the click, or null if it has none. */
  at: { x: number; y: number } | null;
  reacted: boolean | null;
  place: string | null;
}

interface SeededTest {
  testId: TestId;
  revisionId: RevisionId;
}

export const nodeIdOf = (screen: number) => `900:${screen}`;

/** Gives the sample's screens `900:1`, `900:2` … their numbers. */
export async function seedScreens(
  { db, samplePrototypeUrl, prototypeHosts }: Parts,
  { testId }: Pick<SeededTest, 'testId'>,
  screens: number,
): Promise<void> {
  const { apiOrigin, fileKey } = prototypeOf(samplePrototypeUrl ?? '', prototypeHosts) ?? {};
  await sql`INSERT INTO test_screens (test_id, number, api_origin, file_key, node_id)
    SELECT ${testId}, number, ${apiOrigin}, ${fileKey}, '900:' || number
    FROM generate_series(1, ${screens}::int) AS number`.execute(db);
}

export async function seedPerson(
  { db }: Pick<Parts, 'db'>,
  { testId, revisionId }: SeededTest,
  person: SeededPerson,
): Promise<SessionId> {
  const id = uuidv7() as SessionId;
  const isRunning = person.outcome === null;
  const session = {
    id,
    test_id: testId,
    revision_id: revisionId,
    participant_name: person.name,
    number: person.number,
    timestamp_ms: 1_700_000_000_000 + person.number,
    device: person.device,
    started_at: new Date(person.startedAt),
  };
  await db
    .insertInto('sessions')
    .values({ ...session, state: isRunning ? 'started' : 'finished' })
    .execute();
  await db
    .insertInto('recordings')
    .values({
      session_id: id,
      upload_id: newId<UploadId>(),
      state: isRunning ? 'receiving' : 'ready',
      size_bytes: 1000,
      duration_ms: person.endedAtMs,
    })
    .execute();
  if (person.isExcluded) await exclude(db, id);
  const { answers } = person;
  if (answers) {
    const { didIt: did_it, ...others } = answers;
    await db
      .insertInto('answers')
      .values({ session_id: id, step: 1, did_it, ...others })
      .execute();
  }
  if (!isRunning) await seedReading(db, id, person);
  return id;
}

async function exclude(db: Parts['db'], id: SessionId): Promise<void> {
  const judgement = { id: uuidv7(), session_id: id, step: 1, kind: 'exclusion' as const };
  await db
    .insertInto('judgements')
    .values({ ...judgement, outcome: null, reason: 'a colleague', judged_by: null })
    .execute();
}

async function seedReading(db: Parts['db'], id: SessionId, person: SeededPerson): Promise<void> {
  const { path, clicks, goalAtMs } = person;
  const times = path.map(({ atMs }) => atMs);
  const screens = path.map(({ screen }) => screen);
  const goalAt = goalAtMs === null ? -1 : times.indexOf(goalAtMs);
  await db
    .insertInto('readings')
    .values({ session_id: id, version: 1_000, read_at: new Date() })
    .execute();
  await db
    .insertInto('task_runs')
    .values({
      session_id: id,
      step: 1,
      prototype_state: 'shown',
      clicks: clicks.length,
      began_at_ms: times[0] ?? null,
      ended_at_ms: person.endedAtMs,
      goal_at_ms: goalAtMs,
      path: screens.map(nodeIdOf),
      path_at_ms: times,
      screens,
      route: routeOf(goalAt === -1 ? screens : screens.slice(0, goalAt + 1)),
      misclicks: clicks.filter(({ reacted }) => reacted === false).length,
      skipped_echo: 0,
      skipped_navigation_race: 0,
      skipped_without_position: 0,
      skipped_without_screen: 0,
      computed_outcome: person.outcome,
      outcome: person.isExcluded ? 'excluded' : person.outcome,
    })
    .execute();
  await seedSums(db, id, person);
}

async function seedSums(db: Parts['db'], id: SessionId, person: SeededPerson): Promise<void> {
  const seen = new Set<number>();
  const read = person.clicks.map(({ screen, at, ...click }, seq) => {
    const isFirst = !seen.has(screen);
    seen.add(screen);
    return {
      seq,
      screenId: nodeIdOf(screen),
      ...click,
      isFirst,
      x: at?.x ?? null,
      y: at?.y ?? null,
      unplaced: at ? null : ('node_unknown' as const),
      innerScrolled: false,
      behindOverlay: false,
      targetId: null,
    };
  });
  const reading = {
    clicks: read,
    path: person.path.map(({ screen }) => nodeIdOf(screen)),
    pathAtMs: person.path.map(({ atMs }) => atMs),
  };
  const sums = runSums(reading, (nodeId) => Number(nodeId.split(':')[1]));
  const ids = { session_id: id, step: 1 };
  const clicks = read.map((click, at) => ({
    ...ids,
    seq: click.seq,
    at_ms: click.atMs,
    screen_id: click.screenId,
    x: click.x,
    y: click.y,
    unplaced: click.unplaced,
    inner_scrolled: false,
    reacted: click.reacted,
    behind_overlay: false,
    target_id: null,
    is_first: click.isFirst,
    place: click.place,
    led_to: sums.ledTo[at] ?? null,
  }));
  const screens = sums.screens.map((sum) => ({
    ...ids,
    screen: sum.screen,
    presented: sum.presented,
    first_at_ms: sum.firstAtMs,
    back_at_ms: sum.backAtMs,
    is_last: sum.isLast,
    clicks: sum.clicks,
    misclicks: sum.misclicks,
    unplaced: sum.unplaced,
    first_reacted_ms: sum.firstReactedMs,
    first_missed_at_ms: sum.firstMissedAtMs,
    first_led_to: sum.firstLedTo,
  }));
  const places = sums.places.map(({ firstAtMs, ...sum }) => ({
    ...ids,
    ...sum,
    first_at_ms: firstAtMs,
  }));
  if (clicks.length > 0) await db.insertInto('clicks').values(clicks).execute();
  if (screens.length > 0) await db.insertInto('run_screens').values(screens).execute();
  if (places.length > 0) await db.insertInto('run_places').values(places).execute();
}

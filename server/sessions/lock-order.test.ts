// Rows are locked in one order (server/platform/db/deadlocks.ts): every two writes to a test run at the same moment, and PostgreSQL
// ends none of them because of a deadlock.
import { type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { countWaiting } from '#testing/count-waiting.ts';
import { sendPiece, sentVideo } from '#testing/participant.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { type BusyTest, makeBusyTest, writes } from '#testing/writing-calls.ts';

let app: TestApp;
let owner: TestClient;
let deadlocks = 0;

beforeAll(async () => {
  app = await startTestApp({
    sample: true,
    onDeadlock: () => {
      deadlocks += 1;
    },
  });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  deadlocks = 0;
});
afterAll(() => app.close());

it('thirty people start in the same millisecond and send their first pieces', async () => {
  const form = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  vi.useFakeTimers({ toFake: ['Date'] });
  const takePart = async () => {
    const answer = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' });
    const bytes = sentVideo.subarray(0, 20_000);
    const piece = await sendPiece(app.anyone, answer.body.session, { offset: 0, bytes });
    return [answer.status, piece.status];
  };
  for (let round = 0; round < 3; round += 1) {
    const people = await Promise.all(Array.from({ length: 30 }, takePart));
    expect(people).toEqual(people.map(() => [201, 204]));
  }
  expect(deadlocks).toBe(0);
});

/** Kinds of writes that run at once, two of each: as many as the pool has connections. */
const AT_ONCE = 5;
/** Other moments are tried with `LOCK_SEED=7 LOCK_ROUNDS=20 npx vitest run …`. */
const { LOCK_SEED = '1', LOCK_ROUNDS = '1' } = process.env;

describe(`every two writes to a test at the same moment (seed ${LOCK_SEED})`, () => {
  const random = randomNumbers(Number(LOCK_SEED));
  const rounds = Array.from({ length: Number(LOCK_ROUNDS) }, () =>
    groupsOf(Object.keys(writes), random),
  );
  const groups = rounds.flatMap((round) =>
    round.map((names, at) => ({ names, together: names.join(', '), limit: at % 2 ? null : 4 })),
  );
  const succeeded = new Set<string>();

  it.each(groups)('$together', async ({ names, limit }) => {
    const busy = await makeBusyTest({ app, owner }, limit);
    pauseStatements(random);
    const answers = await Promise.all(
      [...names, ...names].map(async (name) => ({ name, status: await statusOf(name, busy) })),
    );
    vi.restoreAllMocks();
    const failed = answers.filter(({ status }) => status >= 500);
    expect({ deadlocks, failed }).toEqual({ deadlocks: 0, failed: [] });
    for (const { name, status } of answers) if (status < 300) succeeded.add(name);
  });

  it('succeeds with each of them now and then', () => {
    expect([...succeeded].toSorted()).toEqual(Object.keys(writes).toSorted());
  });
});

type Rows = (busy: BusyTest) => RawBuilder<unknown>;

const testRow: Rows = ({ test }) => sql`SELECT FROM tests WHERE id = ${test._id} FOR NO KEY UPDATE`;
const stepRow: Rows = ({ test }) =>
  sql`SELECT FROM steps WHERE revision_id = ${test.revision._id} FOR NO KEY UPDATE`;

interface Wait {
  /** Name of an entry of `writes`. */
  name: string;
  limit: number | null;
  /** Rows that another transaction holds. */
  held: Rows[];
  /** Rows that come after them in the order. */
  later: Rows;
}

const waits: Wait[] = [
  { name: 'sessions.finish', limit: 3, held: [testRow], later: stepRow },
  { name: 'sessions.finish, whole video', limit: null, held: [testRow], later: stepRow },
  {
    name: 'sessions.abandon, nothing recorded',
    limit: null,
    held: [testRow],
    later: ({ openingId }) => sql`SELECT FROM openings WHERE id = ${openingId} FOR UPDATE`,
  },
  {
    name: 'readings.renew',
    limit: null,
    held: [
      ({ finished }) => sql`SELECT FROM sessions WHERE id = ${finished._id} FOR NO KEY UPDATE`,
    ],
    later: ({ finished }) =>
      sql`SELECT FROM readings WHERE session_id = ${finished._id} FOR UPDATE`,
  },
  {
    name: 'myRecording.withdraw',
    limit: null,
    held: [({ finding }) => sql`SELECT FROM findings WHERE id = ${finding.id} FOR NO KEY UPDATE`],
    later: ({ finding }) =>
      sql`SELECT FROM finding_evidence WHERE finding_id = ${finding.id} FOR UPDATE`,
  },
];

it.each(waits)('$name waits before it takes later rows', async ({ name, limit, held, later }) => {
  const busy = await makeBusyTest({ app, owner }, limit);
  const written: Promise<number>[] = [];
  await app.parts.db.transaction().execute(async (db) => {
    for (const rows of held) await rows(busy).execute(db);
    written.push(statusOf(name, busy));
    await expect.poll(() => countWaiting(app.parts.db), { timeout: 20_000 }).toBe(1);
    await sql`${later(busy)} NOWAIT`.execute(db);
  });
  expect(await Promise.all(written)).toEqual([expect.toSatisfy((status) => status < 300)]);
});

/** HTTP status; 200 for a job, and 400 where the server ended the connection of a body that it refused. */
async function statusOf(name: string, busy: BusyTest): Promise<number> {
  try {
    return (await writes[name]?.(busy))?.status ?? 200;
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') return 400;
    throw error;
  }
}

/** Groups of AT_ONCE names, in random order, so that each two of all are together in one. */
function groupsOf(names: readonly string[], random: (limit: number) => number): string[][] {
  const apart = new Map(names.map((name) => [name, new Set(names.filter((one) => one !== name))]));
  const groups: string[][] = [];
  for (;;) {
    const shuffled = names
      .map((name) => ({ name, place: random(1_000_000) }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ name }) => name);
    const first = shuffled.find((name) => apart.get(name)?.size);
    if (first === undefined) return groups;
    const group = [first];
    while (group.length < AT_ONCE) {
      const newPairs = (name: string) => group.filter((one) => apart.get(one)?.has(name)).length;
      const others = shuffled.filter((name) => !group.includes(name));
      const [best] = others.toSorted((one, other) => newPairs(other) - newPairs(one));
      if (best === undefined) break;
      group.push(best);
    }
    for (const one of group) for (const other of group) apart.get(one)?.delete(other);
    groups.push(group);
  }
}

/** Makes each statement wait a random moment, so that transactions meet between any two of their statements. */
function pauseStatements(random: (limit: number) => number): void {
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  const paused = function (this: Client, ...given: unknown[]) {
    const [, callback] = given;
    // The job queue has connections of its own, and calls without a callback.
    if (typeof callback !== 'function') return query.apply(this, given);
    setTimeout(() => query.apply(this, given), random(8));
    return undefined;
  };
  vi.spyOn(Client.prototype, 'query').mockImplementation(paused as never);
}

// Costs of calls on a small and on a large database, in turns in one run; the time to delete a large test; the disk
// space of a message. SCALE_SESSIONS sets the number of sessions in the large database.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { memoryBytes } from './process-memory.ts';
import { alone, lessIsBetter, median, type Row } from './rows.ts';
import { ROUNDS, type ScaleCall, scaleCalls } from './scale-calls.ts';
import { openStage, type ScaleSizes, type ScaleStage } from './scale-stage.ts';

const LANES = [1, 10];
const ROUND_MS = 700;
/** A call may take twice the time on the large database. */
const AIM = 'at least 0.5';
const GONE_LIMIT_MS = 120_000;
/** The options of `npm start`. */
const NODE_OPTIONS = '--max-semi-space-size=8';
const BURSTS = 5;
/** Collected and given back meanwhile. */
const QUIET_MS = 10_000;

const session = { messages: 12, presented: 4, clicks: 4, tasksOfLargest: 5 };
const small: ScaleSizes = {
  ...session,
  workspaces: 2,
  tests: 24,
  sessions: 300,
  sessionsOfLargest: 100,
  messagesOfLongest: 100,
};
const sessions = Number(process.env.SCALE_SESSIONS ?? 200_000);
const large: ScaleSizes = {
  ...session,
  workspaces: 500,
  tests: 10_000,
  sessions,
  sessionsOfLargest: 10_000,
  messagesOfLongest: 19_000,
};

interface Stages {
  small: ScaleStage;
  large: ScaleStage;
}

export async function run(): Promise<Row[]> {
  const lanes = Math.max(...LANES);
  const stages: Stages = {
    small: await openStage(small, { lanes, NODE_OPTIONS }),
    large: await openStage(large, { lanes, NODE_OPTIONS }),
  };
  try {
    const rows = [await memoryRow(stages.large)];
    for (const call of scaleCalls) {
      for (const lane of LANES) rows.push(await compare(stages, call, lane));
    }
    rows.push(await messageRow(stages.large));
    return [...rows, ...(await deletionRows(stages))];
  } finally {
    await stages.small.remove();
    await stages.large.remove();
  }
}

async function compare(stages: Stages, call: ScaleCall, lanes: number): Promise<Row> {
  const times = { small: [] as number[], large: [] as number[] };
  const turns = { small: 0, large: 0 };
  const { mostPerRound = Number.POSITIVE_INFINITY } = call;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const size of ['small', 'large'] as const) {
      await letStart(stages[size]);
      const endsAt = performance.now() + ROUND_MS;
      const taken = await Promise.all(
        Array.from({ length: lanes }, async (_, lane) => {
          const own: number[] = [];
          while (performance.now() < endsAt && own.length < mostPerRound) {
            turns[size] += 1;
            own.push(await ask(stages[size], call, { turn: turns[size] * 100 + lanes, lane }));
          }
          return own;
        }),
      );
      if (round > 0) times[size].push(...taken.flat());
    }
  }
  return lessIsBetter({
    name: `${call.name}, ${lanes === 1 ? '1 connection' : `${lanes} connections`}`,
    ours: median(times.large),
    peer: median(times.small),
    unit: 'ms',
    aim: AIM,
  });
}

/** All starts are of one test, which takes only so many in some minutes, and so many that record nothing. */
async function letStart({ db }: ScaleStage): Promise<void> {
  await db.deleteFrom('rate_counts').execute();
  const waiting = db.updateTable('sessions').where('waiting_from', 'is not', null);
  await waiting.set({ waiting_from: null }).execute();
}

/** One for each connection: the next request goes over the same one. */
const agents = Array.from({ length: Math.max(...LANES) }, () => new Agent({ keepAlive: true }));

/** @returns milliseconds until the whole answer is there @throws Error when it is no success */
async function ask(
  stage: ScaleStage,
  call: ScaleCall,
  { turn, lane }: { turn: number; lane: number },
): Promise<number> {
  const { path, body, headers, from } = call.request(stage, turn, lane);
  const cookie = stage.owner.credentials().cookie ?? '';
  const sent = request(`${stage.server.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', 'content-type': 'application/json', cookie, ...headers },
    ...(from ? { localAddress: from, agent: false } : { agent: agents[lane] }),
  });
  const startedAt = performance.now();
  sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const answerText = await text(answer);
  const isDone = answer.statusCode === 200 || answer.statusCode === 201;
  if (!isDone) throw new Error(`${call.name}: ${answer.statusCode} ${answerText.slice(0, 200)}`);
  return performance.now() - startedAt;
}

async function deletionRows(stages: Stages): Promise<Row[]> {
  const [few, many] = [await remove(stages.small), await remove(stages.large)];
  return [
    lessIsBetter({
      name: 'a test of 10,000 sessions is deleted, against one of 100',
      ours: many.answeredMs,
      peer: few.answeredMs,
      unit: 'ms',
      aim: AIM,
    }),
    alone({
      name: 'sessions that are removed meanwhile',
      ours: many.sessionsPerSecond,
      unit: 'a second',
      aim: 'at least 280',
    }),
  ];
}

async function remove({ owner, test, db }: ScaleStage) {
  const left = async () => {
    const of = db.selectFrom('sessions').where('test_id', '=', test._id);
    const { count } = await of
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const before = await left();
  const startedAt = performance.now();
  const path = `/api/tests/${test._id}/${test.company}/${test.name}`;
  const { status } = await owner.delete(path);
  const answeredMs = performance.now() - startedAt;
  if (status !== 200) throw new Error(`the test is not deleted: ${status}`);
  while ((await left()) > 0) {
    if (performance.now() - startedAt > GONE_LIMIT_MS) throw new Error('the test is not gone');
    await sleep(100);
  }
  return { answeredMs, sessionsPerSecond: before / ((performance.now() - startedAt) / 1000) };
}

/** Plain lists, as many at once as took 3.5 GB when a person could ask for several. */
async function memoryRow({ owner, server }: ScaleStage): Promise<Row> {
  const held = async () => {
    await sleep(QUIET_MS);
    return (await memoryBytes(server.pid() ?? 0)) / 2 ** 20;
  };
  const before = await held();
  for (let burst = 0; burst < BURSTS; burst += 1) {
    await Promise.all(Array.from({ length: 8 }, async () => await owner.get('/api/tests')));
  }
  return lessIsBetter({
    name: 'memory after 40 plain lists, eight at once, against before',
    ours: await held(),
    peer: before,
    unit: 'MB',
    aim: 'at least 0.8',
  });
}

/** Measures the disk space of messages as a running session stores them. */
async function messageRow({ db }: ScaleStage): Promise<Row> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT pg_total_relation_size('session_messages')::float8 / sum(messages) AS bytes
      FROM session_messages`.execute(db);
  return alone({
    name: 'disk of a message while its session runs',
    ours: rows[0]?.bytes ?? Number.NaN,
    unit: 'bytes',
    aim: '–',
  });
}

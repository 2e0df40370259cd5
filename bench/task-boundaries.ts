// Participants who do several tasks with a question after each: the boundaries and answers that their pages send while they
// record, and what is stored of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StepMessage } from '#contract/own-messages.ts';
import { readStepMessage } from '#contract/own-messages.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { readRawEvents } from '#server/events/stored-messages.db.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { bearer } from '#testing/participant.ts';
import type { RunningServer } from '../e2e/server.ts';

interface Tasks {
  /** Tasks of the test, each followed by a question. */
  tasks: number;
  /** Duration of the recording. */
  seconds: number;
}

export interface BoundaryFigures {
  /** Answers that were acknowledged and are not stored as they were given. */
  lostAnswers: number;
  /** Boundaries that were acknowledged and are not stored. */
  lost: number;
  /** Sessions that have not a run for each task. */
  withoutRuns: number;
}

/** A session's reading is made by a job after its end. */
const READ_LIMIT_MS = 120_000;
const READ_EVERY_MS = 1000;

interface Boundary {
  messages: (StepMessage | { type: string; data: object })[];
  /** Number of the question that is answered then. */
  question?: number;
}

/** @returns what a page sends at the begin and at the end of each task, and when its question is answered */
function boundariesOf(tasks: number): Boundary[] {
  return Array.from({ length: tasks }, (_, at) => {
    const [step, question] = [2 * at + 1, 2 * at + 2];
    return [
      {
        messages: [
          { type: 'TRYOUT_STEP_SHOWN', data: { step } },
          { type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } },
        ],
      },
      {
        messages: [
          { type: 'TRYOUT_STEP_ENDED', data: { step, how: 'done' } },
          { type: 'TRYOUT_STEP_SHOWN', data: { step: question } },
        ],
      },
      {
        messages: [{ type: 'TRYOUT_STEP_ENDED', data: { step: question, how: 'done' } }],
        question,
      },
    ];
  }).flat();
}

/** The answer of a person to a question, which differs from their other ones and from other people's. */
const answerOf = ({ _id }: StartedSession, question: number) =>
  `${_id}, question ${question}: ${'too small to read. '.repeat(5)}`.trim();

/**
 * Sends the boundaries and answers at their times.
 * @returns milliseconds until each answer was acknowledged
 * @throws Error when one is refused
 */
export async function passThroughSteps(
  origin: string,
  session: StartedSession,
  { tasks, seconds }: Tasks,
): Promise<number[]> {
  const client = new TestClient(origin);
  const boundaries = boundariesOf(tasks);
  const headers = { ...bearer(session), 'content-type': 'application/json' };
  const send = async (path: string, method: string, body: object) =>
    successBody(
      await client.send(`/api/sessions/${session._id}/${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      }),
    );
  const startedAt = performance.now();
  const everyMs = (seconds * 1000) / boundaries.length;
  // People do not press in the same millisecond.
  const offsetMs = Math.random() * everyMs;
  const saved: number[] = [];
  let seq = 0;
  for (const [at, { messages, question }] of boundaries.entries()) {
    await sleep(Math.max(0, startedAt + offsetMs + at * everyMs - performance.now()));
    const atMs = performance.now() - startedAt;
    const events = messages.map((message, place) => ({ seq: seq + place, atMs, ...message }));
    seq += events.length;
    await send('events', 'POST', { events });
    if (question === undefined) continue;
    const answeredAt = performance.now();
    await send(`answers/${question}`, 'PUT', { answer: answerOf(session, question) });
    saved.push(performance.now() - answeredAt);
  }
  return saved;
}

export async function countBoundaries(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  sessions: readonly StartedSession[],
  { tasks }: Tasks,
): Promise<BoundaryFigures> {
  const connection = runningDatabase({ dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const sum = { lost: 0, lostAnswers: 0 };
    for (const session of sessions) {
      sum.lost += 4 * tasks - (await storedBoundaries(db, session));
      sum.lostAnswers += tasks - (await storedAnswers(db, session));
    }
    return { ...sum, withoutRuns: await withoutRuns(db, sessions, tasks) };
  } finally {
    await db.destroy();
  }
}

async function storedBoundaries(db: Database, { _id }: StartedSession): Promise<number> {
  const stored = new Set<string>();
  for await (const page of readRawEvents(db, _id)) {
    for (const message of page) {
      const own = readStepMessage(message);
      if (own) stored.add(`${own.type} ${own.data.step}`);
    }
  }
  return stored.size;
}

async function storedAnswers(db: Database, session: StartedSession): Promise<number> {
  const rows = await db
    .selectFrom('answers')
    .select(['step', 'answer'])
    .where('session_id', '=', session._id)
    .where('answer', 'is not', null)
    .execute();
  return rows.filter(({ step, answer }) => answer === answerOf(session, step)).length;
}

/** Counts them once all are read, or when the time is up. */
async function withoutRuns(
  db: Database,
  sessions: readonly StartedSession[],
  tasks: number,
): Promise<number> {
  const limitAt = performance.now() + READ_LIMIT_MS;
  for (;;) {
    const rows = await db
      .selectFrom('task_runs')
      .select('session_id')
      .where('ended', '=', 'done')
      .groupBy('session_id')
      .having(({ fn, eb }) => eb(fn.countAll(), '=', tasks))
      .execute();
    const missing = sessions.length - rows.length;
    if (missing === 0 || performance.now() > limitAt) return missing;
    await sleep(READ_EVERY_MS);
  }
}

// Participants who do several tasks: the boundaries that their pages write while they record, and what is stored of them.
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
  tasks: number;
  /** Duration of the recording. */
  seconds: number;
}

export interface BoundaryFigures {
  /** Boundaries that were acknowledged and are not stored. */
  lost: number;
  /** Sessions that have not a run for each task. */
  withoutRuns: number;
}

/** A session's reading is made by a job after its end. */
const READ_LIMIT_MS = 120_000;
const READ_EVERY_MS = 1000;

/** @returns what a page writes, a call for the begin and one for the end of each task */
function messagesOf(tasks: number): (StepMessage | { type: string; data: object })[][] {
  return Array.from({ length: tasks }, (_, at) => [
    [
      { type: 'TRYOUT_STEP_SHOWN', data: { step: at + 1 } },
      { type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } },
    ],
    [{ type: 'TRYOUT_STEP_ENDED', data: { step: at + 1, how: 'done' } }],
  ]).flat();
}

/** Sends the boundaries at their times. @throws Error when one is refused */
export async function passThroughTasks(
  origin: string,
  session: StartedSession,
  { tasks, seconds }: Tasks,
): Promise<void> {
  const client = new TestClient(origin);
  const startedAt = performance.now();
  const everyMs = (seconds * 1000) / (2 * tasks);
  let seq = 0;
  for (const [at, messages] of messagesOf(tasks).entries()) {
    await sleep(Math.max(0, startedAt + at * everyMs - performance.now()));
    const atMs = performance.now() - startedAt;
    const events = messages.map((message, place) => ({ seq: seq + place, atMs, ...message }));
    seq += events.length;
    const body = JSON.stringify({ events });
    const headers = { ...bearer(session), 'content-type': 'application/json' };
    const path = `/api/sessions/${session._id}/events`;
    successBody(await client.send(path, { method: 'POST', headers, body }));
  }
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
    let lost = 0;
    for (const session of sessions) lost += 2 * tasks - (await storedBoundaries(db, session));
    return { lost, withoutRuns: await withoutRuns(db, sessions, tasks) };
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

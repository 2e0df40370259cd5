// A participant of the soak: a recorder's pace and the page's own upload code, without a browser. The
// spool in memory stands for the browser's disk: it outlives the tab.
import { setTimeout as sleep } from 'node:timers/promises';
import { PIECE_MS } from '#capture/record/takes.ts';
import { MemorySpool } from '#capture/spool/memory-spool.ts';
import { newSessionOf } from '#capture/spool/spool.ts';
import { SessionUpload } from '#capture/upload/session-upload.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import type { Lane } from './lane.ts';
import type { CreatedTest } from './participants.ts';
import type { Ending } from './tasks.ts';

/** 0.48 Mbit/s: little enough that a thousand sessions are about the server's work and not the machine's. */
export const BYTES_PER_SECOND = 60_000;

export interface Plan {
  number: number;
  fate: Ending['fate'];
  /** When the recording is stopped or the tab is lost. */
  recordedMs: number;
  /** Time until the person returns. */
  awayMs: number;
}

interface Place {
  /** The server's origin. */
  origin: string;
  test: CreatedTest;
  lane: Lane;
}

/** A stopped server is running again within seconds. */
const START_ATTEMPTS = 60;
const START_AGAIN_MS = 500;
/** An upload that takes longer than this after its end counts as never ended. */
const END_LIMIT_MS = 60_000;

export async function takePart(plan: Plan, place: Place): Promise<Ending> {
  const session = await start(plan, place);
  const spool = new MemorySpool();
  const { _id: sessionId } = session;
  await spool.begin(newSessionOf(session, place.test, null));
  const recordedBytes = bytesAfter(plan.recordedMs);
  let upload = await newUpload(spool, sessionId);
  await record(plan, place.lane, { spool, sessionId, upload });
  if (plan.fate !== 'stays') {
    upload.close();
    await sleep(plan.fate === 'returns' ? plan.awayMs : 0);
  }
  const spooledBytes = (await spool.get(sessionId))?.spooledBytes ?? 0;
  let { storedBytes: acknowledgedBytes, phase }: { storedBytes: number; phase: string } =
    upload.getSnapshot();
  if (plan.fate !== 'vanishes') {
    if (plan.fate === 'returns') upload = await newUpload(spool, sessionId);
    const ended = upload.finish(Promise.resolve({ storedEvents: 0 }), 'stopped');
    await Promise.race([ended, sleep(END_LIMIT_MS, undefined, { ref: false })]);
    upload.close();
    ({ storedBytes: acknowledgedBytes, phase } = upload.getSnapshot());
  }
  const { number: lane, fate } = plan;
  return { sessionId, lane, fate, recordedBytes, spooledBytes, acknowledgedBytes, phase };
}

function bytesAfter(ms: number): number {
  return Math.floor((ms / 1000) * BYTES_PER_SECOND);
}

async function start({ number }: Plan, { origin, test }: Place): Promise<StartedSession> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startSession(new TestClient(origin), test, { name: `Participant ${number}` });
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(START_AGAIN_MS);
    }
  }
}

/** Creates the upload as a newly opened page does. */
async function newUpload(spool: MemorySpool, sessionId: string): Promise<SessionUpload> {
  const session = await spool.get(sessionId);
  if (!session) throw new Error('the session left the spool');
  return new SessionUpload({ spool, session });
}

interface Recording {
  spool: MemorySpool;
  sessionId: string;
  upload: SessionUpload;
}

/** A piece a second; the one in the making is handed over at a stop and lost with a tab. */
async function record(
  { recordedMs, fate }: Plan,
  lane: Lane,
  { spool, sessionId, upload }: Recording,
): Promise<void> {
  upload.stream();
  const startedAt = performance.now();
  let offset = 0;
  for (let atMs = PIECE_MS; ; atMs += PIECE_MS) {
    const untilMs = Math.min(atMs, recordedMs);
    await sleep(Math.max(0, startedAt + untilMs - performance.now()));
    if (atMs > recordedMs && fate !== 'stays') return;
    const bytes = new Uint8Array(Buffer.concat(lane.slices(offset, bytesAfter(untilMs))));
    await spool.append(sessionId, { offset, bytes, recordedMs: untilMs });
    offset += bytes.length;
    upload.piecesAdded(offset);
    if (atMs > recordedMs) return;
  }
}

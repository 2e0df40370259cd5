// Honest participants without a browser, in a process of their own: a piece and some events a second, tried again until
// stored, as the page does, a sheet of stills every other second, and the call that finishes. Started by hostile.bench.ts.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, sentSheet, streamedForm } from '#testing/participant.ts';
import { hearTask, tellOutcome } from './child.ts';
import { type Lane, laneOf, videoOf } from './lane.ts';
import { type HonestOutcome, type HonestTask, honestTask } from './tasks.ts';

const PIECE_MS = 1000;
const PIECES_PER_SHEET = 2;
/** Time in which the senders' processes start. It is not counted. */
const WARM_UP_MS = 2000;
const TRY_LIMIT_MS = 10_000;
const TRY_AGAIN_MS = 250;
/** A piece that is not stored so long after the recording's end is given up. */
const PATIENCE_MS = 15_000;

type Session = HonestTask['sessions'][number];

const task = honestTask.parse(await hearTask());
const outcome: HonestOutcome = {
  ackMs: [],
  stillMs: [],
  finishMs: [],
  failedTries: 0,
  failedCalls: 0,
  kept: [],
};
const startedAt = performance.now();
const endMs = task.seconds * 1000;
const video = videoOf(await readFile(task.video));
await Promise.all(
  task.sessions.map(async (session, number) => {
    outcome.kept[number] = await takePart(session, laneOf(video, number), number);
  }),
);
await tellOutcome(outcome);

async function takePart(session: Session, lane: Lane, number: number) {
  const hash = createHash('sha256');
  let stored = 0;
  let seq = 0;
  const firstMs = (PIECE_MS * number) / task.sessions.length;
  for (let dueMs = firstMs; dueMs < endMs; dueMs += PIECE_MS) {
    await sleep(Math.max(0, startedAt + dueMs - performance.now()));
    const beside = [sendEvents(session, seq)];
    seq += task.eventsPerPiece;
    const piece = Math.round((dueMs - firstMs) / PIECE_MS);
    if (piece % PIECES_PER_SHEET === 0) beside.push(sendSheet(session, piece));
    const from = performance.now();
    const until = stored + task.pieceBytes;
    const bytes = Buffer.concat(lane.slices(stored, until));
    const isStored = await sendUntilStored(session, stored, bytes);
    await Promise.all(beside);
    if (!isStored) break;
    if (dueMs >= WARM_UP_MS) outcome.ackMs.push(performance.now() - from);
    hash.update(bytes);
    stored += bytes.length;
  }
  const body = streamedForm(session);
  await timed(outcome.finishMs, session, { path: task.finishPath, init: { method: 'POST', body } });
  return { bytes: stored, sha256: hash.digest('hex') };
}

async function sendSheet(session: Session, piece: number): Promise<void> {
  const number = piece / PIECES_PER_SHEET;
  await timed(outcome.stillMs, session, {
    path: `/api/sessions/${session.id}/stills/${number}?timesMs=${piece * PIECE_MS}`,
    init: { method: 'PUT', body: sentSheet, headers: { 'content-type': 'image/webp' } },
  });
}

async function timed(
  timesMs: number[],
  session: Session,
  { path, init }: { path: string; init: RequestInit & { headers?: Record<string, string> } },
): Promise<void> {
  const from = performance.now();
  const answer = await fetch(`${task.origin}${path}`, {
    ...init,
    headers: { ...bearer(session), ...init.headers },
    signal: AbortSignal.timeout(TRY_LIMIT_MS),
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  if (answer?.ok) timesMs.push(performance.now() - from);
  else outcome.failedCalls += 1;
}

async function sendUntilStored(session: Session, at: number, bytes: Buffer<ArrayBuffer>) {
  const until = at + bytes.length;
  let offset = at;
  while (performance.now() < startedAt + endMs + PATIENCE_MS) {
    try {
      offset = await offsetAfter(session, 'PATCH', { offset, body: bytes.subarray(offset - at) });
      if (offset === until) return true;
    } catch {
      outcome.failedTries += 1;
      await sleep(TRY_AGAIN_MS);
      offset = await offsetAfter(session, 'HEAD').catch(() => offset);
      if (offset === until) return true;
    }
  }
  return false;
}

/** @throws Error for anything but a success. */
async function offsetAfter(
  { uploadUrl, token }: Session,
  method: 'PATCH' | 'HEAD',
  piece?: { offset: number; body: Buffer<ArrayBuffer> },
): Promise<number> {
  const sent = piece && {
    'upload-offset': String(piece.offset),
    'content-type': 'application/offset+octet-stream',
  };
  const answer = await fetch(`${task.origin}${uploadUrl}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...sent },
    ...(piece ? { body: piece.body } : {}),
    signal: AbortSignal.timeout(TRY_LIMIT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(String(answer.status));
  return Number(answer.headers.get('upload-offset'));
}

async function sendEvents({ id, token }: Session, seq: number): Promise<void> {
  const events = Array.from({ length: task.eventsPerPiece }, (_, number) => ({
    seq: seq + number,
    atMs: performance.now() - startedAt,
    type: 'PRESENTED_NODE_CHANGED',
    data: { presentedNodeId: '1:2' },
  }));
  const answer = await fetch(`${task.origin}/api/sessions/${id}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
    signal: AbortSignal.timeout(TRY_LIMIT_MS),
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  if (!answer?.ok) outcome.failedCalls += 1;
}

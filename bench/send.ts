// Sends recordings piece by piece, in a process of its own: started by `send` (child.ts) with a task.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hearTask, tellOutcome } from './child.ts';
import { laneOf, type Video, videoOf } from './lane.ts';
import { type SendOutcome, type SendTask, sendTask } from './tasks.ts';

type Sender = SendTask['lanes'][number];
type Sent = Pick<SendOutcome, 'ackMs' | 'lateMs'> & { bytes: number; sha256: string };

await tellOutcome(await sendAll(sendTask.parse(await hearTask())));

async function sendAll(task: SendTask): Promise<SendOutcome> {
  const video = videoOf(await readFile(task.video));
  const startedAt = performance.now();
  const sent = await Promise.all(
    task.lanes.map((sender, number) => sendLane(task, sender, { video, number })),
  );
  return {
    seconds: (performance.now() - startedAt) / 1000,
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    ackMs: sent.flatMap(({ ackMs }) => ackMs),
    lateMs: sent.flatMap(({ lateMs }) => lateMs),
    sha256: task.hashed ? sent.map(({ sha256 }) => sha256) : [],
  };
}

async function sendLane(
  task: SendTask,
  sender: Sender,
  { video, number }: { video: Video; number: number },
): Promise<Sent> {
  const lane = laneOf(video, number);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const hash = createHash('sha256');
  const sent: Sent = { ackMs: [], lateMs: [], bytes: 0, sha256: '' };
  // Participants don't start in the same millisecond.
  const firstAt = performance.now() + (task.intervalMs * number) / task.lanes.length;
  for (let piece = 0; piece < task.pieces; piece += 1) {
    const dueAt = firstAt + piece * task.intervalMs;
    if (task.intervalMs > 0) await sleep(Math.max(0, dueAt - performance.now()));
    const from = performance.now();
    if (task.intervalMs > 0) sent.lateMs.push(from - dueAt);
    const bytes = lane.slices(sent.bytes, sent.bytes + task.pieceBytes);
    sent.bytes += await sendPiece(task, sender, { agent, piece, offset: sent.bytes, bytes });
    sent.ackMs.push(performance.now() - from);
    for (const part of task.hashed ? bytes : []) hash.update(part);
  }
  agent.destroy();
  return { ...sent, sha256: hash.digest('hex') };
}

interface Piece {
  agent: Agent;
  piece: number;
  offset: number;
  bytes: Uint8Array[];
}

/** @returns how many bytes were sent. @throws Error for anything but a success. */
async function sendPiece(task: SendTask, sender: Sender, piece: Piece): Promise<number> {
  const { agent, offset, bytes } = piece;
  const sizeBytes = bytes.reduce((sum, part) => sum + part.length, 0);
  const isTus = task.protocol === 'tus';
  const path = isTus ? sender.path : `${sender.path}-${piece.piece}`;
  const outgoing = request(`${task.origin}${path}`, {
    agent,
    method: isTus ? 'PATCH' : 'PUT',
    headers: {
      ...sender.headers,
      ...(isTus ? { 'upload-offset': offset } : {}),
      'content-length': sizeBytes,
    },
  });
  for (const part of bytes) outgoing.write(part);
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode}: ${text}`);
  if (!isTus && task.syncFolder !== null) await sync(join(task.syncFolder, path));
  return sizeBytes;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.datasync();
  await handle.close();
}

// Bodies that come too slowly end, and so do the oldest of too many; those that come at all go on.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  bearer,
  pieceHeaders,
  sendPiece,
  startSession,
  type TestIds,
  sentVideo as video,
} from '#testing/participant.ts';
import { BODY_BOUNDS } from './arriving-bodies.ts';

/** The bounds of production with shorter times. */
const hasty = { ...BODY_BOUNDS, windowMs: 400, leastBytes: 100, answeredMs: 300, checkEveryMs: 20 };
/** The bounds of production with smaller numbers. */
const narrow = { ...BODY_BOUNDS, checkEveryMs: 20, perAddress: 20, heldBytes: 100_000 };

let app: TestApp;
let beside: TestApp;
let test: TestIds;
let session: StartedSession;
beforeAll(async () => {
  app = await startTestApp({ bounds: { bodies: hasty } });
  beside = await startTestApp({ beside: app, bounds: { bodies: narrow } });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = (await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl: 'https://a.b/c' })).body;
  session = await startSession(app.anyone, test);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

interface Sending {
  socket: Socket;
  /** All that came back, when the connection has ended. */
  answer: Promise<string>;
}

/** A request whose body is announced with 50,000 bytes and not sent. */
function begin(line: string, headers: Record<string, string> = {}, to = app): Sending {
  const { hostname, port } = new URL(to.origin);
  const socket = connect(Number(port), hostname);
  let came = '';
  socket.on('data', (piece) => {
    came += piece.toString();
  });
  socket.on('error', () => undefined);
  const answer = once(socket, 'close').then(() => came);
  const length = headers['transfer-encoding'] ? {} : { 'content-length': '50000' };
  const lines = Object.entries({ host: 'x', ...length, ...headers });
  socket.write(`${line} HTTP/1.1\r\n`);
  socket.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
  return { socket, answer };
}

/** A call that waits for its body, because its head is permitted to anyone. */
const awaited = () => `POST /api/link/${test.uniqueId}/sessions`;

const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

/** Sends a piece of the body every few milliseconds until the connection ends. */
function drip({ socket, answer }: Sending, text: string): Promise<string> {
  const timer = setInterval(() => socket.write(text), 50);
  return answer.finally(() => clearInterval(timer));
}

it.each([
  ['JSON', () => begin(awaited(), json)],
  ['a form', () => begin(`POST /api/link/upload/${test.uniqueId}/${test._id}/x/y`, multipart)],
  ['chunks', () => begin(awaited(), { ...json, 'transfer-encoding': 'chunked' }), '1\r\na\r\n'],
  [
    'an image',
    () => {
      const path = `/api/sessions/${session._id}/poster?timeMs=0`;
      return begin(`PUT ${path}`, { ...bearer(session), 'content-type': 'image/webp' });
    },
  ],
  ['a body at an address that is none', () => begin('POST /api/nothing', json)],
] as [string, () => Sending, string?][])(
  '%s: a byte now and then is not enough',
  async (_what, start, text = 'a') => {
    // Refused already, or ended: a connection that is reset may take the answer with it.
    expect(await drip(start(), text)).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
  },
);

it('a body that stops is answered with 408', async () => {
  const answer = await begin(awaited(), json).answer;
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"unavailable"/);
});

it('of a piece that is ended what came is kept, and its sender goes on from there', async () => {
  const session = await startSession(app.anyone, test);
  const piece = begin(`PATCH ${session.uploadUrl}`, {
    ...pieceHeaders(session, 0),
    'content-length': String(video.length),
  });
  piece.socket.write(video.subarray(0, 8000));
  await piece.answer;
  const stored = () => app.parts.storage.size(videoKey(session._id));
  await expect.poll(stored).toBe(8000);
  const rest = await sendPiece(app.anyone, session, { offset: 8000, bytes: video.subarray(8000) });
  expect([rest.status, await stored()]).toEqual([204, video.length]);
});

it('a slow one that brings enough goes on to its end', async () => {
  const session = await startSession(app.anyone, test);
  const piece = begin(`PATCH ${session.uploadUrl}`, {
    ...pieceHeaders(session, 0),
    'content-length': '20000',
    connection: 'close',
  });
  // Longer than two windows.
  for (let at = 0; at < 20_000; at += 500) {
    piece.socket.write(video.subarray(at, at + 500));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(await piece.answer).toMatch(/^HTTP\/1\.1 204 [\s\S]*upload-offset: 20000/i);
});

it('one address has so many on their way; the oldest make room', async () => {
  const senders = Array.from({ length: 25 }, () => begin(awaited(), json, beside));
  const ended = await endOf(senders, 5);
  for (const { answer } of senders.filter((_, at) => ended.includes(at))) {
    expect(await answer).toContain('408');
  }
});

it('many that hold too much in memory: some end, the others go on', async () => {
  const senders = Array.from({ length: 4 }, () => begin(awaited(), json, beside));
  for (const { socket } of senders) {
    await once(socket, 'connect');
    setTimeout(() => socket.write(' '.repeat(49_000)), 200);
  }
  await endOf(senders, 2);
});

/** Returns which of the senders have ended, once so many have. Then it ends the others. */
async function endOf(senders: readonly Sending[], count: number): Promise<number[]> {
  const ended: number[] = [];
  senders.forEach(({ answer }, at) => {
    void answer.then(() => ended.push(at));
  });
  await expect.poll(() => ended.length, { timeout: 10_000 }).toBe(count);
  for (const { socket } of senders) socket.destroy();
  return ended.slice(0, count);
}

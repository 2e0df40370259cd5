// Bodies that come too slowly end, and so do the oldest of too many; those that come at all go on.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Endpoint, isOfPerson } from '#contract/endpoint.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
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
const hasty = {
  ...BODY_BOUNDS,
  ...{ windowMs: 400, leastBytes: 100, answeredMs: 300, checkEveryMs: 20 },
  ...{ formMs: 2000, formBytesPerSecond: 100_000 },
};
/** The bounds of production with smaller numbers. */
const narrow = {
  ...BODY_BOUNDS,
  ...{ checkEveryMs: 20, perAddress: 20, heldBytes: 100_000 },
  ...{ heldPerTest: 80_000, heldPerAddress: 60_000 },
};

let app: TestApp;
let beside: TestApp;
let test: TestIds;
let session: StartedSession;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp({ bounds: { bodies: hasty } });
  beside = await startTestApp({
    beside: app,
    bounds: { bodies: narrow },
    env: { TRUSTED_PROXIES: '127.0.0.1', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' },
  });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
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
  // `once` of node:events would reject at a reset, after which the connection closes too.
  const answer = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(came));
  });
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
  '%s: a byte now and then is not enough [15.2.2]',
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

/** A form with so many bytes of messages, which does not end. @param to the test, by its share id */
function holdMessages(bytes: number, address: string, to: TestIds = test): Sending {
  const sending = begin(
    `POST /api/link/upload/${to.uniqueId}/${to._id}/x/y`,
    { ...multipart, 'x-forwarded-for': address },
    beside,
  );
  sending.socket.write(messagesPart(bytes));
  return sending;
}

/** The beginning of a form with messages of about so many bytes. */
function messagesPart(bytes: number): string {
  const message = JSON.stringify({ type: 'NEW_STATE', data: { text: 'x'.repeat(1000) } });
  const messages = Array.from({ length: Math.ceil(bytes / message.length) }, () => message);
  return `--b\r\ncontent-disposition: form-data; name="events"\r\n\r\n[${messages.join()}]\r\n--b\r\n`;
}

describe('bodies that hold too much in memory end, those that hold most first', () => {
  it.each([
    { of: 'one address', sizes: [30_000, 50_000], addresses: ['10.0.0.1', '10.0.0.1'] },
    {
      of: 'one test',
      sizes: [20_000, 30_000, 45_000],
      addresses: ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    },
  ])('of $of', async ({ sizes, addresses }) => {
    const senders = sizes.map((bytes, at) => holdMessages(bytes, addresses[at] ?? ''));
    expect(await endOf(senders, 1)).toEqual([sizes.length - 1]);
  });

  it('of one server', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const input = { name: `T${at}`, task: 't', figmaUrl: 'https://a.b/c' };
        return (await owner.post('/api/tests', input)).body as TestIds;
      }),
    );
    const senders = others.map((to, at) => holdMessages(39_000 + 1000 * at, `10.0.1.${at}`, to));
    expect(await endOf(senders, 1)).toEqual([2]);
  });

  /** Place of an incomplete body of each kind: counted in memory, or stored while it arrives. */
  const kinds = { multipart: 'counted', image: 'counted', json: 'counted', tus: 'stored' } as const;
  const rows = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, row]) => {
      const { permission, body } = row;
      if (isOfPerson(permission) || body === undefined) return [];
      const kind = typeof body === 'string' ? body : 'json';
      return kinds[kind] === 'counted' ? [{ key: `${noun}.${name}`, row, kind }] : [];
    }),
  );
  it.each(rows)(
    '$key',
    async ({ row, kind }) => {
      const ids: Record<string, string> = { ...test, testId: test._id, sessionId: session._id };
      const path = row.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0');
      const type = {
        multipart: multipart['content-type'],
        image: 'image/webp',
        json: json['content-type'],
      };
      const { socket, answer } = begin(
        `${row.method} ${path}`,
        { ...bearer(session), 'content-type': type[kind as 'json'], 'content-length': '65000' },
        beside,
      );
      socket.write(kind === 'multipart' ? messagesPart(62_000) : Buffer.alloc(62_000, ' '));
      // Some calls are refused by their head already.
      expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    },
    20_000,
  );
});

it('a form that takes longer than its size permits ends, also while enough bytes arrive', async () => {
  const form = begin(`POST /api/link/upload/${test.uniqueId}/${test._id}/x/y`, multipart);
  form.socket.write('--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n');
  expect(await drip(form, 'a'.repeat(100))).toMatch(/^HTTP\/1\.1 408 /);
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

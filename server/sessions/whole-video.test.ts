// A video that comes whole: it needs space for all of it above the floor, also while it arrives, with a session and without one.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { bearer, sendForm, sentVideo, startSession, type TestIds } from '#testing/participant.ts';

const MEGABYTE = 1024 ** 2;
const FLOOR_BYTES = 64 * MEGABYTE;
const VIDEO_BYTES = 10 * MEGABYTE;

let app: TestApp;
let test: TestIds;
let free = 10 * FLOOR_BYTES;

beforeAll(async () => {
  app = await startTestApp({
    env: { FREE_SPACE_FLOOR_BYTES: String(FLOOR_BYTES) },
    freeBytes: async () => free,
  });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', input)).body;
});
afterAll(() => app.close());
afterEach(() => {
  free = 10 * FLOOR_BYTES;
});

const HEAD = Buffer.concat([
  Buffer.from('--x\r\ncontent-disposition: form-data; name="video"; filename="Ada.webm"\r\n\r\n'),
  sentVideo,
]);
const END = Buffer.from('\r\n--x--\r\n');

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.parts.storage.list('recordings')) keys.push(key);
  return keys;
}

/** Counts the bytes of the next video that are handed to storage. */
function countTaken(): () => number {
  const append = app.parts.intake.append.bind(app.parts.intake);
  let taken = 0;
  vi.spyOn(app.parts.intake, 'append').mockImplementationOnce((key, { source, ...piece }) => {
    async function* counted() {
      for await (const chunk of source) {
        taken += chunk.length;
        yield chunk;
      }
    }
    return append(key, { ...piece, source: counted() });
  });
  return () => taken;
}

/** Sends the upload call's form, with something done once its first half is stored. */
async function uploadAround(
  session: StartedSession | null,
  meanwhile: () => void,
): Promise<[status: number | undefined, code: string]> {
  const half = Buffer.alloc(VIDEO_BYTES / 2);
  const outgoing = httpRequest(`${app.origin}/api/link/upload/${test.uniqueId}/${test._id}/x/y`, {
    method: 'POST',
    headers: {
      ...(session ? bearer(session) : {}),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': HEAD.length + 2 * half.length + END.length,
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(HEAD);
  outgoing.write(half);
  await expect.poll(storedKeys).not.toEqual([]);
  meanwhile();
  outgoing.write(half);
  outgoing.end(END);
  const [answer] = await answered;
  const body = (await json(answer)) as { code: string };
  return [answer.statusCode, body.code];
}

it.each([
  ['a client without a session', async () => null],
  ['a session', () => startSession(app.anyone, test)],
])(
  'of %s: it is refused when the disk gets low while it arrives, and nothing stays',
  async (...[, begin]) => {
    const session = await begin();
    const taken = countTaken();
    const answer = await uploadAround(session, () => {
      free = FLOOR_BYTES - 1;
    });
    expect(answer).toEqual([503, 'server_full']);
    expect(await storedKeys()).toEqual([]);
    expect(taken()).toBeLessThan(VIDEO_BYTES);
  },
);

it('is refused at once when it would go below the floor, and taken when it fits', async () => {
  const form = () => {
    const data = new FormData();
    data.append('video', new Blob([sentVideo]), 'Ada.webm');
    return data;
  };
  free = FLOOR_BYTES + sentVideo.length / 2;
  const refused = await sendForm(app.anyone, test, { form: form() });
  expect([refused.status, refused.body.code]).toEqual([503, 'server_full']);
  expect((await app.anyone.get(`/api/link/${test.uniqueId}`)).body.noSpace).toBeNull();
  free = FLOOR_BYTES + 2 * sentVideo.length;
  expect((await sendForm(app.anyone, test, { form: form() })).status).toBe(201);
});

it('of a session that has just begun may be long', async () => {
  const session = await startSession(app.anyone, test);
  expect(await uploadAround(session, () => undefined)).toEqual([201, undefined]);
});

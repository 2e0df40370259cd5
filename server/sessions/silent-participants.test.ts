// Participants who vanish and return, as their creator reads of them: live, silent after half a minute, live again.
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { BODY_BOUNDS } from '#server/platform/http/arriving-bodies.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import {
  bearer,
  pieceHeaders,
  sendForm,
  sendPictures,
  sendPiece,
  startSession,
  streamedForm,
  tusHeaders,
  sentVideo as video,
} from '#testing/participant.ts';
import { listen } from '#testing/update-events.ts';

/** Ahead of the database's clock: what a row gets by default is older than every call. */
const START_MS = Date.now() + 60_000;
const HALF = 20_000;

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ bounds: { bodies: { ...BODY_BOUNDS, checkEveryMs: 20 } } });
});
afterAll(() => app.close());
beforeEach(async () => {
  // The server runs in this process: its time passes by `pass` alone.
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com' };
  test = (await owner.post('/api/tests', form)).body;
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** `expect.poll` would move the clock. */
async function eventually(look: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return void (await look());
    } catch (error) {
      if (tries === 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A session whose first pieces have arrived. */
async function record(): Promise<StartedSession> {
  const session = await startSession(app.anyone, test);
  await sendPiece(app.anyone, session, { offset: 0, bytes: video.subarray(0, HALF) });
  return session;
}

/** Reads the silence of one recording from three calls, which must agree. */
async function readSilence() {
  const { body } = await owner.get(`/api/tests/${test._id}`);
  const [info] = body.recordings_info;
  const list = await owner.get(`/api/tests/${test._id}/recordings?limit=5`);
  const page = await owner.get(pageOf(info));
  const { silentInMs, lastHeardAt } = info;
  for (const other of [list.body.items[0], page.body]) {
    expect(other).toMatchObject({ silentInMs, lastHeardAt });
  }
  return { silentInMs, heardMs: lastHeardAt && Date.parse(lastHeardAt) - START_MS };
}

function pageOf({ userTimestamp }: { userTimestamp: string }): string {
  return `/api/tests/${test.uniqueId}/${test._id}/x/y/${encodeURIComponent(userTimestamp)}`;
}

/** All that a participant's page calls while it records. */
const calls: Record<string, (session: StartedSession) => Promise<unknown>> = {
  'the next piece': (session) =>
    sendPiece(app.anyone, session, { offset: HALF, bytes: video.subarray(HALF) }),
  'a question for the offset': (session) =>
    app.anyone.fetch(session.uploadUrl, { method: 'HEAD', headers: tusHeaders(session) }),
  'a message': (session) =>
    app.anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events: [] }),
    }),
  'a still': (session) => sendPictures(app.anyone, session),
  'a sign of life': (session) =>
    app.anyone.send(`/api/sessions/${session._id}/slot`, {
      method: 'POST',
      headers: bearer(session),
    }),
};

describe('a participant who records', () => {
  it('is live for half a minute after the last piece, then silent, and neither at the end', async () => {
    const session = await record();
    expect(await readSilence()).toEqual({ silentInMs: 30_000, heardMs: 0 });
    pass(29_000);
    expect(await readSilence()).toEqual({ silentInMs: 1000, heardMs: 0 });
    pass(1000);
    expect(await readSilence()).toEqual({ silentInMs: 0, heardMs: 0 });
    await sendForm(app.anyone, test, { form: streamedForm(session), session });
    expect(await readSilence()).toEqual({ silentInMs: null, heardMs: null });
  });

  it.each(Object.entries(calls))(
    'who was silent is live again by %s; open pages hear it',
    async (_, call) => {
      const session = await record();
      const stream = await listen(owner);
      pass(31_000);
      expect(await readSilence()).toEqual({ silentInMs: 0, heardMs: 0 });
      stream.changes.length = 0;
      await call(session);
      expect(await readSilence()).toEqual({ silentInMs: 30_000, heardMs: 31_000 });
      const change = { kind: 'session.running', testId: test._id, sessionId: session._id };
      await eventually(() => expect(stream.changes).toContainEqual(change));
      stream.close();
    },
  );

  it('on a slow line is live while bytes of a piece arrive', async () => {
    const session = await record();
    const sent = request(new URL(session.uploadUrl, app.origin), {
      method: 'PATCH',
      headers: pieceHeaders(session, HALF),
    });
    const done = once(sent, 'response');
    for (let at = 0; at < 5; at += 1) {
      sent.write(video.subarray(HALF + at * 100, HALF + at * 100 + 100));
      await eventually(async () =>
        expect(await readSilence()).toEqual({ silentInMs: 30_000, heardMs: at * 20_000 }),
      );
      pass(20_000);
    }
    pass(10_000);
    expect(await readSilence()).toMatchObject({ silentInMs: 0 });
    sent.end(video.subarray(HALF + 500));
    expect((await done)[0].statusCode).toBe(204);
    expect(await readSilence()).toMatchObject({ silentInMs: 30_000 });
  });
});

it('one who gets ready is in no list, and silent when the slot is lost', async () => {
  const session = await startSession(app.anyone, test);
  expect((await owner.get(`/api/tests/${test._id}`)).body.recordings_info).toEqual([]);
  await calls['a sign of life']?.(session);
  const silentInMs = async () => (await owner.get(pageOf(session))).body.silentInMs;
  expect(await silentInMs()).toBe(90_000);
  pass(89_000);
  expect(await silentInMs()).toBe(1000);
  pass(1000);
  expect(await silentInMs()).toBe(0);
});

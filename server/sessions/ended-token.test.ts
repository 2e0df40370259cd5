// Calls after a participant has finished a session: its token ends some minutes later, its last stills sooner;
// the token of one that ended early is valid for weeks.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FINISHED_TOKEN_MINUTES, LATE_STILLS_SECONDS } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  tusHeaders,
} from '#testing/participant.ts';

const webp = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a4' } })
    .webp()
    .toBuffer();
const sheet = await webp(1280, 288);
const poster = await webp(640, 360);

let app: TestApp;
let test: { _id: string; uniqueId: string; company: string; name: string };
let session: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
});
afterAll(() => app.close());
beforeEach(async () => {
  session = await startSession(app.anyone, test);
});

const sendVideo = () => sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
function finish() {
  const form = new FormData();
  form.set('upload', session.uploadId);
  return sendForm(app.anyone, test, { form, session });
}

/** Sets the session's end to so many seconds ago. */
async function finishedAgo(seconds: number): Promise<void> {
  await app.parts.db
    .updateTable('sessions')
    .set({ finished_at: new Date(Date.now() - seconds * 1000) })
    .where('id', '=', session._id)
    .execute();
}

const put = (path: string) =>
  app.anyone.send(`/api/sessions/${session._id}/${path}`, {
    method: 'PUT',
    body: new Uint8Array(path.startsWith('poster') ? poster : sheet),
    headers: { ...bearer(session), 'content-type': 'image/webp' },
  });
const events = () =>
  app.anyone.send(`/api/sessions/${session._id}/events`, {
    method: 'POST',
    body: JSON.stringify({ events: [] }),
    headers: { ...bearer(session), 'content-type': 'application/json' },
  });
const offset = () =>
  app.anyone.fetch(session.uploadUrl, { method: 'HEAD', headers: tusHeaders(session) });

describe('a finished session', () => {
  beforeEach(async () => {
    await sendVideo();
    expect((await finish()).status).toBe(201);
  });

  it('answers its end again for some minutes, then its token opens nothing [2.3.1]', async () => {
    const first = (await finish()).body;
    await finishedAgo(FINISHED_TOKEN_MINUTES * 60 - 30);
    const again = await finish();
    expect([again.status, again.body]).toEqual([201, first]);
    expect((await offset()).status).toBe(200);
    await finishedAgo(FINISHED_TOKEN_MINUTES * 60);
    const late = await finish();
    expect([late.status, late.body.code]).toEqual([401, 'session_token_invalid']);
    expect((await events()).body.code).toBe('session_token_invalid');
    expect((await offset()).status).toBe(401);
    expect((await put('stills/0?timesMs=0')).body.code).toBe('session_token_invalid');
    const image = `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(app.parts.samplePrototypeUrl ?? '')}`;
    expect((await app.anyone.get(image, bearer(session))).status).toBe(401);
  });

  it('takes its last stills for a minute, and none after', async () => {
    await finishedAgo(LATE_STILLS_SECONDS - 10);
    expect((await put('stills/0?timesMs=0')).status).toBe(200);
    expect((await put('poster?timeMs=10')).status).toBe(200);
    await finishedAgo(LATE_STILLS_SECONDS);
    for (const path of ['stills/1?timesMs=20000', 'poster?timeMs=20000']) {
      const refused = await put(path);
      expect([refused.status, refused.body.code]).toEqual([409, 'session_over']);
    }
  });
});

describe('a session that ended early', () => {
  it('goes on when its participant comes back after days', async () => {
    const half = Math.floor(sentVideo.length / 2);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo.subarray(0, half) });
    await app.anyone.send(`/api/sessions/${session._id}/abandon`, {
      method: 'POST',
      headers: bearer(session),
    });
    await finishedAgo(20 * 24 * 3600);
    expect((await offset()).headers.get('upload-offset')).toBe(String(half));
    const rest = await sendPiece(app.anyone, session, {
      offset: half,
      bytes: sentVideo.subarray(half),
    });
    expect(rest.status).toBe(204);
    expect((await put('stills/0?timesMs=0')).status).toBe(200);
    expect((await finish()).status).toBe(201);
  });
});

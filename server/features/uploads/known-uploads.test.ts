// Pieces one after the other: each is answered by what the last one found, and none counts after its session's end.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sendForm, sendPiece, startSession, sentVideo as video } from '#testing/participant.ts';

const [first, second, third] = [
  video.subarray(0, 4000),
  video.subarray(4000, 8000),
  video.subarray(8000),
];

let app: TestApp;
let test: { _id: string; uniqueId: string };
let session: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  test = (await owner.post('/api/tests', form)).body;
});
afterAll(() => app?.close());
beforeEach(async () => {
  session = await startSession(app.anyone, test);
  expect([(await send(0, first)).status, (await send(4000, second)).status]).toEqual([204, 204]);
});

function send(
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  return sendPiece(app.anyone, session, { offset, bytes, headers });
}

const stored = () => app.parts.storage.size(videoKey(session._id));

it('what is no next piece is judged by the row', async () => {
  expect((await send(4000, third)).body.code).toBe('upload_offset');
  expect((await send(8000, third, { 'upload-length': '9' })).body.code).toBe('bad_input');
  const length = String(video.length);
  expect((await send(8000, third, { 'upload-length': length })).status).toBe(204);
  expect((await send(video.length, first)).body.code).toBe('too_large');
  const row = await sql`select size_bytes, length_bytes from recordings
    where session_id = ${session._id}`.execute(app.parts.db);
  expect(row.rows).toEqual([{ size_bytes: video.length, length_bytes: video.length }]);
});

it('after an end on this server nothing is stored any more', async () => {
  const form = new FormData();
  form.set('upload', session.uploadId);
  const ended = await sendForm(app.anyone, test, { form, session });
  expect(ended.status).toBe(201);
  expect((await send(8000, third)).body.code).toBe('session_over');
  expect(await stored()).toBe(8000);
});

it('after an end on another server no piece counts', async () => {
  await sql`update recordings set state = 'ready' where session_id = ${session._id}`.execute(
    app.parts.db,
  );
  expect((await send(8000, third)).body.code).toBe('session_over');
  expect((await send(video.length, first)).body.code).toBe('session_over');
});

it('of a session that another server deleted nothing stays', async () => {
  await sql`delete from sessions where id = ${session._id}`.execute(app.parts.db);
  expect((await send(8000, third)).body.code).toBe('not_found');
  expect(await stored()).toBeUndefined();
  expect((await send(0, first)).body.code).toBe('not_found');
});

it('of a session whose video is deleted as well the same is told', async () => {
  await sql`delete from sessions where id = ${session._id}`.execute(app.parts.db);
  await app.parts.storage.deleteAll(videoKey(session._id));
  expect((await send(8000, third)).body.code).toBe('not_found');
});

it('a recording that was closed as quiet is open again with the next piece', async () => {
  await sql`update recordings set state = 'ready', ended_early = true
    where session_id = ${session._id}`.execute(app.parts.db);
  expect((await send(8000, third)).status).toBe(204);
  const { rows } = await sql`select state from recordings
    where session_id = ${session._id}`.execute(app.parts.db);
  expect(rows).toEqual([{ state: 'receiving' }]);
});

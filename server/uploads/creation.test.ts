// uploads.create: a third party's tus client declares the length of its session's one upload, or defers it.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import { bearer, sendPiece, sentVideo, startSession, tusHeaders } from '#testing/participant.ts';

let app: TestApp;
let session: StartedSession;
let other: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const test = await createTest(app, await app.signIn('owner@example.com', { company: 'Acme' }));
  session = await startSession(app.anyone, test);
  other = await startSession(app.anyone, test);
});
afterAll(() => app?.close());

const create = (headers: Record<string, string>) =>
  app.anyone.send('/api/uploads', { method: 'POST', headers });

async function declaredLength({ _id }: StartedSession): Promise<number | null> {
  const { rows } = await sql<{ length_bytes: number | null }>`SELECT length_bytes FROM recordings
    WHERE session_id = ${_id}`.execute(app.parts.db);
  return rows[0]?.length_bytes ?? null;
}

it('needs the version, and either a length or its deferral', async () => {
  const refusals = [
    await create({ ...bearer(session), 'upload-length': '9' }),
    await create(tusHeaders(session)),
    await create({ ...tusHeaders(session), 'upload-length': '9', 'upload-defer-length': '1' }),
    await create({ ...tusHeaders(session), 'upload-length': 'nine' }),
    await create({ ...tusHeaders(session), 'upload-length': '99999999999' }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([412, 400, 400, 400, 413]);
  expect(await declaredLength(session)).toBeNull();
  const deferred = await create({ ...tusHeaders(session), 'upload-defer-length': '1' });
  expect([deferred.status, deferred.headers.get('location')]).toEqual([201, session.uploadUrl]);
  expect(await declaredLength(session)).toBeNull();
});

it('declares the length of this upload alone, and no piece goes beyond it', async () => {
  const created = await create({ ...tusHeaders(session), 'upload-length': '4000' });
  expect([created.status, created.headers.get('location')]).toEqual([201, session.uploadUrl]);
  expect([await declaredLength(session), await declaredLength(other)]).toEqual([4000, null]);
  const tooLong = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
  expect(tooLong.body.code).toBe('too_large');
  const head = await app.anyone.fetch(session.uploadUrl, {
    method: 'HEAD',
    headers: tusHeaders(session),
  });
  expect([head.status, head.headers.get('upload-length')]).toEqual([200, '4000']);
});

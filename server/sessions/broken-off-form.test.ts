// A form that breaks off while it waits for its turn: the session's next call is answered.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import { bearer, sendForm, sentVideo, startSession } from '#testing/participant.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Begins a form of heatmaps, and leaves when its first bytes are there. */
async function breakOff(session: { _id: string; token: string }): Promise<void> {
  const form = request(`${app.origin}/api/sessions/${session._id}/heatmaps`, {
    method: 'POST',
    headers: { ...bearer(session), 'content-type': 'multipart/form-data; boundary=b' },
  });
  form.on('error', () => undefined);
  form.write('--b\r\ncontent-disposition: form-data; name="1-2"; filename="1-2.png"\r\n\r\n');
  await sleep(300);
  form.destroy();
  // The server notices it.
  await sleep(300);
}

it('a form that breaks off in the queue of its session holds up nothing', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const test = await createTest(app, owner, { figmaUrl: 'https://example.org/x' });
  const session = await startSession(app.anyone, test);
  const turn = Promise.withResolvers<void>();
  const before = app.parts.sessionEnds.run(session._id, () => turn.promise);
  await breakOff(session);
  turn.resolve();
  await before;
  const form = new FormData();
  form.append('video', new Blob([sentVideo], { type: 'video/webm' }), 'v.webm');
  expect((await sendForm(app.anyone, test, { form, session })).status).toBe(201);
});

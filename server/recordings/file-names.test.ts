// Names that people choose, where files are: no path of storage holds one, and a download's name holds only its letters
// and digits.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  sendForm,
  sendPictures,
  sendPiece,
  sentHeatmap,
  sentVideo,
  startSession,
} from '#testing/participant.ts';

const HOSTILE =
  '../../../etc/"; filename="a.html"; X=\\..\\%2e%2e%0d%0aSet-Cookie: a=b <b>\u202egnp';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

/** A test and a recording with such names everywhere, also as the names of the form's files. */
async function record() {
  const form = { name: HOSTILE, task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test = successBody<{ _id: string; uniqueId: string }>(await owner.post('/api/tests', form));
  const session = await startSession(app.anyone, test, { name: HOSTILE });
  successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
  await sendPictures(app.anyone, session);
  const fields = new FormData();
  fields.append('upload', session.uploadId);
  fields.append('1-2', new Blob([sentHeatmap], { type: 'image/png' }), `${HOSTILE}.png`);
  successBody(await sendForm(app.anyone, test, { form: fields, session }));
  const whole = new FormData();
  whole.append('name', HOSTILE);
  whole.append('video', new Blob([sentVideo], { type: 'text/html' }), `${HOSTILE}.html`);
  successBody(await sendForm(app.anyone, test, { form: whole }));
  return { test, session };
}

it('stored objects have names of ids alone, whatever people, tests and files are called [5.3.2]', async () => {
  await record();
  const keys: string[] = [];
  for await (const { key } of app.parts.storage.list('')) keys.push(key);
  const ours = new RegExp(
    `^(?:recordings/${UUID}/(?:video(?:-\\d+)?\\.webm(?:\\.index)?|heatmaps/[\\w-]+\\.png|stills/\\w+|poster)|screens/${UUID}\\.\\w+)$`,
  );
  expect(keys.length).toBeGreaterThan(4);
  expect(keys.filter((key) => !ours.test(key))).toEqual([]);
});

it('a download is named by us; what people wrote is left of letters and digits [5.4.1, 5.4.2]', async () => {
  const { test, session } = await record();
  const stretch = { fromMs: 0, toMs: 1000, title: HOSTILE };
  const clip = successBody<{ id: string }>(
    await owner.post(`/api/recordings/${session._id}/clips`, stretch),
  );
  const reel = successBody<{ id: string }>(
    await owner.post(`/api/tests/${test._id}/reels`, { name: `${HOSTILE} ünï`, clips: [clip.id] }),
  );
  const place = `${test.uniqueId}/${test._id}/x/y/${encodeURIComponent(session.userTimestamp)}`;
  for (const path of [
    `/api/recording_data/${place}?download=1&name=${encodeURIComponent(HOSTILE)}`,
    `/api/recording_data/${place}?download=named`,
    `/api/clips/${clip.id}/video?download=1`,
    `/api/reels/${reel.id}/download`,
  ]) {
    const { status, headers } = await owner.fetch(path, { method: 'HEAD' });
    const disposition = headers.get('content-disposition') ?? '';
    const plain = /^attachment; filename="[\w.-]+\.(?:webm|zip)"(?:; filename\*=UTF-8''[\w.%-]+)?$/;
    expect([path, status, disposition]).toEqual([path, 200, expect.stringMatching(plain)]);
    expect(headers.get('set-cookie')).toBeNull();
  }
});

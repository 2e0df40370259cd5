// The sweep deletes objects without a row, once they are old enough, and nothing else.
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ScreenImageId, SessionId } from '#contract/ids.ts';
import { screenKey, videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { startSession } from '#testing/participant.ts';
import { sweepObjects } from './sweep.service.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

it('removes old objects without a row and keeps young and known ones', async () => {
  const owner = await app.signIn('sweep@example.com', { company: 'A' });
  const test = (await owner.post('/api/tests', { name: 'n', task: 't', figmaUrl: 'https://a.b/c' }))
    .body;
  const session = await startSession(app.anyone, test);
  const { storage } = app.parts;
  const old = { msecs: Date.now() - DAY_MS };
  const orphan = videoKey(uuidv7(old) as SessionId);
  const orphanScreen = screenKey(uuidv7(old) as ScreenImageId);
  const young = videoKey(uuidv7() as SessionId);
  const known = videoKey(session._id);
  const foreign = 'recordings/backup/notes.txt';
  for (const key of [orphan, orphanScreen, young, known, foreign])
    await storage.put(key, Buffer.from('x'));
  await sweepObjects(app.parts);
  const sizes = await Promise.all(
    [orphan, orphanScreen, young, known].map((key) => storage.size(key)),
  );
  expect(sizes).toEqual([undefined, undefined, 1, 1]);
  await sweepObjects(app.parts, Date.now() + DAY_MS);
  expect(await storage.size(young)).toBeUndefined();
  expect(await storage.size(known)).toBe(1);
  expect(await storage.size(foreign)).toBe(1);
});

it('keeps images that a form fetched for a day, in which a test may be made of them', async () => {
  const owner = await app.signIn('form@example.com', { company: 'A' });
  const figmaUrl = app.parts.samplePrototypeUrl;
  const ask = () => owner.post('/api/prototype-screens', { figmaUrl });
  const [{ screenId }] = (await ask()).body.screens;
  await vi.waitUntil(async () => (await ask()).body.state === 'ready', { timeout: 20_000 });
  const images = () =>
    app.parts.db.selectFrom('screens').select('id').where('node_id', '=', screenId).execute();
  const [image] = await images();
  const key = screenKey(image?.id as ScreenImageId);
  await sweepObjects(app.parts);
  expect([await images(), await app.parts.storage.size(key)]).toEqual([
    [image],
    expect.any(Number),
  ]);
  await sweepObjects(app.parts, Date.now() + DAY_MS);
  expect([await images(), await app.parts.storage.size(key)]).toEqual([[], undefined]);
});

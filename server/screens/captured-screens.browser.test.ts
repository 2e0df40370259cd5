// Screen images without a REST token: a browser's, with the documented shift, until a token comes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sample, startSample } from '#sample/sample.ts';
import { startTestApp, type TestApp, toolAt } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { findProgram } from '#testing/programs.ts';
import { screenOf } from './screens.service.ts';

let sample: Sample;
let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  sample = await startSample({ port: 0, host: '127.0.0.1' });
  const CHROMIUM_PATH = findProgram('chromium');
  app = await startTestApp({ env: { ...toolAt(sample), CHROMIUM_PATH } });
  owner = await app.signIn('ada@example.com', { company: 'Acme' });
});
afterAll(async () => {
  await app?.close();
  await sample?.stop();
});

async function create(client: TestClient): Promise<{ _id: string; uniqueId: string }> {
  const form = { name: 'T', task: 't', figmaUrl: sample.prototypeUrl };
  return (await client.post('/api/tests', form)).body;
}

/** A click at (300, 200) of the screen 1:2, and one in the strip that the picture leaves out. */
const events = [
  [300, 200],
  [40, 200],
].map(([x, y], seq) => ({
  seq,
  atMs: seq * 3000,
  type: 'MOUSE_PRESS_OR_RELEASE',
  data: {
    presentedNodeId: '1:2',
    targetNodeId: '1:2',
    targetNodeMousePosition: { x, y },
    nearestScrollingFrameId: '1:2',
    nearestScrollingFrameMousePosition: { x, y },
    nearestScrollingFrameOffset: { x: 0, y: 0 },
  },
}));

async function detail(of: TestApp, client: TestClient, test: { _id: string; uniqueId: string }) {
  const fixtures = join(import.meta.dirname, '../../testing/fixtures');
  const form = new FormData();
  const video = await readFile(join(fixtures, 'vp9-opus.webm'));
  form.set('video', new Blob([video], { type: 'video/webm' }), `Grace_${Date.now()}.webm`);
  form.set('events', JSON.stringify(events));
  const address = `/api/link/upload/${test.uniqueId}/${test._id}/x/y`;
  const { body } = await of.anyone.send(address, { method: 'POST', body: form });
  const recording = `/api/tests/${test.uniqueId}/${test._id}/x/y/${body.userTimestamp}`;
  return (await client.get(recording)).body;
}

const take = (client: TestClient, uniqueId: string, screenId = '1:2') =>
  client.get(
    `/api/take-screenshot?${new URLSearchParams({ figmaUrl: sample.prototypeUrl, screenId, uniqueId })}`,
  );

describe('with CHROMIUM_PATH and no token', () => {
  it('an image is taken once, and clicks are shifted by (−90, −20) on it', async () => {
    const test = await create(owner);
    const answers = await Promise.all([1, 2].map(() => take(app.anyone, test.uniqueId)));
    const [first, second] = answers;
    expect(first?.status).toBe(200);
    expect(first?.body.screen).toMatchObject({ origin: { x: 90, y: 20 }, boxes: {} });
    expect(second?.body).toEqual(first?.body);
    const image = await app.anyone.fetch(first?.body.screenshotUrl);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { clickList, screens, unplaced, imageSource } = await detail(app, owner, test);
    expect(clickList).toMatchObject([
      { x: 210, y: 180 },
      { x: null, y: null },
    ]);
    expect(unplaced).toEqual({ outside_screen: 1 });
    expect(screens).toMatchObject([{ screenId: '1:2', approximate: true }]);
    expect(imageSource).toBe('browser');
  });

  it('a screen that the prototype has not is refused, and nothing is kept of it', async () => {
    const { uniqueId } = await create(owner);
    const answer = await take(owner, uniqueId, '99:99');
    expect([answer.status, answer.body.code]).toEqual([404, 'screen_not_rendered']);
    const rows = await app.parts.db.selectFrom('screens').select('node_id').execute();
    expect(rows).not.toContainEqual({ node_id: '99:99' });
  }, 60_000);

  it('a token that comes later gives the exact image in its place', async () => {
    const test = await create(owner);
    await take(app.anyone, test.uniqueId);
    const visitor = { signIn: async () => null, sessionId: () => null };
    const query = { figmaUrl: sample.prototypeUrl, screenId: '1:2', uniqueId: test.uniqueId };
    const { config } = app.parts;
    const withToken = { ...config, figma: { ...config.figma, token: sample.token } };
    expect(await screenOf({ ...app.parts, config: withToken }, query, visitor)).toMatchObject({
      origin: { x: 0, y: 0 },
      width: 1280,
    });
    const { screens } = await detail(app, owner, test);
    expect(screens).toMatchObject([{ screenId: '1:2', approximate: false }]);
    const stored: string[] = [];
    for await (const { key } of app.parts.storage.list('screens')) stored.push(key);
    const rows = await app.parts.db.selectFrom('screens').select('id').execute();
    expect(stored).toHaveLength(rows.length);
  });
});

it('with neither, the recording says so and the call names the token', async () => {
  const bare = await startTestApp({ env: toolAt(sample) });
  const person = await bare.signIn('bob@example.com', { company: 'Bare' });
  const test = await create(person);
  const answer = await take(bare.anyone, test.uniqueId);
  expect([answer.status, answer.body.code]).toEqual([503, 'prototype_unavailable']);
  const { screens, imageSource, unplaced } = await detail(bare, person, test);
  expect([screens, imageSource, unplaced]).toEqual([[], 'none', { no_screen_image: 2 }]);
  await bare.close();
});

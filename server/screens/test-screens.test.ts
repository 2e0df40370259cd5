// screens.ofTest and screens.rename: screens of a test by number and name, with its goal.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { sendForm, sentVideo } from '#testing/participant.ts';
import { prefetchScreens } from './screens.service.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let form: { name: string; task: string; figmaUrl: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  form = { name: 'Shop', task: 'Buy a plant', figmaUrl: app.parts.samplePrototypeUrl ?? '' };
});
afterAll(() => app.close());
beforeEach(async () => {
  test = successBody(await owner.post('/api/tests', form));
});

/** A session whose prototype presented these screens. */
async function present(...nodeIds: string[]): Promise<void> {
  const events = nodeIds.map((presentedNodeId, seq) => ({
    seq,
    atMs: 1000 * (seq + 1),
    type: 'PRESENTED_NODE_CHANGED',
    data: { presentedNodeId, isStoredInHistory: true },
  }));
  const sent = new FormData();
  sent.append('video', new Blob([sentVideo], { type: 'video/webm' }), `Ada_${Date.now()}.webm`);
  sent.append('events', JSON.stringify(events));
  successBody(await sendForm(app.anyone, test, { form: sent }));
}

const screens = async () => successBody<{ screens: { name: string }[] }>(await ask());
const ask = (client = owner) => client.get(`/api/tests/${test._id}/screens`);
const rename = (number: number, name: unknown, client = owner) =>
  client.put(`/api/tests/${test._id}/screens/${number}`, { name });

describe('screens of a test', () => {
  it('are those of its prototype, with pictures, its start and its goal', async () => {
    const goal = { kind: 'screens', screens: ['1:3'], routes: [] };
    await owner.put(`/api/tests/${test._id}`, { ...form, goal });
    await prefetchScreens(app.parts, { revisionId: test.revision._id });
    const { body } = await ask();
    expect(body).toMatchObject({
      startScreenId: '1:2',
      state: 'ready',
      embed: { fileKey: expect.any(String) },
    });
    expect(body.screens.slice(0, 2)).toMatchObject([
      { number: 1, name: 'Home', screenId: '1:2', isGoal: false, isInDesign: true },
      { number: 2, screenId: '1:3', isGoal: true },
    ]);
    expect((await app.anyone.fetch(body.screens[0].image.url)).status).toBe(200);
    await app.parts.db
      .insertInto('test_screens')
      .columns(['test_id', 'number', 'api_origin', 'file_key', 'node_id'])
      .expression(({ selectFrom, val }) =>
        selectFrom('test_screens')
          .select([
            'test_id',
            val(99).as('number'),
            'api_origin',
            'file_key',
            val('9:9').as('node_id'),
          ])
          .where('test_id', '=', test._id)
          .where('number', '=', 1),
      )
      .execute();
    await prefetchScreens(app.parts, { revisionId: test.revision._id });
    const vanished = (await screens()).screens.at(-1);
    expect(vanished).toMatchObject({ number: 99, screenId: '9:9', isInDesign: false });
  });

  it('may still come while the revision is new', async () => {
    expect((await ask()).body.state).toBe('fetching');
    await app.parts.db
      .updateTable('revisions')
      .set({ created_at: new Date(Date.now() - 3 * 60_000) })
      .where('test_id', '=', test._id)
      .execute();
    expect((await ask()).body.state).toBe('ready');
  });

  it('are none of a page that reports none', async () => {
    test = successBody(
      await owner.post('/api/tests', { ...form, figmaUrl: 'https://example.com/shop' }),
    );
    expect((await ask()).body).toMatchObject({ screens: [], state: 'none' });
  });
});

describe('a screen', () => {
  beforeEach(() => present('1:2', '1:3'));

  it('gets a name from a member, and its own back', async () => {
    const own = (await screens()).screens.map(({ name }) => name);
    expect((await rename(2, ' Shelf ')).status).toBe(200);
    expect((await screens()).screens[1]).toMatchObject({
      number: 2,
      name: 'Shelf',
      isRenamed: true,
    });
    expect((await rename(2, null)).status).toBe(200);
    expect((await screens()).screens.map(({ name }) => name)).toEqual(own);
  });

  it('is renamed by no other workspace, and not when there is none', async () => {
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    expect((await ask(stranger)).status).toBe(404);
    expect((await rename(1, 'X', stranger)).status).toBe(404);
    expect((await rename(99, 'X')).status).toBe(404);
    for (const bad of ['', ' ', 'x'.repeat(201), 7, undefined]) {
      expect((await rename(1, bad)).status).toBe(400);
    }
  });
});

// screens.ofPrototype: what a link leads to before there is a test, listed and fetched once; and what becomes of the
// images.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { prefetchScreens } from './screens.service.ts';

let app: TestApp;
let owner: TestClient;
let link: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  link = app.parts.samplePrototypeUrl ?? '';
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
});

interface Listed {
  screens: { screenId: string; name: string; image: { url: string } | null }[];
  state: string;
}

const ask = (figmaUrl: string, client = owner) =>
  client.post('/api/prototype-screens', { figmaUrl });
/** Once all images have come. */
const complete = (figmaUrl = link) =>
  vi.waitUntil(
    async () => {
      const listed = successBody<Listed>(await ask(figmaUrl));
      return listed.state === 'ready' ? listed : null;
    },
    { timeout: 20_000, interval: 50 },
  );
const rows = () =>
  app.parts.db
    .selectFrom('screens')
    .innerJoin('workspaces', 'workspaces.id', 'screens.workspace_id')
    .select(['screens.id', 'screens.name'])
    .where('workspaces.created_at', '=', ({ selectFrom }) =>
      selectFrom('workspaces').select(({ fn }) => fn.max('created_at').as('last')),
    )
    .execute();

describe('screens of a link', () => {
  it('are named, the start first, with images that come; one listing and one fetch for all who ask', async () => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    const both = await Promise.all([ask(link), ask(link)]);
    expect(both.map(({ body }) => body.screens[0])).toMatchObject([
      { screenId: '1:2', name: 'Home' },
      { screenId: '1:2', name: 'Home' },
    ]);
    expect(both[0].body).toMatchObject({
      startScreenId: '1:2',
      embed: { kind: 'prototype', messageOrigin: new URL(link).origin },
    });
    const { screens } = await complete();
    const calls = fetchSpy.mock.calls.filter(([address]) => String(address).includes('/v1/'));
    fetchSpy.mockRestore();
    expect(calls).toHaveLength(3);
    expect(screens.every(({ image }) => image !== null)).toBe(true);
    const image = await app.anyone.fetch(screens[0]?.image?.url ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await rows()).map(({ name }) => name)).toContain('Home');
  });

  it('are those of a revision that is made then, without fetching them again', async () => {
    const { screens } = await complete();
    const { body } = await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl: link });
    const before = await rows();
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await prefetchScreens(app.parts, { revisionId: body.revision._id });
    const rendered = fetchSpy.mock.calls.filter(([address]) =>
      String(address).includes('/v1/images'),
    );
    fetchSpy.mockRestore();
    expect([rendered, await rows()]).toEqual([[], before]);
    const stored = await app.parts.db
      .selectFrom('revision_screens')
      .select('node_id')
      .where('revision_id', '=', body.revision._id)
      .where('inherited', '=', false)
      .execute();
    expect(stored).toHaveLength(screens.length);
  });

  it('are none where a page reports none, and refused for what is no link', async () => {
    const page = await ask('https://example.com/shop');
    expect([page.status, page.body]).toMatchObject([200, { screens: [], state: 'none' }]);
    expect((await ask('shop')).status).toBe(400);
    expect((await ask(link, app.anyone)).status).toBe(401);
  });
});

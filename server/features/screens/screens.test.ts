// screens.*: who gets which image, what is kept of them, and what goes with the last test.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import { startSample } from '#sample/sample.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { prefetchScreens } from './screens.service.ts';

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
let link: string;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  link = app.parts.samplePrototypeUrl ?? '';
  stranger = await app.signIn('stranger@example.com', { company: 'Other' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  test = await create(link);
});

async function create(figmaUrl: string): Promise<typeof test> {
  return (await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl })).body;
}

/** The screen the sample's prototype starts with. */
function startScreen(): string {
  return new URL(link).searchParams.get('node-id') ?? '';
}

function take(client: TestClient, more: Record<string, string> = {}, headers = {}) {
  const query = new URLSearchParams({ figmaUrl: link, screenId: startScreen(), ...more });
  return client.get(`/api/take-screenshot?${query}`, headers);
}

async function storedScreens(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.parts.storage.list('screens')) keys.push(key);
  return keys;
}

async function workspaceOf(testId: string): Promise<WorkspaceId> {
  const { workspace_id } = await app.parts.db
    .selectFrom('tests')
    .select('workspace_id')
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
  return workspace_id as WorkspaceId;
}

describe('screens.takeScreenshot', () => {
  it('answers the share id, the session token and the creator; nobody else', async () => {
    const { session } = (
      await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' })
    ).body;
    const bearer = { authorization: `Bearer ${session.token}` };
    expect((await take(app.anyone, { uniqueId: test.uniqueId })).status).toBe(200);
    expect((await take(app.anyone, {}, bearer)).status).toBe(200);
    expect((await take(owner)).status).toBe(200);
    expect((await take(app.anyone)).status).toBe(401);
    expect((await take(stranger)).status).toBe(404);
    expect((await take(app.anyone, {}, { authorization: 'Bearer x.y' })).status).toBe(401);
  });

  it('asks for no other prototype than the test’s', async () => {
    const { uniqueId } = test;
    const other = link.replace(/proto\/[A-Za-z0-9]+/, `proto/${'Z'.repeat(22)}`);
    for (const figmaUrl of [other, 'http://127.0.0.1:1/proto/x', 'file:///etc/passwd', '']) {
      expect((await take(app.anyone, { uniqueId, figmaUrl })).status).toBe(404);
      const asked = { uniqueId, figmaUrl, originalFigmaUrl: link };
      expect((await take(app.anyone, asked)).status).toBe(404);
    }
    const encoded = { uniqueId, figmaUrl: encodeURIComponent(link) };
    expect((await take(app.anyone, encoded)).status).toBe(200);
  });

  it('is fetched once for many at once, and its address is signed', async () => {
    const before = (await storedScreens()).length;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => take(app.anyone, { uniqueId: test.uniqueId })),
    );
    const addresses = new Set(answers.map(({ body }) => body.screenshotUrl));
    expect(addresses.size).toBe(1);
    expect((await storedScreens()).length).toBe(before + 1);
    const [address = ''] = addresses;
    const image = await app.anyone.fetch(address);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const later = address.replace(/expires=\d+/, `expires=${Date.now() + 9e9}`);
    expect((await app.anyone.get(later)).status).toBe(404);
    expect((await app.anyone.get(address.slice(0, -1))).status).toBe(404);
  });

  it('a screen that is not there is told so, again and again', async () => {
    for (const _ of [1, 2]) {
      const answer = await take(app.anyone, { uniqueId: test.uniqueId, screenId: '999:999' });
      expect([answer.status, answer.body.code]).toEqual([404, 'screen_not_rendered']);
    }
  });
});

describe('what is kept of screens', () => {
  it('goes with the last test of the prototype, also after the test got another link', async () => {
    const workspaceId = await workspaceOf(test._id);
    const second = await create(link);
    await prefetchScreens(app.parts, { workspaceId, figmaUrl: link });
    const rows = () =>
      app.parts.db
        .selectFrom('screens')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .execute();
    const fetched = (await rows()).length;
    expect(fetched).toBeGreaterThan(1);
    await owner.delete(`/api/tests/${second._id}/x/y`);
    expect(await rows()).toHaveLength(fetched);
    const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
    expect((await owner.put(`/api/tests/${test._id}`, form)).status).toBe(200);
    await owner.delete(`/api/tests/${test._id}/x/y`);
    expect(await rows()).toEqual([]);
  });

  it('is nothing when the test is deleted while its screens are fetched', async () => {
    const workspaceId = await workspaceOf(test._id);
    const before = (await storedScreens()).length;
    const fetching = prefetchScreens(app.parts, { workspaceId, figmaUrl: link });
    await owner.delete(`/api/tests/${test._id}/x/y`);
    await fetching;
    const rows = await app.parts.db
      .selectFrom('screens')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(rows).toEqual([]);
    expect((await storedScreens()).length).toBe(before);
  });

  it('is asked for ahead when the link changes, not at every change', async () => {
    const queued = async () => {
      const jobs = await app.parts.db
        .selectFrom('pgboss.job' as never)
        .select('data' as never)
        .where('name' as never, '=', 'screens.prefetch' as never)
        .execute();
      const workspaceId = await workspaceOf(test._id);
      return jobs.filter((job) => JSON.stringify(job).includes(workspaceId)).length;
    };
    const change = (form: object) =>
      owner.put(`/api/tests/${test._id}`, { name: 'T', task: 't', figmaUrl: link, ...form });
    expect(await queued()).toBe(1);
    await change({ name: 'Other' });
    expect(await queued()).toBe(1);
    await change({ figmaUrl: 'https://example.com/page' });
    expect(await queued()).toBe(2);
  });
});

it('a tool that refuses screens ahead is left alone by participants and by the next test', async () => {
  const restLimit = { calls: 0, retryAfterSeconds: 40 };
  const limited = await startSample({ port: 0, host: '127.0.0.1', token: 'right', restLimit });
  const names = ['WEB', 'EMBED', 'MESSAGE', 'API'].map((name) => `FIGMA_${name}_ORIGIN`);
  const origins = Object.fromEntries(names.map((name) => [name, limited.origin]));
  const own = await startTestApp({ env: { ...origins, FIGMA_TOKEN: 'right' } });
  const person = await own.signIn('limited@example.com', { company: 'Acme' });
  const figmaUrl = limited.prototypeUrl;
  const { body } = await person.post('/api/tests', { name: 'T', task: 't', figmaUrl });
  const ahead = { workspaceId: body._id, figmaUrl };
  await prefetchScreens(own.parts, ahead);
  const asked = vi.spyOn(globalThis, 'fetch');
  await prefetchScreens(own.parts, ahead);
  const query = new URLSearchParams({ figmaUrl, screenId: '1:2', uniqueId: body.uniqueId });
  const refused = await own.anyone.get(`/api/take-screenshot?${query}`);
  const toTool = asked.mock.calls.filter(([address]) => String(address).includes(limited.origin));
  asked.mockRestore();
  expect([refused.status, toTool.length]).toEqual([503, 0]);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(40);
  await own.close();
  await limited.stop();
});

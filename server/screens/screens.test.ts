// screens.*: permission for images, their storage, and their deletion with the last test.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { SCREEN_MISSES_RATE } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { readSampleDocument } from '#sample/document.ts';
import { startSample } from '#sample/sample.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { bearer, startSession } from '#testing/participant.ts';
import { prefetchScreens } from './screens.service.ts';

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
let link: string;
let test: { _id: string; uniqueId: string; revision: { _id: RevisionId } };

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

const remove = () => jobHandlers(app.parts)['deleted.remove']({});

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
    .where('id', '=', testId as TestId)
    .executeTakeFirstOrThrow();
  return workspace_id as WorkspaceId;
}

describe('screens.takeScreenshot', () => {
  it('answers the share id, the session token and the creator; no one else', async () => {
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
      const input = { uniqueId, figmaUrl, originalFigmaUrl: link };
      expect((await take(app.anyone, input)).status).toBe(404);
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

  it('a missing screen is answered so, again and again', async () => {
    for (const _ of [1, 2]) {
      const answer = await take(owner, { uniqueId: test.uniqueId, screenId: '999:999' });
      expect([answer.status, answer.body.code]).toEqual([404, 'screen_not_rendered']);
    }
  });
});

describe('a participant', () => {
  const press = (seq: number, presentedNodeId: string, targetNodeId = presentedNodeId) => ({
    seq,
    atMs: seq * 1000,
    type: 'MOUSE_PRESS_OR_RELEASE',
    data: { presentedNodeId, targetNodeId },
  });
  const report = (session: StartedSession, ...events: object[]) =>
    app.anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
  const requestScreen = async (session: StartedSession, screenId: string) =>
    (await take(app.anyone, { screenId }, bearer(session))).status;
  const byLink = async (screenId: string) =>
    (await take(app.anyone, { screenId, uniqueId: test.uniqueId })).status;

  it('has the start and what their own session reported, nothing of another session', async () => {
    const ada = await startSession(app.anyone, test, { name: 'Ada' });
    const bob = await startSession(app.anyone, test, { name: 'Bob' });
    expect(await requestScreen(ada, startScreen())).toBe(200);
    expect(await requestScreen(ada, '1:4')).toBe(404);
    expect((await report(ada, press(0, '1-4', '1:5'), press(1, '\u0000'))).status).toBe(200);
    expect([await requestScreen(ada, '1:4'), await requestScreen(ada, '1-5')]).toEqual([200, 200]);
    expect([await requestScreen(bob, '1:4'), await requestScreen(ada, '1:6')]).toEqual([404, 404]);
  });

  it('with the link alone has what a session reported and what presses lead to, no other node', async () => {
    expect(await byLink('1:3')).toBe(404);
    const session = await startSession(app.anyone, test, { name: 'Ada' });
    await report(session, press(0, '1:9'));
    expect(await byLink('1:9')).toBe(200);
    await prefetchScreens(app.parts, { revisionId: test.revision._id });
    expect(await byLink('1:3')).toBe(200);
    const document = readSampleDocument();
    const layer = document.frames[0]?.children[0]?.id ?? '';
    const before = vi.spyOn(globalThis, 'fetch');
    expect([await byLink(layer), await byLink('999:999')]).toEqual([404, 404]);
    const toTool = before.mock.calls.filter(([address]) => String(address).includes('/v1/'));
    before.mockRestore();
    expect(toTool).toEqual([]);
  });

  it('causes so many calls of the tool an hour and test; another test and the team have theirs', async () => {
    const session = await startSession(app.anyone, test, { name: 'Mallory' });
    const { calls } = SCREEN_MISSES_RATE;
    const nodes = Array.from({ length: calls + 1 }, (_, at) => `77:${at}`);
    await report(session, ...nodes.map((node, seq) => press(seq, node)));
    const statuses: number[] = [];
    for (const node of nodes) statuses.push(await requestScreen(session, node));
    expect(statuses.slice(0, calls).every((status) => status === 404)).toBe(true);
    const last = await take(app.anyone, { screenId: nodes[0] ?? '' }, bearer(session));
    expect([statuses.at(-1), last.status]).toEqual([429, 404]);
    expect(await requestScreen(session, startScreen())).toBe(429);
    expect((await take(owner)).status).toBe(200);
    expect(await requestScreen(session, startScreen())).toBe(200);
    const other = await create(link);
    const elsewhere = await startSession(app.anyone, other, { name: 'Eve' });
    await report(elsewhere, press(0, '1:4'));
    expect(await requestScreen(elsewhere, '1:4')).toBe(200);
  }, 60_000);
});

describe('what is kept of screens', () => {
  let workspaceId: WorkspaceId;
  const rows = () =>
    app.parts.db
      .selectFrom('screens')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
  beforeEach(async () => {
    workspaceId = await workspaceOf(test._id);
  });
  const fetchAhead = () => prefetchScreens(app.parts, { revisionId: test.revision._id });

  it('goes with the last test whose revisions show it', async () => {
    await fetchAhead();
    const fetched = (await rows()).length;
    expect(fetched).toBeGreaterThan(1);
    const second = await create(link);
    await owner.delete(`/api/tests/${test._id}/x/y`);
    await remove();
    expect(await rows()).toHaveLength(fetched);
    const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
    expect((await owner.put(`/api/tests/${second._id}`, form)).status).toBe(200);
    await owner.delete(`/api/tests/${second._id}/x/y`);
    await remove();
    expect(await rows()).toEqual([]);
  });

  it('stays with a revision that a session has run, and is kept once while the file shows the same', async () => {
    await fetchAhead();
    const fetched = (await rows()).length;
    await startSession(app.anyone, test, { name: 'Ada' });
    const other = await create(link);
    const change = async (form: object) =>
      (await owner.put(`/api/tests/${test._id}`, { name: 'T', task: 't', figmaUrl: link, ...form }))
        .body.revision._id;
    const revisionId = await change({ task: 'Another' });
    await prefetchScreens(app.parts, { revisionId });
    expect(await rows()).toHaveLength(fetched);
    const inherited = await app.parts.db
      .selectFrom('revision_screens')
      .select('node_id')
      .where('revision_id', '=', revisionId)
      .where('inherited', '=', true)
      .execute();
    expect(inherited).toEqual([]);
    await change({ figmaUrl: 'https://example.com/page' });
    await owner.delete(`/api/tests/${other._id}/x/y`);
    await remove();
    expect(await rows()).toHaveLength(fetched);
  });

  it('has sessions read again once, whatever the number of images that came', async () => {
    const queued = async () => {
      const { rows: jobs } = await sql<{ nodeIds?: string[] }>`SELECT data->'nodeIds' AS "nodeIds"
        FROM pgboss.job WHERE name = 'readings.renew'
          AND data->>'revisionId' = ${test.revision._id}`.execute(app.parts.db);
      return jobs;
    };
    await fetchAhead();
    const fetched = (await rows()).length;
    expect(fetched).toBeGreaterThan(1);
    expect((await queued()).map(({ nodeIds }) => nodeIds?.length)).toEqual([fetched]);
    await fetchAhead();
    expect(await queued()).toHaveLength(1);
  });

  it('is nothing when the test is deleted while its screens are fetched', async () => {
    const before = await storedScreens();
    const fetching = fetchAhead();
    await owner.delete(`/api/tests/${test._id}/x/y`);
    await fetching;
    await remove();
    expect(await rows()).toEqual([]);
    const { rows: jobs } = await sql<{ prefixes: string[] }>`SELECT data->'prefixes' AS prefixes
      FROM pgboss.job WHERE name = 'objects.delete'`.execute(app.parts.db);
    const gone = new Set([...before, ...jobs.flatMap(({ prefixes }) => prefixes)]);
    expect((await storedScreens()).filter((key) => !gone.has(key))).toEqual([]);
  });

  it('is asked for ahead for each revision, not at every change', async () => {
    const queued = async () => {
      const { rows: jobs } = await sql<{ id: string }>`SELECT data->>'revisionId' AS id
        FROM pgboss.job WHERE name = 'screens.prefetch'`.execute(app.parts.db);
      const { rows: own } = await sql<{ id: string }>`SELECT id FROM revisions
        WHERE test_id = ${test._id}`.execute(app.parts.db);
      return own.filter(({ id }) => jobs.some((job) => job.id === id)).length;
    };
    const change = (form: object) =>
      owner.put(`/api/tests/${test._id}`, { name: 'T', task: 't', figmaUrl: link, ...form });
    expect(await queued()).toBe(1);
    await change({ name: 'Other' });
    expect(await queued()).toBe(1);
    await change({ task: 'Other' });
    expect(await queued()).toBe(2);
    await change({ figmaUrl: 'https://example.com/page' });
    expect(await queued()).toBe(2);
  });
});

it('a tool that refuses a workspace is left alone by it, and asked by every other one [16.5.2]', async () => {
  const restLimit = { calls: 0, retryAfterSeconds: 40 };
  const limited = await startSample({ port: 0, host: '127.0.0.1', token: 'right', restLimit });
  const names = ['WEB', 'EMBED', 'MESSAGE', 'API'].map((name) => `FIGMA_${name}_ORIGIN`);
  const origins = Object.fromEntries(names.map((name) => [name, limited.origin]));
  const own = await startTestApp({ env: { ...origins, FIGMA_TOKEN: 'right' } });
  const figmaUrl = limited.prototypeUrl;
  const startMember = async (email: string) => {
    const person = await own.signIn(email, { company: 'Acme' });
    const { body } = await person.post('/api/tests', { name: 'T', task: 't', figmaUrl });
    return { ahead: { revisionId: body.revision._id }, uniqueId: body.uniqueId };
  };
  const [first, second] = [
    await startMember('one@example.com'),
    await startMember('two@example.com'),
  ];
  await prefetchScreens(own.parts, first.ahead);
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const toTool = () =>
    fetchSpy.mock.calls.filter(([address]) => String(address).includes(limited.origin)).length;
  await prefetchScreens(own.parts, first.ahead);
  const query = new URLSearchParams({ figmaUrl, screenId: '1:2', uniqueId: first.uniqueId });
  const refused = await own.anyone.get(`/api/take-screenshot?${query}`);
  expect([refused.status, toTool()]).toEqual([503, 0]);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(40);
  await prefetchScreens(own.parts, second.ahead);
  expect(toTool()).toBe(1);
  fetchSpy.mockRestore();
  await own.close();
  await limited.stop();
});

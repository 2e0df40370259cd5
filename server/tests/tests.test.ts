// tests.*: create, list, page, change, settings, delete, on the real app.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TESTS_MAX } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';

const input = {
  name: 'Checkout',
  task: 'Buy a plant',
  figmaUrl: 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2',
  company: 'Acme',
};

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  stranger = await app.signIn('stranger@example.com', { company: 'Other' });
});
afterAll(() => app.close());

async function create(
  extra: object = {},
): Promise<{ _id: string; name: string; uniqueId: string }> {
  const answer = await owner.post('/api/tests', { ...input, ...extra });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('the most tests of a workspace', () => {
  it('are never more, also when many are made at once; a deleted one makes room', async () => {
    const full = await app.signIn('full@example.com', { company: 'Full' });
    const { _id } = (await full.post('/api/tests', input)).body;
    await sql`INSERT INTO all_tests (id, workspace_id, unique_id, name, company)
      SELECT gen_random_uuid(), workspace_id, gen_random_uuid()::text, 'T', 'Full'
      FROM all_tests, generate_series(1, ${TESTS_MAX - 3}::int) WHERE id = ${_id}`.execute(
      app.parts.db,
    );
    const make = () => full.post('/api/tests', { ...input, company: 'Full' });
    const answers = await Promise.all(Array.from({ length: 6 }, make));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'list_full',
      message: 'A workspace can have at most 10,000 tests. Delete one first.',
    });
    const [newTest] = answers.filter(({ status }) => status === 201);
    await full.delete(`/api/tests/${newTest?.body._id}/Full/Checkout`);
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(409);
  });
});

describe('tests.create', () => {
  it('answers the test with its share link', async () => {
    const answer = await owner.post('/api/tests', input);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...input,
      closed: false,
      count_of_recordings: 0,
      recordings: [],
      recordings_info: [],
      storedTimeStamp: null,
      link: `${app.origin}/tryout/${answer.body.uniqueId}`,
    });
    expect(answer.body.uniqueId).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it("takes the workspace's company when none is given", async () => {
    const { company: _, ...rest } = input;
    const answer = await owner.post('/api/tests', rest);
    expect(answer.body.company).toBe('Acme');
  });

  it.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ task: '' }, 'task', 'Task is required'],
    [{ task: 'x'.repeat(401) }, 'task', 'Task can have at most 400 characters'],
    [{ figmaUrl: 'https://localhost/x' }, 'figmaUrl', 'Please enter a valid URL'],
    [{ figmaUrl: 'javascript:alert(1.0)' }, 'figmaUrl', 'Please enter a valid URL'],
    [{ name: 'a\u0000b' }, 'name', 'Name contains characters that cannot be used'],
    [{ name: 7 }, 'name', 'Name is required'],
  ])('refuses %o', async (bad, field, message) => {
    const answer = await owner.post('/api/tests', { ...input, ...bad });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ code: 'bad_input', message, fields: { [field]: message } });
  });

  it('counts characters, not UTF-16 units', async () => {
    expect((await create({ name: '😀'.repeat(200) })).name).toBe('😀'.repeat(200));
  });

  it('needs a sign-in and its cross-site token', async () => {
    expect((await app.anyone.post('/api/tests', input)).status).toBe(401);
    const answer = await owner.send('/api/tests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': 'forged' },
      body: JSON.stringify(input),
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_token']);
  });
});

describe('tests.list', () => {
  it('answers a plain array, newest first, of the own workspace alone', async () => {
    const first = await create({ name: 'First' });
    const second = await create({ name: 'Second' });
    const { body } = await owner.get('/api/tests');
    const ids = body.map((test: { _id: string }) => test._id);
    expect(ids.indexOf(second._id)).toBeLessThan(ids.indexOf(first._id));
    expect((await stranger.get('/api/tests')).body).toEqual([]);
  });

  it('pages and searches by name without case, wildcards taken literally', async () => {
    await create({ name: 'Needle 100% a' });
    await create({ name: 'needle 100% b' });
    await create({ name: 'Needle 1000' });
    const first = (await owner.get('/api/tests?search=NEEDLE%20100%25&limit=1')).body;
    expect(first.items.map((test: { name: string }) => test.name)).toEqual(['needle 100% b']);
    expect(first.total).toBe(2);
    const second = (
      await owner.get(`/api/tests?search=needle%20100%25&limit=1&cursor=${first.nextCursor}`)
    ).body;
    expect(second.items.map((test: { name: string }) => test.name)).toEqual(['Needle 100% a']);
    expect(second.nextCursor).toBeNull();
    const begun = (await owner.get('/api/tests?cursor=&limit=1&search=NEEDLE%20100%25')).body;
    expect(begun).toEqual(first);
  });

  it('refuses a foreign cursor', async () => {
    expect((await owner.get('/api/tests?cursor=abc')).status).toBe(400);
  });
});

describe('tests.get, tests.update, tests.delete', () => {
  it("a stranger's test is not found, whatever is asked of it", async () => {
    const { _id } = await create();
    const name = encodeURIComponent(input.name);
    const answers = await Promise.all([
      stranger.get(`/api/tests/${_id}`),
      stranger.put(`/api/tests/${_id}`, input),
      stranger.delete(`/api/tests/${_id}/Acme/${name}`),
      stranger.get(`/api/tests/${_id}/settings`),
      stranger.put(`/api/tests/${_id}/settings`, { isClose_test: true }),
      owner.get('/api/tests/no-id'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('changes and deletes, also under a stale name with a slash', async () => {
    const { _id } = await create({ name: 'a/b "c" 🌿' });
    const changed = await owner.put(`/api/tests/${_id}`, { ...input, name: 'Renamed' });
    expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
    const path = `/api/tests/${_id}/Acme/${encodeURIComponent('a/b "c" 🌿')}`;
    expect((await owner.delete(path)).status).toBe(200);
    expect((await owner.delete(path)).status).toBe(404);
    expect((await owner.get(`/api/tests/${_id}`)).status).toBe(404);
  });
});

describe('tests.settings', () => {
  it('keeps what is saved and answers it as GET would', async () => {
    const { _id } = await create();
    const path = `/api/tests/${_id}/settings`;
    expect((await owner.get(path)).body).toEqual({
      closed: false,
      close_date: null,
      number_of_submission: null,
      duplicate: true,
    });
    const saved = await owner.put(path, {
      close_date: '2099-01-01T12:00:00+02:00',
      number_of_submission: 10,
      duplicate: false,
      isClose_test: true,
    });
    expect(saved.body).toEqual({
      closed: true,
      close_date: '2099-01-01T10:00:00.000Z',
      number_of_submission: 10,
      duplicate: false,
    });
    expect((await owner.get(path)).body).toEqual(saved.body);
    expect((await owner.get(`/api/tests/${_id}`)).body.closed).toBe(true);
  });

  it.each([
    [{ close_date: '2020-01-01T00:00:00Z' }, 'close_date'],
    [{ close_date: '2099-01-01T00:00:00' }, 'close_date'],
    [{ number_of_submission: 0 }, 'number_of_submission'],
    [{ number_of_submission: 1.5 }, 'number_of_submission'],
    [{ number_of_submission: 1_000_001 }, 'number_of_submission'],
    [{ duplicate: 'yes' }, 'duplicate'],
  ])('refuses %o', async (bad, field) => {
    const { _id } = await create();
    const answer = await owner.put(`/api/tests/${_id}/settings`, bad);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  });
});

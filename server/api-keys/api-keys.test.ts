// apiKeys.*: made by the owner and shown once; what a key opens, when it ends, and that none is ever logged.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import type { ApiKeyId } from '#contract/ids.ts';
import { API_KEY_RATE, API_KEYS_MAX } from '#contract/limits.ts';
import { recordings } from '#contract/recordings.api.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { openApiDocument } from '#server/platform/http/reference/openapi.ts';
import { createLog } from '#server/platform/log/log.ts';
import { newId } from '#server/platform/new-id.ts';
import { newApiKey } from '#server/platform/security/api-key-text.ts';
import type { Storage } from '#server/storage/storage.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';

/** Storage whose videos never come to their end when they are played. */
function endless(storage: Storage): Storage {
  const chunks: Storage['chunks'] = async function* () {
    yield Buffer.alloc(1000);
    await new Promise(() => undefined);
  };
  return new Proxy(storage, {
    get(target, name) {
      if (name === 'chunks') return chunks;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const ADDRESS = '/api/workspaces/current/api-keys';
const lines: string[] = [];
let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => lines.push(line) });
  app = await startTestApp({ sample: true, log, storage: endless });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
});

const input = (other: object = {}) => ({ name: 'Export', scope: 'read', days: null, ...other });

async function newKey(other: object = {}, who = owner) {
  return successBody<{ key: string; apiKey: { _id: string } }>(
    await who.post(ADDRESS, input(other)),
  );
}

const by = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = (key: string, path = '/api/tests', init: RequestInit = {}) =>
  app.anyone.send(path, { ...init, headers: { ...by(key), ...init.headers } });
const codeOf = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const createTest = (name: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name, task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl }),
});

describe('a key', () => {
  it('is shown once, and kept as its hash', async () => {
    const { key, apiKey } = await newKey();
    expect(key).toMatch(/^tryout_[0-9A-Za-z]{36}$/);
    expect(apiKey).toMatchObject({ name: 'Export', createdBy: 'Ada Lovelace', lastUsedAt: null });
    const list = (await owner.get(ADDRESS)).body;
    const rows = await app.parts.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify([list, rows])).not.toContain(key.slice(7, 20));
    expect(list).toEqual([apiKey]);
  });

  it('opens its own workspace without cookie and token, and notes its use once a minute', async () => {
    const { key } = await newKey({ scope: 'write' });
    const answer = await ask(key, '/api/tests', createTest('By a key'));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, null]);
    const names = (await ask(key)).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['By a key']);
    const stranger = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'B' });
    expect((await ask((await newKey({}, stranger)).key)).body).toEqual([]);
    const used = (await owner.get(ADDRESS)).body[0].lastUsedAt;
    await ask(key);
    expect([used, (await owner.get(ADDRESS)).body[0].lastUsedAt]).toEqual([
      expect.any(String),
      used,
    ]);
  });

  it('counts alone: cookies beside it are not looked at', async () => {
    const { key } = await newKey();
    const headers = { ...owner.credentials(), ...by(key) };
    const init = createTest('x');
    const answer = app.anyone.send('/api/tests', {
      ...init,
      headers: { ...init.headers, ...headers },
    });
    expect(await codeOf(answer)).toEqual([403, 'key_reads_only']);
    expect(await codeOf(ask(key, '/api/user-info', { headers }))).toEqual([403, 'key_refused']);
  });

  it('with read may HEAD', async () => {
    const { key } = await newKey();
    expect(
      (await app.anyone.fetch('/api/tests', { method: 'HEAD', headers: by(key) })).status,
    ).toBe(200);
  });

  it.each([
    ['none of ours', () => newApiKey()],
    ['mistyped', async () => `${(await newKey()).key.slice(0, -1)}_`],
    ['the bare prefix', () => 'tryout_'],
  ])('that is %s is refused', async (_, key) => {
    expect(await codeOf(ask(await key()))).toEqual([401, 'api_key_invalid']);
  });

  it('ends when it is revoked, and when its day has come', async () => {
    const { key, apiKey } = await newKey();
    const { key: short, apiKey: ending } = await newKey({ days: 1 });
    expect((await ask(short)).status).toBe(200);
    await app.parts.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', ending._id as ApiKeyId)
      .execute();
    expect(await codeOf(ask(short))).toEqual([401, 'api_key_invalid']);
    expect((await owner.delete(`${ADDRESS}/${apiKey._id}`)).status).toBe(200);
    expect(await codeOf(ask(key))).toEqual([401, 'api_key_invalid']);
    expect((await owner.delete(`${ADDRESS}/${apiKey._id}`)).status).toBe(404);
  });

  it('ends with its workspace', async () => {
    const { key } = await newKey();
    const { email } = (await owner.get('/api/user-info')).body;
    successBody(await owner.post('/api/user-info/deletion', { email }));
    await app.parts.db
      .updateTable('users')
      .set({ deletion_at: new Date(0) })
      .where('email', '=', email)
      .execute();
    await jobHandlers(app.parts)['accounts.delete-due']({});
    expect(await codeOf(ask(key))).toEqual([401, 'api_key_invalid']);
  });

  it('opens nothing of a workspace that is being deleted', async () => {
    const { key } = await newKey();
    const deleted = { deleted_at: new Date() };
    const { db } = app.parts;
    const last = db.selectFrom('api_keys').select('workspace_id').orderBy('id', 'desc').limit(1);
    await db.updateTable('all_workspaces').set(deleted).where('id', '=', last).execute();
    expect(await codeOf(ask(key))).toEqual([401, 'api_key_invalid']);
  });

  it('is one of so many', async () => {
    const { db } = app.parts;
    const { apiKey } = await newKey();
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', apiKey._id as ApiKeyId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: API_KEYS_MAX - 2 }, () => ({
      ...row,
      id: newId<ApiKeyId>(),
      key_hash: Buffer.from(crypto.randomUUID()),
    }));
    await db.insertInto('api_keys').values(copies).execute();
    const both = await Promise.all([owner.post(ADDRESS, input()), owner.post(ADDRESS, input())]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('has a rate of its own', async () => {
    const [{ key, apiKey }, other] = [await newKey(), await newKey()];
    await app.parts.db
      .insertInto('rate_counts')
      .values({
        key: `api-key:${apiKey._id}`,
        points: API_KEY_RATE.calls,
        expire: Date.now() + 60_000,
      })
      .execute();
    const refused = await ask(key);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask(other.key)).status).toBe(200);
  });

  it('belongs to the owner', async () => {
    const member = await joinTeam(app, { owner, email: `${crypto.randomUUID()}@example.com` });
    const { apiKey } = await newKey();
    const refused = [
      await member.get(ADDRESS),
      await member.post(ADDRESS, input()),
      await member.delete(`${ADDRESS}/${apiKey._id}`),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('owner_only'));
  });
});

describe('a key that ends in the middle', () => {
  it('of a download cuts it', async () => {
    const { key, apiKey } = await newKey();
    const test = (await owner.post('/api/tests', JSON.parse(createTest('Film').body))).body;
    const { userTimestamp } = await recordSession(app.anyone, test, { name: 'Any' });
    const ids = { uniqueId: test.uniqueId, testId: test._id, company: 'x', testName: 'x' };
    const address = addressOf(recordings.video, { params: { ...ids, userTimestamp } });
    const answer = await app.anyone.fetch(address, { headers: by(key) });
    expect(answer.status).toBe(200);
    const read = answer.arrayBuffer();
    successBody(await owner.delete(`${ADDRESS}/${apiKey._id}`));
    await expect(read).rejects.toThrow('terminated');
  });

  it('of a stream of updates ends it', async () => {
    const { key, apiKey } = await newKey();
    const answer = await app.anyone.fetch('/api/updates', { headers: by(key) });
    expect(answer.status).toBe(200);
    successBody(await owner.delete(`${ADDRESS}/${apiKey._id}`));
    const text = await answer.text().catch(() => 'cut');
    expect(text).toMatch(/event: ended|cut/);
  });
});

describe('a key in an address', () => {
  it.each([
    ['query', (key: string) => `/api/tests?key=${key}`],
    ['path', (key: string) => `/api/tests/${key}`],
    ['page', (key: string) => `/dashboard?token=${key}`],
  ])('is refused with a sentence: %s [14.2.1]', async (_, address) => {
    const { key } = await newKey();
    const { status, body } = await ask(key, address(key));
    expect([status, body.code]).toEqual([400, 'key_in_address']);
    expect(body.message).toMatch(/Revoke this one/);
    expect(lines.join('\n')).not.toContain(key);
  });
});

it('the security log names the key by its id', async () => {
  const { key, apiKey } = await newKey();
  await ask(key, '/api/user-info');
  successBody(await owner.delete(`${ADDRESS}/${apiKey._id}`));
  const entries = lines
    .map((line) => JSON.parse(line))
    .filter(({ apiKeyId }) => apiKeyId === apiKey._id);
  expect(entries.map(({ event }) => event)).toEqual([
    'api-key.made',
    'access.refused',
    'api-key.revoked',
  ]);
  expect(lines.join('\n')).not.toContain(key);
});

it('the examples of the reference work as they are written', async () => {
  const { key } = await newKey({ scope: 'write' });
  const { info, paths } = openApiDocument(app.origin) as {
    info: { description: string };
    paths: Record<string, { get?: { description: string } }>;
  };
  const written = (text = '') =>
    [...text.matchAll(/```sh\n([^`]+)\n```/g)].map(([, shell]) => shell);
  const [list = '', create = ''] = written(info.description);
  const run = async (shell: string) => {
    const options = { env: { ...process.env, TRYOUT_KEY: key } };
    return (await promisify(execFile)('bash', ['-c', shell], options)).stdout;
  };
  const test = JSON.parse(await run(create));
  expect(JSON.parse(await run(list)).items.map(({ _id }: { _id: string }) => _id)).toEqual([
    test._id,
  ]);
  const [one = ''] = written(paths['/api/tests/{id}']?.get?.description);
  expect(JSON.parse(await run(one.replace('{id}', test._id))).name).toBe('Checkout');
});

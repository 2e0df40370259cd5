// designToken.*: tested by one call, stored sealed, described without the token, and used before the installation's.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { joinTeam } from '#testing/team.ts';

const ADDRESS = '/api/workspaces/current/design-token';
const TOKEN = 'figd_Abc-123_secret';

let tool: Server;
let answer: RequestListener;
/** Path and token of each call that the tool got. */
let toolCalls: string[];
let app: TestApp;
let owner: TestClient;
let figmaUrl: string;

beforeAll(async () => {
  tool = createServer((request, response) => {
    toolCalls.push(`${request.url} ${request.headers['x-figma-token']}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    tool.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`;
  const names = ['WEB', 'EMBED', 'MESSAGE', 'API'].map((name) => `FIGMA_${name}_ORIGIN`);
  const env = Object.fromEntries(names.map((name) => [name, origin]));
  figmaUrl = `${origin}/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2`;
  app = await startTestApp({
    env: { ...env, FIGMA_TOKEN: 'installation', FIGMA_TOKEN_DOMAINS: 'acme.com' },
  });
});
afterAll(async () => {
  await app.close();
  tool.closeAllConnections();
  tool.close();
});
beforeEach(async () => {
  toolCalls = [];
  answer = says(200, { id: '1', meta: { images: {} } });
  owner = await app.signIn(`${crypto.randomUUID()}@other.com`, { company: 'Acme' });
});

const says =
  (status: number, body: object | string, headers = {}): RequestListener =>
  (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, headers).end(text);
  };
const set = (token = TOKEN, client = owner) => client.put(ADDRESS, { token });
const createTest = (client = owner) =>
  client.post('/api/tests', { name: 'T', task: 't', figmaUrl });
const state = async (client = owner) => (await client.get(ADDRESS)).body;
const workspaceOf = async (client: TestClient) =>
  (await client.get('/api/workspaces')).body[0]._id as WorkspaceId;

describe('designToken.set', () => {
  it('tries a token by one call and never shows it again', async () => {
    const member = await joinTeam(app, { owner, email: `${crypto.randomUUID()}@other.com` });
    expect((await state()).own).toBeNull();
    const saved = await set(`  ${TOKEN}\n`);
    expect([saved.status, toolCalls]).toEqual([200, [`/v1/me ${TOKEN}`]]);
    expect(saved.body).toMatchObject({
      tool: 'Figma',
      own: { setBy: 'Ada Lovelace', readable: true, check: 'accepted' },
      otherwise: 'none',
    });
    await createTest();
    expect((await set()).body.own.check).toBe('works');
    expect(toolCalls.at(-1)).toBe(`/v1/files/AbCdEfGhIjKlMnOpQrStUv/images ${TOKEN}`);
    const answers = JSON.stringify([saved.body, await state(), await state(member)]);
    expect(answers).not.toMatch(/figd|secret/);
    const rows = await app.parts.db.selectFrom('design_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/figd|secret/);
  });

  it.each([
    ['a wrong token', says(403, { status: 403, err: 'Invalid token' }), /refuses/],
    ['an expired one', says(403, { status: 403, err: 'Token expired' }), /expired/],
    [
      'one without the scope',
      says(403, {
        message: 'Invalid scope(s): me. This endpoint requires the file_content:read scope',
      }),
      /file_content:read/,
    ],
    ['no sign-in', says(401, {}), /refuses/],
  ])('keeps none that the tool refuses: %s; what was set stays', async (_, refusal, sentence) => {
    await createTest();
    await set('figd_before');
    const { setAt } = (await state()).own;
    answer = refusal;
    const refused = await set();
    expect([refused.status, refused.body.code]).toEqual([422, 'design_token_refused']);
    expect(refused.body.fields.token).toMatch(sentence);
    expect((await state()).own.setAt).toBe(setAt);
  });

  it.each<[string, RequestListener, string]>([
    ['hides the file', says(404, { status: 404, err: 'Not found' }), 'file_hidden'],
    ['forbids the file', says(403, { status: 403, err: 'File not exportable' }), 'file_hidden'],
    ['fails', says(500, 'x'), 'untested'],
    ['answers a page', says(200, '<html>Welcome</html>'), 'untested'],
    ['answers another shape', says(200, { meta: [] }), 'untested'],
    ['has no room for a year', says(429, {}, { 'retry-after': '31536000' }), 'untested'],
    ['leads elsewhere', says(302, '', { location: 'http://127.0.0.1:1/' }), 'untested'],
    ['breaks off', (request) => request.socket.destroy(), 'untested'],
  ])('keeps one when the tool %s, and says so', async (_, listener, check) => {
    await createTest();
    answer = listener;
    const saved = await set();
    expect([saved.status, saved.body.own.check, toolCalls.length]).toEqual([200, check, 1]);
  });

  it('reads no endless answer', async () => {
    await createTest();
    let sentBytes = 0;
    const chunk = Buffer.alloc(1024 ** 2, ' ');
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && sentBytes < 100 * chunk.length) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.writeHead(200);
      more();
    };
    expect((await set()).body.own.check).toBe('untested');
    expect(sentBytes).toBeLessThan(30 * chunk.length);
  });

  it('tells which scope a token without a test’s file lacks only where it matters', async () => {
    answer = says(403, {
      err: 'Invalid scope(s): file_content:read. This endpoint requires the current_user:read scope',
    });
    expect((await set()).body.own.check).toBe('accepted');
  });

  it('belongs to the owner, and is removed once', async () => {
    const member = await joinTeam(app, { owner, email: `${crypto.randomUUID()}@other.com` });
    expect((await set(TOKEN, member)).body.code).toBe('owner_only');
    await set();
    expect((await member.delete(ADDRESS)).body.code).toBe('owner_only');
    expect((await owner.delete(ADDRESS)).status).toBe(200);
    expect([(await state()).own, (await owner.delete(ADDRESS)).status]).toEqual([null, 404]);
  });
});

describe('which token asks', () => {
  const tokensUsed = async (client: TestClient) => {
    toolCalls = [];
    answer = says(429, {}, { 'retry-after': '1' });
    const { body } = await createTest(client);
    toolCalls = [];
    await jobHandlers(app.parts)['screens.prefetch']({ revisionId: body.revision._id });
    return toolCalls.map((call) => call.split(' ')[1]);
  };

  it('is the workspace’s own, then the installation’s for listed domains, else none', async () => {
    expect([await tokensUsed(owner), (await state()).otherwise]).toEqual([[], 'none']);
    answer = says(200, { id: '1' });
    await set();
    expect(await tokensUsed(owner)).toEqual([TOKEN]);
    const served = await app.signIn(`${crypto.randomUUID()}@Acme.com`, { company: 'Acme' });
    expect([await tokensUsed(served), (await state(served)).otherwise]).toEqual([
      ['installation'],
      'installation',
    ]);
    answer = says(200, { id: '1' });
    await set('figd_own', served);
    expect(await tokensUsed(served)).toEqual(['figd_own']);
  });

  it('is not won by another contact address, nor by a subdomain', async () => {
    const { db } = app.parts;
    const changed = (await owner.get('/api/user-info')).body.email;
    await db
      .updateTable('users')
      .set({ email: 'me@acme.com' })
      .where('email', '=', changed)
      .execute();
    expect(await tokensUsed(owner)).toEqual([]);
    const beneath = await app.signIn(`${crypto.randomUUID()}@mail.acme.com`, { company: 'B' });
    expect(await tokensUsed(beneath)).toEqual([]);
  });

  it('is none when it was sealed with another secret or for another workspace: said, no failure', async () => {
    await set();
    const { db, secrets } = app.parts;
    const workspaceId = await workspaceOf(owner);
    const other = await app.signIn(`${crypto.randomUUID()}@other.com`, { company: 'B' });
    const sealed = secrets.seal('sealed-design-token', `${await workspaceOf(other)} ${TOKEN}`);
    for (const text of [sealed, 'x', secrets.seal('sealed-mail', `${workspaceId} ${TOKEN}`)]) {
      await db
        .updateTable('design_tokens')
        .set({ sealed: text })
        .where('workspace_id', '=', workspaceId)
        .execute();
      expect((await state()).own).toMatchObject({ readable: false });
      expect(await tokensUsed(owner)).toEqual([]);
    }
  });
});

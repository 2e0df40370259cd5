// Files of the disk that an address can reach: those of the built web app, and no others; folders are not listed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { recordSession } from '#testing/participant.ts';

const SECRET = 'what no address may show';
let app: TestApp;
let webRoot: string;
let uploaded: string;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-served-'));
  for (const folder of ['static/js', 'static/.git', '.git']) {
    await mkdir(join(webRoot, folder), { recursive: true });
  }
  for (const page of ['index', 'landing', 'participant', 'view']) {
    await writeFile(join(webRoot, `${page}.html`), '<!doctype html><title>the app</title>');
  }
  await writeFile(join(webRoot, 'static/js/main-1a2b3c.js'), 'export {};');
  for (const path of ['.git/config', 'static/.git/config', '.env', 'static/.env']) {
    await writeFile(join(webRoot, path), SECRET);
  }
  app = await startTestApp({ webRoot, sample: true });
  await writeFile(join(app.parts.config.dataDir, 'session-secret'), SECRET);
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test = (await owner.post('/api/tests', form)).body;
  uploaded = (await recordSession(app.anyone, test, { name: 'Ada' }))._id;
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

/** The answer to an address without the changes that URL parsing would make. */
async function get(path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(app.origin);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  request({ hostname, port, path, headers: { accept: '*/*' } }, async (answer) => {
    const text = (await answer.toArray()).join('');
    resolve({ status: answer.statusCode ?? 0, text });
  })
    .on('error', reject)
    .end();
  return await promise;
}

it('a file of the built app is served', async () => {
  expect(await get('/static/js/main-1a2b3c.js')).toEqual({ status: 200, text: 'export {};' });
});

it.each(['/static', '/static/', '/static/js', '/static/js/', '/api/', '/api/docs/static/'])(
  '%s lists no folder [13.4.3]',
  async (path) => {
    const { status, text } = await get(path);
    expect(text).not.toContain('main-1a2b3c');
    expect([302, 404]).toContain(status);
  },
);

it.each([
  '/.git/config',
  '/static/.git/config',
  '/.env',
  '/static/.env',
  '/.git/',
  '/.svn/entries',
])('%s is not there [13.4.1]', async (path) => {
  const { status, text } = await get(path);
  // An address without a file is one of the app, whose page reports that it does not exist.
  const expected = path.startsWith('/static/') ? 404 : 200;
  expect([status, text.includes(SECRET)]).toEqual([expected, false]);
});

it('what people upload has no address of its own, and nothing of the data folder has [5.3.1]', async () => {
  const { dataDir } = app.parts.config;
  const toData = relative(join(webRoot, 'static'), dataDir);
  const video = `media/recordings/${uploaded}/video.webm`;
  const paths = [
    ...[`/${video}`, `/static/${video}`, `/data/${video}`, `/recordings/${uploaded}/video.webm`],
    ...[`/static/${toData}/${video}`, `/static/${toData}/session-secret`],
    `/static/${toData.replaceAll('/', '%2f').replaceAll('.', '%2e')}%2fsession-secret`,
    `/static/${toData.replaceAll('/', '\\')}\\session-secret`,
    `/static//${dataDir}/session-secret`,
    ...['/session-secret', '/static/%00session-secret', '/static/../.env'],
  ];
  for (const path of paths) {
    const { status, text } = await get(path);
    const isPage = status === 200 && text.includes('<title>the app</title>');
    expect([path, isPage || [302, 400, 403, 404].includes(status)]).toEqual([path, true]);
    expect(text).not.toContain(SECRET);
  }
});

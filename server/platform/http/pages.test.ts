// One origin for pages and calls: `Accept` decides on shared addresses, headers protect both.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { prefersHtml } from './pages.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let app: TestApp;
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-web-'));
  const script = join(webRoot, 'static', 'js', 'main-1a2b3c.js');
  await mkdir(join(webRoot, 'static', 'js'), { recursive: true });
  for (const name of ['index', 'landing', 'participant', 'view']) {
    await writeFile(
      join(webRoot, `${name}.html`),
      `<!doctype html><title>the app, ${name}</title>`,
    );
  }
  await writeFile(script, 'export {};');
  await writeFile(`${script}.br`, brotliCompressSync('export {};'));
  await writeFile(`${script}.gz`, gzipSync('export {};'));
  await writeFile(join(webRoot, 'static', 'js', 'tiny-4d5e6f.js'), '0');
  app = await startTestApp({ webRoot, sample: true });
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

describe('prefersHtml', () => {
  it.each([
    [browser, true],
    ['application/json', false],
    ['*/*', false],
    [undefined, false],
    ['application/json, text/html;q=0.5', false],
    ['text/html;q=0', false],
  ])('%s → %s', (accept, expected) => {
    expect(prefersHtml(accept)).toBe(expected);
  });
});

describe('pages', () => {
  const id = '01890000-0000-7000-8000-000000000000';
  const framesOf = async (path: string) => {
    const { headers } = await app.anyone.get(path, { accept: browser });
    return /frame-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };

  it('a navigation to an address that cannot be read goes to one that can', async () => {
    const path = `/api/tests/u/${id}/100%/x/Ada_1`;
    const link = await fetch(`${app.origin}${path}`, {
      headers: { accept: browser },
      redirect: 'manual',
    });
    expect(link.status).toBe(302);
    expect(link.headers.get('location')).toBe(`/api/tests/u/${id}/100%25/x/Ada_1`);
    const call = await fetch(`${app.origin}${path}`, { headers: { accept: 'application/json' } });
    expect(call.status).toBe(400);
  });

  it.each([
    ['/', 'landing'],
    ['/?next=/settings', 'landing'],
    ['/dashboard', 'index'],
    ['/settings', 'index'],
    ['/tryout/AAAAAAAAAAAAAAAAAAAAAA', 'participant'],
    ['/tryout/AAAAAAAAAAAAAAAAAAAAAA/?from=mail', 'participant'],
    ['/view/AAAAAAAAAAAAAAAAAAAAAA', 'view'],
    ['/tryout/', 'index'],
    ['/tryout/A/B', 'index'],
    [`/api/tests/${id}`, 'index'],
    [`/api/tests/u/${id}/a%2Fb/%F0%9F%8C%BF/Ada_1`, 'index'],
    ['/nothing/here', 'index'],
  ])('a navigation to %s gets the app, as %s', async (path, name) => {
    const answer = await app.anyone.get(path, { accept: browser });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.body).toContain(`the app, ${name}`);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it("says a link's title alone to who previews it, and keeps it from search engines [1.1.2, 1.2.1]", async () => {
    const owner = await app.signIn('og@example.com', { company: 'Acme' });
    const form = { name: '<b>"Shop" & Co', task: 'secret task', figmaUrl: 'https://a.b/c' };
    const { _id } = (await owner.post('/api/tests', form)).body;
    const thing = { kind: 'results' };
    const input = { thing, days: null, password: null, withNames: false, withDownloads: false };
    const created = (await owner.post(`/api/tests/${_id}/view-links`, input)).body;
    const page = () => app.anyone.get(new URL(created.url).pathname, { accept: browser });
    const open = await page();
    const title = '&lt;b&gt;&quot;Shop&quot; &amp; Co';
    expect(open.body).toBe(
      `<!doctype html><title>${title}</title>\n    <meta property="og:title" content="${title}" />`,
    );
    expect(open.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(open.headers.get('referrer-policy')).toBe('no-referrer');
    await owner.delete(`/api/view-links/${created.viewLink._id}`);
    expect((await page()).body).toContain('<title>the app, view</title>');
    const ofReport = { ...input, thing: { kind: 'report' } };
    const { url } = (await owner.post(`/api/tests/${_id}/view-links`, ofReport)).body;
    const report = await app.anyone.get(new URL(url).pathname, { accept: browser });
    expect(report.body).toContain(`og:title" content="Report · ${title}"`);
    expect((await app.anyone.get('/robots.txt')).body).toContain('User-agent: *\nDisallow: /view/');
  });

  it.each([`/api/tests/${id}`, `/api/tests/u/${id}/a/b/Ada_1`])(
    'anything else to %s gets JSON, and both vary by Accept',
    async (path) => {
      const json = await app.anyone.get(path, { accept: 'application/json' });
      expect([json.status, json.body.code]).toEqual([401, 'not_signed_in']);
      expect(json.headers.get('vary')).toContain('Accept');
      const page = await app.anyone.get(path, { accept: browser });
      expect(page.headers.get('vary')).toContain('Accept');
      const head = await app.anyone.fetch(path, { method: 'HEAD', headers: { accept: browser } });
      expect(head.headers.get('content-type')).toBe(page.headers.get('content-type'));
    },
  );

  it('a call that does not exist is a 404 in JSON, also for a navigation', async () => {
    const answer = await app.anyone.get('/api/nothing', { accept: browser });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await app.anyone.post('/dashboard', {})).status).toBe(404);
  });

  it("the participant page may frame the origins of its test's tasks alone [3.5.4]", async () => {
    const owner = await app.signIn('p@example.com', { company: 'A' });
    const create = async (figmaUrl: string) =>
      (await owner.post('/api/tests', { name: 'n', task: 't', figmaUrl })).body.uniqueId;
    const policyOf = (uniqueId: string) => framesOf(`/tryout/${uniqueId}`);
    const sample = new URL(app.parts.samplePrototypeUrl ?? '');
    expect(await policyOf(await create(sample.href))).toBe(sample.origin);
    expect(await policyOf(await create('https://example.com/page'))).toBe('https://example.com');
    const figma = 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop';
    expect(await policyOf(await create(figma))).toBe(
      'https://embed.figma.com https://www.figma.com',
    );
    const task = { kind: 'task', task: 't', figmaUrl: sample.href };
    const steps = [task, { ...task, figmaUrl: 'https://example.com/cart' }, task];
    const body = { name: 'n', task: 't', figmaUrl: sample.href, steps };
    expect(await policyOf((await owner.post('/api/tests', body)).body.uniqueId)).toBe(
      `${sample.origin} https://example.com`,
    );
    expect(await policyOf('AAAAAAAAAAAAAAAAAAAAAA')).toBe("'none'");
  });

  it('the participant page may frame those of an earlier revision while a session runs it [3.5.4]', async () => {
    const owner = await app.signIn('q@example.com', { company: 'A' });
    const urlOf = (host: string) => ({ name: 'n', task: 't', figmaUrl: `https://${host}/` });
    const { body: test } = await owner.post('/api/tests', urlOf('old.example.com'));
    const session = await startSession(app.anyone, test);
    const edit = async (host: string) => await owner.put(`/api/tests/${test._id}`, urlOf(host));
    await edit('new.example.com');
    const frames = async () => [
      await framesOf(`/tryout/${test.uniqueId}`),
      (await app.anyone.get(`/api/link/${test.uniqueId}`)).body.frameSources,
    ];
    const newest = 'https://new.example.com';
    const earlier = 'https://old.example.com';
    expect(await frames()).toEqual([newest, [newest]]);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    expect(await frames()).toEqual([`${newest} ${earlier}`, [newest, earlier]]);
    await sendForm(app.anyone, test, { form: streamedForm(session), session });
    expect(await frames()).toEqual([newest, [newest]]);
  });

  it("the creator's pages may frame the configured prototype hosts alone, the landing page nothing", async () => {
    const { origin } = new URL(app.parts.samplePrototypeUrl ?? '');
    const hosts = `https://embed.figma.com https://www.figma.com ${origin}`;
    for (const path of [
      '/create-test',
      `/edit-test/${id}?tab=x`,
      '/dashboard',
      `/api/tests/${id}`,
    ]) {
      expect([path, await framesOf(path)]).toEqual([path, hosts]);
    }
    for (const path of ['/', '/tryout/short', '/?to=/create-test']) {
      expect([path, await framesOf(path)]).toEqual([path, "'none'"]);
    }
  });

  it('hashed files are kept by browsers, the page is not', async () => {
    const script = await app.anyone.get('/static/js/main-1a2b3c.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const page = await app.anyone.get('/', { accept: browser });
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect((await app.anyone.get('/static/js/gone.js')).status).toBe(404);
  });
});

describe('compressed files', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ])('a browser that reads %s gets %s', async (accepted, encoding) => {
    const { status, headers, body } = await app.anyone.get('/static/js/main-1a2b3c.js', {
      'accept-encoding': accepted,
    });
    expect([status, headers.get('content-encoding'), body]).toEqual([200, encoding, 'export {};']);
    expect(headers.get('content-type')).toMatch(/^application\/javascript; charset=utf-8$/i);
    expect(headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
    expect(headers.get('cache-control')).toContain('immutable');
  });

  it('a file too small to be compressed is sent as it is', async () => {
    const { status, headers, body } = await app.anyone.get('/static/js/tiny-4d5e6f.js', {
      'accept-encoding': 'br, gzip',
    });
    expect([status, headers.get('content-encoding'), body]).toEqual([200, null, '0']);
    expect(headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
  });
});

describe('refusals', () => {
  it.each([
    ['{', 'application/json', 400, 'malformed_body'],
    ['{"name":"a"}', 'text/plain', 415, 'wrong_media'],
    [`"${'x'.repeat(2 ** 20)}"`, 'application/json', 413, 'too_large'],
    ['', 'application/json', 400, 'bad_input'],
  ])('a body %.20s as %s is answered in the one shape', async (...[body, type, status, code]) => {
    const owner = await app.signIn(`${code}@example.com`, { company: 'A' });
    const answer = await owner.send('/api/tests', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toBeTypeOf('string');
  });
});

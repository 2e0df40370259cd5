// /api/docs/json and /api/docs/yaml are written and compressed once, for all requests.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_RATE } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { GeneratedDocument } from './generated-document.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** `fetch` would decompress. */
async function get(path: string, headers: Record<string, string>) {
  const answer = once(request(`${app.origin}/api/docs/${path}`, { headers }).end(), 'response');
  const [message] = (await answer) as [IncomingMessage];
  return { status: message.statusCode, headers: message.headers, bytes: await buffer(message) };
}

describe.each(['json', 'yaml'])('/api/docs/%s', (path) => {
  it('is the same document in each encoding, with a validator of its own', async () => {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const text = plain.bytes.toString();
    expect(text).toContain('/api/tests/{id}/results');
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 8);
    const zipped = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(text);
    const tags = [plain, brotli, zipped].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    const known = await get(path, {
      'accept-encoding': 'br',
      'if-none-match': String(brotli.headers.etag),
    });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect(known.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  });
});

it('is generated once, at the first request', async () => {
  let times = 0;
  const document = new GeneratedDocument('text/plain', () => {
    times += 1;
    return 'text';
  });
  const reply = { header: () => reply, type: () => reply, status: () => reply, send: () => reply };
  expect(times).toBe(0);
  for (let at = 0; at < 3; at += 1) await document.send({ headers: {} } as never, reply as never);
  expect(times).toBe(1);
});

it('is served to one address up to a rate, whichever of its files', async () => {
  await get('json', {});
  const { db } = app.parts;
  const spent = { points: REFERENCE_RATE.calls, expire: Date.now() + 50_000 };
  await db.updateTable('rate_counts').set(spent).where('key', 'like', 'reference:%').execute();
  for (const path of ['json', 'yaml', 'static/swagger-ui-bundle.js']) {
    const { status, headers } = await get(path, {});
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  }
});

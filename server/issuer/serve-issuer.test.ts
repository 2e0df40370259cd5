// Who the stand-in issuer answers: this machine's own browser, by one of its own names.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** `fetch` sets Host itself. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  const address = `${app.origin}/stand-in-issuer/.well-known/openid-configuration`;
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

it.each([{}, { host: 'localhost:3000' }, { host: '[::1]:3000' }])(
  'answers with %o',
  async (headers) => {
    expect(await statusWith(headers)).toBe(200);
  },
);

it.each([
  { host: 'tests.example.org' },
  { host: '127.0.0.1.evil.example' },
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-real-ip': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { host: 'tests.example.org', 'x-forwarded-host': 'localhost:3000' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
])('is not there with %o', async (headers) => {
  expect(await statusWith(headers)).toBe(404);
});

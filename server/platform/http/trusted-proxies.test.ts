// The address of a visitor: forwarding headers count from trusted proxies alone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let untrusting: TestApp;
let trusting: TestApp;
beforeAll(async () => {
  untrusting = await startTestApp();
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  trusting = await startTestApp({
    env: { TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1', ...google },
  });
});
afterAll(async () => {
  await untrusting.close();
  await trusting.close();
});

/** Callers that a start of an unknown test was counted for. */
async function countedFor(app: TestApp, headers: Record<string, string>): Promise<string[]> {
  await app.parts.db.deleteFrom('rate_counts').execute();
  const path = `/api/link/${'x'.repeat(22)}/sessions`;
  await app.anyone.send(path, {
    method: 'POST',
    body: JSON.stringify({ name: 'Ada' }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const rows = await app.parts.db.selectFrom('rate_counts').select('key').execute();
  const counted = /^sessions\.start:(.*)$/;
  return rows.flatMap(({ key }) => counted.exec(key)?.[1] ?? []);
}

it.each<Record<string, string>>([
  { 'x-forwarded-for': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { 'x-real-ip': '203.0.113.7' },
])('without trusted proxies %o is not read [4.1.3, 15.3.4]', async (headers) => {
  expect(await countedFor(untrusting, headers)).toEqual(['127.0.0.1']);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.9, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.9, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['no address', 'unknown'],
])('a trusted proxy that forwards for %s counts %s [4.1.3, 15.3.4]', async (forwarded, counted) => {
  expect(await countedFor(trusting, { 'x-forwarded-for': forwarded })).toEqual([counted]);
});

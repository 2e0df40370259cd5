// Passwords of links for viewing that are guessed: one address uses up its own tries alone, many of them a short while.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppError } from '#contract/errors.ts';
import { VIEW_PASSWORD_RATE, VIEW_PASSWORD_RATE_PER_LINK } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { made, type TestClient } from '#testing/client.ts';
import { share } from '#testing/visitor.ts';
import { openView } from './view-links.service.ts';

const PASSWORD = 'the right one';
let app: TestApp;
let owner: TestClient;
let test: Test;
let token: string;
let link: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
  test = made(await owner.post('/api/tests', form));
});
afterAll(() => app.close());
beforeEach(async () => {
  const shared = await share(owner, test._id, { thing: { kind: 'results' }, password: PASSWORD });
  [token, link] = [shared.token, shared.viewLink._id];
});

/** Null: the link opened. */
const open = (address: string, password = 'a guess') =>
  openView(app.parts, { token, password, address }).then(
    () => null,
    ({ code }: AppError) => code,
  );

/** As if so many were tried before: each takes a core 50 ms. */
async function tried(key: string, points: number): Promise<void> {
  const expire = Date.now() + 50_000;
  await app.parts.db.insertInto('rate_counts').values({ key, points, expire }).execute();
}

it('one address that guesses keeps no other out, however long it goes on', async () => {
  await tried(`view-password:${link} 192.0.2.1`, VIEW_PASSWORD_RATE.calls - 1);
  await tried(`view-password-link:${link}`, VIEW_PASSWORD_RATE_PER_LINK.calls - 2);
  expect(await open('192.0.2.1')).toBe('view_password_wrong');
  for (let at = 0; at < VIEW_PASSWORD_RATE_PER_LINK.calls; at += 1) {
    expect(await open('192.0.2.1')).toBe('too_many_requests');
  }
  // Also not with the right one: else it would learn which that is.
  expect(await open('192.0.2.1', PASSWORD)).toBe('too_many_requests');
  expect(await open('192.0.2.2', PASSWORD)).toBeNull();
});

it('many addresses together keep honest visitors out for a minute at most', async () => {
  await tried(`view-password-link:${link}`, VIEW_PASSWORD_RATE_PER_LINK.calls - 1);
  expect(await open('192.0.2.3')).toBe('view_password_wrong');
  expect(await open('192.0.2.4', PASSWORD)).toBe('too_many_requests');
  expect(VIEW_PASSWORD_RATE_PER_LINK.perSeconds).toBeLessThanOrEqual(60);
  // More than the tries of one address.
  expect(VIEW_PASSWORD_RATE_PER_LINK.calls).toBeGreaterThan(2 * VIEW_PASSWORD_RATE.calls);
});

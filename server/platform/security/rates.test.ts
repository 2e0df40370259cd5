// Rates of calls: counted for each caller over all servers, refused with the time to wait.
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { CallRate } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { cloneDatabase } from '#testing/database.ts';
import { createRates, type Rates } from './rates.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ beside: app });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await other.close();
  await app.close();
});

const TWO_A_MINUTE: CallRate = { calls: 2, perSeconds: 60 };

async function isTaken(rates: Rates, name: string, caller: string): Promise<boolean> {
  try {
    await rates.count(name, caller, TWO_A_MINUTE);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests' });
    return false;
  }
}

it('counts each caller and each name for itself, and from zero when the time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { rates } = app.parts;
  const taken = [];
  for (const caller of ['a', 'a', 'a', 'b']) taken.push(await isTaken(rates, 'self', caller));
  expect(taken).toEqual([true, true, false, true]);
  expect(await isTaken(rates, 'another', 'a')).toBe(true);
  vi.setSystemTime(Date.now() + 59_000);
  expect(await isTaken(rates, 'self', 'a')).toBe(false);
  vi.setSystemTime(Date.now() + 1001);
  expect(await isTaken(rates, 'self', 'a')).toBe(true);
});

it('two servers on one database count together [2.4.1]', async () => {
  const taken = [];
  for (const { parts } of [app, other, app, other]) {
    taken.push(await isTaken(parts.rates, 'together', 'a'));
  }
  expect(taken).toEqual([true, true, false, false]);
});

it('of many calls at once exactly the rate gets through', async () => {
  const calls = Array.from({ length: 50 }, (_, call) => {
    const { rates } = call % 2 ? app.parts : other.parts;
    return isTaken(rates, 'at once', 'a');
  });
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(2);
});

it('a call costs one statement, and none once the rate is used up', async () => {
  const statements = vi.spyOn(app.parts.db, 'executeQuery');
  for (let call = 0; call < 20; call += 1) await isTaken(app.parts.rates, 'cost', 'a');
  expect(statements).toHaveBeenCalledTimes(TWO_A_MINUTE.calls);
  statements.mockRestore();
});

it('without the database each server goes on counting for itself [16.5.2]', async () => {
  const { db, drop } = await cloneDatabase({ empty: true });
  try {
    const rates = createRates(db);
    const taken = [];
    for (let call = 0; call < 3; call += 1) taken.push(await isTaken(rates, 'away', 'a'));
    expect(taken).toEqual([true, true, false]);
  } finally {
    await drop();
  }
});

it('counts that have ended are removed, others stay', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { rates, db } = app.parts;
  await isTaken(rates, 'ended', 'a');
  vi.setSystemTime(Date.now() + 12 * 60_000);
  await isTaken(rates, 'going on', 'a');
  await rates.removeEnded();
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`SELECT key FROM rate_counts WHERE key IN ('ended:a', 'going on:a')`),
  );
  expect(rows).toEqual([{ key: 'going on:a' }]);
});

it('a person who has mails sent again and again is asked to wait', async () => {
  const owner = await app.signIn('many@example.com');
  const second = await app.signIn('other@example.com');
  const path = '/api/user-info/emailUpdate';
  const { calls } = api.accounts.changeEmail.rate;
  for (let call = 0; call < calls; call += 1) {
    expect((await owner.post(path, { email: `x${call}@example.com` })).status).toBe(200);
  }
  const refused = await owner.post(path, { email: 'more@example.com' });
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await second.post(path, { email: 'more@example.com' })).status).toBe(200);
});

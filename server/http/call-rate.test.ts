// Rates of calls: counted for each caller, refused with the time to wait.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRateLimit } from './call-rate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('counts each caller for itself, and anew in the next window', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const limit = createRateLimit({ calls: 2, perSeconds: 60 });
    const isTaken = (caller: string) => {
      try {
        limit.count(caller);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests' });
        return false;
      }
    };
    expect(['a', 'a', 'a', 'b'].map(isTaken)).toEqual([true, true, false, true]);
    vi.advanceTimersByTime(59_999);
    expect(isTaken('a')).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isTaken('a')).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('a person who has mails sent again and again is asked to wait', async () => {
  const owner = await app.signIn('many@example.com');
  const other = await app.signIn('other@example.com');
  const path = '/api/user-info/emailUpdate';
  const { calls } = api.accounts.changeEmail.rate;
  for (let call = 0; call < calls; call += 1) {
    expect((await owner.post(path, { email: `x${call}@example.com` })).status).toBe(200);
  }
  const refused = await owner.post(path, { email: 'more@example.com' });
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await other.post(path, { email: 'more@example.com' })).status).toBe(200);
});

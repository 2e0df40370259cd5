// Health checks: shared results, a limit on their time, and one line in the log for each change.
import { expect, it, vi } from 'vitest';
import { type HealthCheck, openHealth } from './health.ts';

const quiet = { warn: vi.fn(), info: vi.fn() };
const check = (holds: HealthCheck['holds']): HealthCheck => ({
  name: 'probe',
  problem: 'The probe failed.',
  holds,
});

it('lists the problems of the checks that fail, and counts an error as a failure', async () => {
  const health = openHealth(
    [
      check(async () => true),
      { ...check(async () => false), problem: 'One.' },
      { ...check(() => Promise.reject(new Error('EIO'))), problem: 'Two.' },
    ],
    quiet,
  );
  expect(await health.problems()).toEqual(['One.', 'Two.']);
});

it('runs each check once for a flood of calls', async () => {
  const holds = vi.fn(async () => true);
  const health = openHealth([check(holds)], quiet, { resultMs: 60_000 });
  await Promise.all(Array.from({ length: 200 }, () => health.problems()));
  await health.problems();
  expect(holds).toHaveBeenCalledTimes(1);
});

it('reports a check that hangs, and does not start it again until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const holds = vi.fn(() => promise);
  const health = openHealth([check(holds)], quiet, { resultMs: 0, checkMaxMs: 1 });
  expect(await health.problems()).toEqual(['The probe failed.']);
  expect(await health.problems()).toEqual(['The probe failed.']);
  expect(holds).toHaveBeenCalledTimes(1);
  resolve(true);
  await promise;
  expect(await health.problems()).toEqual([]);
});

it('logs a failure once, and its end', async () => {
  let works = false;
  const log = { warn: vi.fn(), info: vi.fn() };
  const health = openHealth([check(async () => works)], log, { resultMs: 0 });
  for (let call = 0; call < 3; call += 1) await health.problems();
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 0]);
  works = true;
  for (let call = 0; call < 3; call += 1) await health.problems();
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
});

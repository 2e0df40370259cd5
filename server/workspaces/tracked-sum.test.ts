// A sum that several parties change: how old it may be, and that no addition is missed while it is read.
import { expect, it, vi } from 'vitest';
import { TrackedSum } from './tracked-sum.ts';

const never = Number.POSITIVE_INFINITY;

it('counts what is added between two readings, without a reading for each', async () => {
  const read = vi.fn(async () => 100);
  const sum = new TrackedSum({ read, maxAgeMs: () => never });
  expect(await sum.value()).toBe(100);
  for (let piece = 0; piece < 50; piece += 1) {
    sum.add(10);
    await sum.refresh();
  }
  expect(await sum.value()).toBe(600);
  expect(read).toHaveBeenCalledTimes(1);
});

it('shares one reading, and reads again when the value comes near a limit', async () => {
  const read = vi.fn(async () => 100);
  const sum = new TrackedSum({ read, maxAgeMs: (value) => (value > 150 ? 0 : never) });
  await Promise.all([sum.value(), sum.value(), sum.value()]);
  expect(read).toHaveBeenCalledTimes(1);
  sum.add(60);
  expect(await sum.value()).toBe(100);
  expect(read).toHaveBeenCalledTimes(2);
});

it('never misses what is added while it is read', async () => {
  const stored = Promise.withResolvers<number>();
  const sum = new TrackedSum({ read: () => stored.promise, maxAgeMs: () => 0 });
  sum.add(5);
  const value = sum.value();
  sum.add(7);
  stored.resolve(100);
  expect(await value).toBe(107);
});

it('reads again after a failure, and says how long the last reading took', async () => {
  const tookMs: number[] = [];
  const read = vi.fn(async () => 1);
  read.mockRejectedValueOnce(new Error('EIO'));
  const maxAgeMs = (_value: number, took: number) => {
    tookMs.push(took);
    return never;
  };
  const sum = new TrackedSum({ read, maxAgeMs });
  await expect(sum.value()).rejects.toThrow('EIO');
  expect(await sum.value()).toBe(1);
  await sum.value();
  expect(tookMs.at(-1)).toBeGreaterThan(0);
});

// A slice of `npm run fuzz`: other inputs in each run, by a seed that is printed. And proof that the fuzzing finds.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fuzzTarget } from './fuzz-target.ts';
import { startStepMeter } from './step-meter.ts';

const meter = startStepMeter();
// After the meter: it counts by blocks only what is loaded later.
const { fuzz, loadTargets, shares } = await import('./fuzz.ts');
afterAll(() => meter.stop());

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** About 20 s on two slow cores. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 30_000);
console.info(`FUZZ_SEED=${seed}`);

const targets = [...shares(await loadTargets(), RUNS)].map(([target, runs]) => ({
  name: target.name,
  target,
  runs,
}));

describe('a slice of the fuzzing', () => {
  it.each(targets)('$name', { timeout: 120_000 }, ({ target, runs }) =>
    fuzz(target, { meter, seed, runs }),
  );
});

describe('the fuzzing', () => {
  it('finds a broken promise and makes its input small', async () => {
    const planted = fuzzTarget({
      name: 'planted',
      arbitrary: fc.array(fc.nat()),
      run: (list) => expect(list.some((number) => number > 1000)).toBe(false),
      allowedSteps: () => 1e9,
    });
    await expect(fuzz(planted as never, { meter, seed: 1, runs: 500 })).rejects.toThrow('[[1001]]');
  });

  it('finds what grows with the square of its input', async () => {
    const { square } = await import('#testing/planted/square.ts');
    const planted = fuzzTarget({
      name: 'planted',
      arbitrary: fc.array(fc.constant(1), { maxLength: 100, size: 'max' }),
      run: (list) => void square(list),
      allowedSteps: (list) => 100 + 10 * list.length,
    });
    await expect(fuzz(planted as never, { meter, seed: 1, runs: 500 })).rejects.toThrow(/steps/);
  });
});

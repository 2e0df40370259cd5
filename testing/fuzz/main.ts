// `npm run fuzz`: a million inputs over all targets. FUZZ_SEED, FUZZ_RUNS and FUZZ_TARGET choose others.
import { styleText } from 'node:util';
import { startStepMeter } from './step-meter.ts';

const RUNS = 1_000_000;

async function main(): Promise<void> {
  const { FUZZ_SEED, FUZZ_RUNS, FUZZ_TARGET } = process.env;
  const seed = FUZZ_SEED ? Number(FUZZ_SEED) : Math.floor(Math.random() * 2 ** 31);
  const meter = startStepMeter();
  // After the meter: it counts by blocks only what is loaded later.
  const { fuzz, loadTargets, shares } = await import('./fuzz.ts');
  const targets = await loadTargets(FUZZ_TARGET);
  console.info(`FUZZ_SEED=${seed}, ${targets.length} targets`);
  for (const [target, runs] of shares(targets, Number(FUZZ_RUNS ?? RUNS))) {
    const startedMs = performance.now();
    try {
      await fuzz(target, { meter, seed, runs });
      const seconds = (performance.now() - startedMs) / 1000;
      console.info(`${target.name}: ${runs} inputs, ${seconds.toFixed(1)} s`);
    } catch (error) {
      process.exitCode = 1;
      console.error(styleText('red', String(error instanceof Error ? error.message : error)));
    }
  }
  meter.stop();
}

await main();

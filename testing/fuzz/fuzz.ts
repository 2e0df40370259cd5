// Runs the fuzz targets: inputs in batches, each input's promises checked, each batch's steps counted. What
// fails is made as small as possible.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { FuzzTarget } from './fuzz-target.ts';
import type { StepMeter } from './step-meter.ts';

type Target = FuzzTarget<unknown>;

/** Inputs whose steps are counted together, because counting takes 10 ms. */
const BATCH = 50;

export interface FuzzRun {
  meter: StepMeter;
  /** The same seed makes the same inputs. */
  seed: number;
  /** Inputs over all targets. */
  runs: number;
}

/** Every module of `targets/`. @param only the name of one target. */
export async function loadTargets(only?: string): Promise<Target[]> {
  const folder = join(import.meta.dirname, 'targets');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted();
  const modules = files.map((file) => import(join(folder, file)) as Promise<{ target: Target }>);
  const targets = (await Promise.all(modules)).map(({ target }) => target);
  return targets.filter(({ name }) => only === undefined || name === only);
}

/** Returns the number of inputs for each target. */
export function shares(targets: readonly Target[], runs: number): Map<Target, number> {
  const whole = targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return new Map(
    targets.map((target) => [target, Math.ceil((runs * (target.weight ?? 1)) / whole)]),
  );
}

/** @throws Error with the smallest input that fails, and the seed that makes it again */
export async function fuzz(target: Target, { meter, seed, runs }: FuzzRun): Promise<void> {
  meter.take();
  for (let done = 0; done < runs; done += BATCH) {
    const batch = { seed: seed + done, numRuns: Math.min(BATCH, runs - done) };
    if (await passes(target, meter, fc.sample(target.arbitrary, batch))) continue;
    const property = fc.asyncProperty(target.arbitrary, (input) => check(target, meter, input));
    const details = await fc.check(property, { ...batch, includeErrorInReport: true });
    if (details.failed) {
      throw new Error(`${target.name}, FUZZ_SEED=${seed}: ${fc.defaultReportMessage(details)}`);
    }
  }
}

/** The steps include those since the meter was last read, because a batch that seems to exceed its bound is repeated. */
async function passes(target: Target, meter: StepMeter, inputs: unknown[]): Promise<boolean> {
  const allowed = inputs.reduce<number>((sum, input) => sum + target.allowedSteps(input), 0);
  try {
    for (const input of inputs) await target.run(input);
  } catch {
    // Found again, and made smaller, one by one.
    return false;
  }
  return meter.take() <= allowed;
}

async function check(target: Target, meter: StepMeter, input: unknown): Promise<void> {
  const allowed = target.allowedSteps(input);
  meter.take();
  await target.run(input);
  const steps = meter.take();
  if (steps > allowed) throw new Error(`${steps} steps; ${allowed} are allowed`);
}

// Steps that Fisher's exact test costs by the number of people: a page has one test for each of thousands of places.
import { afterAll, expect, it } from 'vitest';
import { startStepMeter } from './step-meter.ts';

const meter = startStepMeter();
// After the meter: it counts by blocks only what is loaded later.
const { fisherTail } = await import('#insight/numbers/tails.ts');
afterAll(() => meter.stop());

it.each([
  ['few more failures than by chance', 0.5],
  ['nobody fails', 0],
])('grow with people, not with their square: %s [15.2.2]', (_, share) => {
  const stepsFor = (people: number) => {
    meter.take();
    fisherTail({ people, failed: people * share }, { people, failed: people / 2 });
    return meter.take();
  };
  expect(stepsFor(4000) / stepsFor(2000)).toBeLessThan(2.2);
  expect(stepsFor(4000)).toBeLessThan(40_000);
});

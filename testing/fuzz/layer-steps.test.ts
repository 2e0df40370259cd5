// Steps that computing the layers of a screen costs, whatever the shape of its tree (targets/layers.ts compares the
// layers themselves with the rules).
import { afterAll, describe, expect, it } from 'vitest';
import type { ScreenGeometry } from '#insight/place.ts';
import { startStepMeter } from './step-meter.ts';

const meter = startStepMeter();
// After the meter: it counts by blocks only what is loaded later.
const { computeLayers } = await import('#insight/layer-rules.ts');
afterAll(() => meter.stop());

type Boxes = ScreenGeometry['boxes'];

/** Layers that each lie in the one before, up to a depth; the others lie side by side in the last of these. */
function nested(count: number, depth: number): ScreenGeometry {
  const boxes: Boxes = { screen: { x: 0, y: 0, width: 4000, height: 4000 } };
  for (let at = 0; at < count; at += 1) {
    const parent = Math.min(at, depth) - 1;
    const inset = at < depth ? (at % 400) * 4 : 2000 + (at % 97);
    boxes[`${at}`] = {
      ...{ x: inset, y: inset, width: 10 + (at % 313), height: 10 + (at % 211), name: 'Row' },
      ...(parent < 0 ? {} : { parent: `${parent}` }),
      reacts: at % 2 === 0,
    };
  }
  return { nodeId: 'screen', width: 4000, height: 4000, origin: { x: 0, y: 0 }, boxes };
}

/** Returns the steps of code for a screen, and the most of them between two turns of other work. */
function stepsFor(screen: ScreenGeometry): { all: number; inOneTurn: number } {
  meter.take();
  const turns = computeLayers(screen);
  let [all, inOneTurn] = [0, 0];
  for (let isDone = false; !isDone; ) {
    isDone = turns.next().done ?? false;
    const steps = meter.take();
    all += steps;
    inOneTurn = Math.max(inOneTurn, steps);
  }
  return { all, inOneTurn };
}

describe('layers of a screen', () => {
  it.each([
    ['that all lie in each other', (count: number) => nested(count, count)],
    ['of which 250 lie in each other', (count: number) => nested(count, 250)],
    ['ten deep', (count: number) => nested(count, 10)],
  ])('%s cost steps in proportion to their number [15.2.2]', (_, screenOf) => {
    const [half, whole] = [stepsFor(screenOf(1000)), stepsFor(screenOf(2000))];
    expect(whole.all / half.all).toBeLessThan(2.3);
    expect(whole.all / 2000).toBeLessThan(2000);
  });

  it('leave the thread to other work between two parts of them', () => {
    const { all, inOneTurn } = stepsFor(nested(4000, 250));
    expect(inOneTurn).toBeLessThan(all / 10);
  });
});

// Computes the layers of a screen's image in turns with the server's other work.
import { setImmediate } from 'node:timers/promises';
import { computeLayers } from '#insight/layer-rules.ts';
import type { ScreenGeometry } from '#insight/place.ts';

/** Time after which other calls take their turn. */
const TURN_MS = 5;

/** Returns the boxes with their layers: those of 20,000 boxes take some hundred milliseconds. */
export async function computeLayersInTurns(
  screen: ScreenGeometry,
): Promise<ScreenGeometry['boxes']> {
  const steps = computeLayers(screen);
  let turnEndsAt = performance.now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < turnEndsAt) continue;
    await setImmediate();
    turnEndsAt = performance.now() + TURN_MS;
  }
}

// The steps of a path: visits without hover transitions, no screen twice in a row.
import type { Visit } from './derive.ts';

/** One step of a participant's path; overlays are screens. */
export interface Step {
  screenId: string;
  /** Milliseconds since the recording started. */
  enteredAtMs: number;
}

/** A hover transition that ends leads back to the screen before it: no step of its own. */
export function stepsOf(visits: readonly Visit[]): Step[] {
  return visits
    .filter(({ inHistory }) => inHistory)
    .filter(({ screenId }, at, steps) => screenId !== steps[at - 1]?.screenId)
    .map(({ screenId, enteredAtMs }) => ({ screenId, enteredAtMs }));
}

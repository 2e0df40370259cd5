// One person's path as the picture and the list show it: until the goal, with loops folded.

/** A screen on a folded path. */
export interface PathStep {
  /** The screen's number in the test. */
  screen: number;
  /**
   * With the last step of a loop: the `length` steps up to here were walked `times` times in a row, and stand once.
   * 1 › 2 › 1 › 2 › 3 is 1 › 2 › 3 with { length: 2, times: 2 } at 2.
   */
  loop: { length: number; times: number } | null;
}

/** Screens of the longest cycle that is folded; what takes more is a way of its own. */
const LOOP_MAX = 3;

/** The screens up to the first goal, which stands last; all of them without one. */
export function untilGoal(
  screens: readonly number[],
  goals: ReadonlySet<number>,
): readonly number[] {
  const goalAt = goals.size === 0 ? -1 : screens.findIndex((screen) => goals.has(screen));
  return goalAt === -1 ? screens : screens.slice(0, goalAt + 1);
}

/**
 * Folds each cycle of up to three screens that is repeated at once, read from the start, the shortest first.
 * A return that repeats no whole cycle stays: 1 › 2 › 1 › 3 has no loop.
 */
export function foldLoops(screens: readonly number[]): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = 0; at < screens.length; ) {
    const loop = loopAt(screens, at);
    const length = loop?.length ?? 1;
    for (let step = 0; step < length; step += 1) {
      steps.push({ screen: screens[at + step] ?? 0, loop: step === length - 1 ? loop : null });
    }
    at += length * (loop?.times ?? 1);
  }
  return steps;
}

function loopAt(screens: readonly number[], at: number): PathStep['loop'] {
  for (let length = 1; length <= LOOP_MAX; length += 1) {
    let same = 0;
    while (at + same + length < screens.length && isRepeated(screens, at + same, length)) same += 1;
    const times = 1 + Math.floor(same / length);
    if (times > 1) return { length, times };
  }
  return null;
}

function isRepeated(screens: readonly number[], at: number, length: number): boolean {
  return screens[at] === screens[at + length];
}

// A path as one short text, its loops folded: what people with the same way have in common, and what filters name.

/** A step of a route as a list shows it. */
export interface RouteStep {
  /** Screens by number: one, or those of a folded loop. */
  screens: number[];
  /** Times that a loop was walked in a row; 1 without one. */
  loops: number;
}

/**
 * A screen of a route as the picture shows it: a loop's screens appear once, one after the other.
 */
export interface RouteColumn {
  screen: number;
  /** The number of rounds at the last screen of a loop, otherwise 1. */
  loops: number;
  /** The screen's first place in the path, from 0. */
  at: number;
}

/** Screens of the longest cycle that is folded; a longer one is a way of its own. */
const LOOP_MAX = 3;

/** Longer routes are cut: those alike so far are one. 50 loops of three screens take 1,700 characters of a filter's 2,000. */
const STEPS_MAX = 50;

/** Ends the text of a route that was cut. */
const CUT = '*';

/**
 * Folds each cycle of up to three screens that is repeated at once, read from the start, the shortest first.
 * A return that repeats no whole cycle stays: 1, 2, 1, 3 has no loop; 1, 2, 1, 2, 3 is '1-2x2.3'.
 * @param screens of a path until its goal, by number; none gives ''
 */
export function routeOf(screens: readonly number[]): string {
  const steps: string[] = [];
  let at = 0;
  while (at < screens.length && steps.length < STEPS_MAX) {
    const { length, times } = loopAt(screens, at);
    steps.push(`${screens.slice(at, at + length).join('-')}${times > 1 ? `x${times}` : ''}`);
    at += length * times;
  }
  if (at < screens.length) steps.push(CUT);
  return steps.join('.');
}

function loopAt(screens: readonly number[], at: number): { length: number; times: number } {
  for (let length = 1; length <= LOOP_MAX; length += 1) {
    let same = 0;
    while (at + same + length < screens.length && isRepeated(screens, at + same, length)) same += 1;
    const times = 1 + Math.floor(same / length);
    if (times > 1) return { length, times };
  }
  return { length: 1, times: 1 };
}

function isRepeated(screens: readonly number[], at: number, length: number): boolean {
  return screens[at] === screens[at + length];
}

/** Returns whether the path continued beyond the steps of its route. */
export function isCut(route: string): boolean {
  return route.endsWith(CUT);
}

/** @param route as `routeOf` writes it */
export function stepsOfRoute(route: string): RouteStep[] {
  const steps: RouteStep[] = [];
  let screens: number[] = [];
  eachScreen(route, (screen, loops) => {
    screens.push(screen);
    if (loops === null) return;
    steps.push({ screens, loops });
    screens = [];
  });
  return steps;
}

/** @param route as `routeOf` writes it */
export function columnsOfRoute(route: string): RouteColumn[] {
  const columns: RouteColumn[] = [];
  let [stepAt, length] = [0, 0];
  eachScreen(route, (screen, loops) => {
    columns.push({ screen, loops: loops ?? 1, at: stepAt + length });
    length += 1;
    if (loops === null) return;
    stepAt += length * loops;
    length = 0;
  });
  return columns;
}

/**
 * Reads character by character, because a picture of 10,000 routes reads 300,000 screens.
 * @param tell receives each screen; `loops` is null before the last one of a step
 */
export function eachScreen(
  route: string,
  tell: (screen: number, loops: number | null) => void,
): void {
  let number = NONE;
  let looped = NONE;
  const endStep = () => {
    if (looped !== NONE) tell(looped, number);
    else if (number !== NONE) tell(number, 1);
    number = NONE;
    looped = NONE;
  };
  for (let at = 0; at < route.length; at += 1) {
    const character = route[at];
    if (character === '.') endStep();
    else if (character === '-') {
      tell(number, null);
      number = NONE;
    } else if (character === 'x') {
      looped = number;
      number = NONE;
    } else if (character !== CUT) number = Math.max(0, number) * 10 + Number(character);
  }
  endStep();
}

/** No digit was read yet. */
const NONE = -1;

/** Names of a step's screens, several screens of a loop in brackets: '(Home › All plants) ↻2'. */
export function namesOfStep(names: readonly string[], loops: number): string {
  const screens = names.join(' › ');
  if (loops <= 1) return screens;
  return names.length > 1 ? `(${screens}) ${loopText(loops)}` : `${screens} ${loopText(loops)}`;
}

/** A loop that was gone through twice is '↻2'; empty without one. */
export function loopText(loops: number): string {
  return loops > 1 ? `↻${loops}` : '';
}

// The commonest exact paths, and one row for the rest.
import { foldLoops, type PathStep, untilGoal } from './paths-fold.ts';

/** Paths with the same screens until the goal. */
export interface CommonPath<Outcome extends string> {
  people: number;
  /** How many of them had which outcome; one that none had is left out. */
  outcomes: Partial<Record<Outcome, number>>;
  /** With loops folded, at most `STEPS_MAX`. */
  steps: PathStep[];
  /** Steps beyond these. */
  furtherSteps: number;
}

export interface CommonPaths<Outcome extends string> {
  /** By people; of two alike the shorter first. */
  commonest: CommonPath<Outcome>[];
  /** How many more paths there are, and their people. */
  rest: { paths: number; people: number };
}

interface Taken<Outcome extends string> {
  screens: readonly number[];
  outcome: Outcome;
  people: number;
}

const COMMONEST = 12;
/** A path of 20,000 screens stays an answer of some kB. */
const STEPS_MAX = 60;

/**
 * @param paths those without a screen are left out
 * @param goals numbers of the goal's screens
 */
export function commonPaths<Outcome extends string>(
  paths: readonly Taken<Outcome>[],
  goals: ReadonlySet<number>,
): CommonPaths<Outcome> {
  const same = Map.groupBy(
    paths
      .filter(({ screens }) => screens.length > 0)
      .map((path) => ({ ...path, screens: untilGoal(path.screens, goals) })),
    ({ screens }) => screens.join(),
  );
  const all = [...same.entries()]
    .map(([key, taken]) => ({ key, taken, people: peopleOf(taken) }))
    .sort((a, b) => b.people - a.people || a.key.length - b.key.length || (a.key < b.key ? -1 : 1));
  const rest = all.slice(COMMONEST);
  return {
    commonest: all.slice(0, COMMONEST).map(({ taken }) => commonPathOf(taken)),
    rest: { paths: rest.length, people: peopleOf(rest) },
  };
}

function commonPathOf<Outcome extends string>(
  taken: readonly Taken<Outcome>[],
): CommonPath<Outcome> {
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { outcome, people } of taken) outcomes[outcome] = (outcomes[outcome] ?? 0) + people;
  const steps = foldLoops(taken[0]?.screens ?? []);
  return {
    ...{ people: peopleOf(taken), outcomes, steps: steps.slice(0, STEPS_MAX) },
    furtherSteps: Math.max(0, steps.length - STEPS_MAX),
  };
}

function peopleOf(all: readonly { people: number }[]): number {
  return all.reduce((sum, { people }) => sum + people, 0);
}

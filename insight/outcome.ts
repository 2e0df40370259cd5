// The outcome of a task run, by ten rules of which the first that fits counts; pure, so that a changed goal needs no messages.
import type { Goal } from '#contract/goals.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { PrototypeState } from './derive.ts';

/** One session's passage through one task step. */
export interface TaskRun {
  /** A member excluded the run, with a reason. */
  excluded: boolean;
  running: boolean;
  prototypeState: PrototypeState;
  clicks: number;
  /** Node ids of the screens in the order of their presentation; overlays are screens, hover transitions none. */
  path: readonly string[];
  /** When each was presented, milliseconds since the recording started. */
  pathAtMs: readonly number[];
  /** First presentation of the prototype, milliseconds since the recording started, or null if none is known. */
  beganAtMs: number | null;
  /** End of the run, or null while it is unknown. */
  endedAtMs: number | null;
  /** Answer to 'Did you do what was asked?', or null without one. */
  answeredDone: boolean | null;
  /** Pressed 'I'm stuck'. */
  pressedStuck: boolean;
  /** The tab was closed or sharing ended; otherwise the participant stopped. */
  left: boolean;
  /** Presses on a picture in their order; left out for a task on anything else. */
  presses?: readonly { atMs: number; isGoal: boolean }[];
  /** The run is on a picture, which was seen at once, and has come to its end: it began, however short it is. */
  isWhole?: boolean;
}

export interface Settled {
  outcome: Outcome;
  /** First visit to a goal screen or press in a goal region, milliseconds since the recording started, whatever the outcome. */
  goalAtMs: number | null;
  /** Screens of the path until the goal, it included; all of them without one. */
  pathLength: number;
  /** Time from the first presentation to the visit that reached the goal. */
  timeToGoalMs: number | null;
  /** Time from the first presentation to the end. */
  timeOnTaskMs: number | null;
}

/** A run without a click that is shorter never began. */
const BEGAN_FROM_MS = 10_000;

/**
 * Returns the outcome by the rules. A member's override is stored separately.
 * A time that a clock's jump would make negative is 0. A run of unknown length counts as 0 ms long.
 */
export function outcomeOf(run: TaskRun, goal: Goal | null): Settled {
  const goalAt = goal?.kind === 'screens' ? firstOf(goal.screens, run.path) : -1;
  const presses = goal?.kind === 'regions' ? (run.presses ?? []) : [];
  const pressAt = presses.findIndex(({ isGoal }) => isGoal);
  const pathLength = goalAt === -1 ? run.path.length : goalAt + 1;
  const goalAtMs = run.pathAtMs[goalAt] ?? presses[pressAt]?.atMs ?? null;
  const beganAtMs = run.beganAtMs ?? 0;
  const since = (atMs: number | null) => (atMs === null ? null : Math.max(0, atMs - beganAtMs));
  const timeOnTaskMs = since(run.endedAtMs);
  const outcome =
    outsideOfN(run, goal, timeOnTaskMs ?? 0) ??
    reachedRegion(pressAt) ??
    (goalAt === -1 ? outcomeOfAnswers(run) : reached(run.path.slice(0, pathLength), goal));
  return { outcome, goalAtMs, pathLength, timeToGoalMs: since(goalAtMs), timeOnTaskMs };
}

/** Rules 1 to 4, and runs that a person has to watch. */
function outsideOfN(run: TaskRun, goal: Goal | null, lengthMs: number): Outcome | null {
  if (run.excluded) return 'excluded';
  if (run.running) return 'running';
  const isReported = run.prototypeState === 'shown';
  // A person who watches needs no report; without one, clicks are not known either.
  if (!isReported) return goal?.kind === 'judged' ? 'to_judge' : 'not_measurable';
  if (run.clicks === 0 && lengthMs < BEGAN_FROM_MS && !run.isWhole) return 'never_began';
  return goal?.kind === 'judged' ? 'to_judge' : null;
}

/** Rules 5 and 6 for a picture: direct with the first press. @param pressAt -1 if no press reached a region */
function reachedRegion(pressAt: number): Outcome | null {
  if (pressAt === -1) return null;
  return pressAt === 0 ? 'direct' : 'indirect';
}

function firstOf(screens: readonly string[], path: readonly string[]): number {
  return path.findIndex((screenId) => screens.includes(screenId));
}

/**
 * Rules 5 and 6. A misclick makes no run indirect.
 * @param path until the goal
 */
function reached(path: readonly string[], goal: Goal | null): Outcome {
  const { screens = [], routes = [] } = goal?.kind === 'screens' ? goal : {};
  const isDirect =
    routes.length > 0
      ? routes.some((route) => isSame(path, untilGoal(route, screens)))
      : new Set(path).size === path.length;
  return isDirect ? 'direct' : 'indirect';
}

/** Rules 7 to 10. */
function outcomeOfAnswers({ answeredDone, pressedStuck, left }: TaskRun): Outcome {
  if (answeredDone) return 'thought_done';
  if (answeredDone === false || pressedStuck) return 'gave_up';
  return left ? 'left' : 'stopped';
}

/** A route as a path that is walked: no screen twice in a row, and it ends at the first goal, also at one set later. */
function untilGoal(route: readonly string[], goals: readonly string[]): string[] {
  const steps = route.filter((screenId, at) => screenId !== route[at - 1]);
  const goalAt = firstOf(goals, steps);
  return goalAt === -1 ? steps : steps.slice(0, goalAt + 1);
}

function isSame(path: readonly string[], route: readonly string[]): boolean {
  return path.length === route.length && path.every((screenId, at) => screenId === route[at]);
}

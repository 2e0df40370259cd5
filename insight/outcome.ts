// The outcome of a task run, by ten rules of which the first that fits counts; pure, so that a changed goal needs no messages.
import type { PrototypeState } from './derive.ts';
import type { Step } from './steps.ts';

/** In the order of the rules; `to_judge` waits for a person. */
export const outcomes = [
  'excluded',
  'running',
  'not_measurable',
  'never_began',
  'to_judge',
  'direct',
  'indirect',
  'thought_done',
  'gave_up',
  'left',
  'stopped',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What success of a task is; null where no goal is set: then no run is a success or fails to be one. */
export type Goal =
  | {
      kind: 'screens';
      /** Node ids, of which one must be reached. One that vanished from the design is never reached. */
      screens: readonly string[];
      /** Ordered screens from the first to a goal, which count as direct. None: any way without a screen twice. */
      routes: readonly (readonly string[])[];
    }
  /** 'I decide while watching': the only goal for a page that reports nothing. */
  | { kind: 'watching' };

/** One session's passage through one task step. */
export interface TaskRun {
  /** By hand, with a reason. */
  excluded: boolean;
  running: boolean;
  prototypeState: PrototypeState;
  clicks: number;
  /** The path, in the order of its messages. */
  steps: readonly Step[];
  /** First presentation of the prototype, milliseconds since the recording started; null: none is known. */
  beganAtMs: number | null;
  /** Null while it is not known. */
  endedAtMs: number | null;
  /** To 'Did you do what was asked?'; null: not answered. */
  saidDone: boolean | null;
  /** Pressed 'I'm stuck'. */
  saidStuck: boolean;
  /** The tab was closed or sharing ended; otherwise the participant stopped. */
  left: boolean;
}

export interface Told {
  outcome: Outcome;
  /** First visit to a goal screen, milliseconds since the recording started, whatever the outcome. */
  goalAtMs: number | null;
  /** From the first presentation to that visit. */
  timeToGoalMs: number | null;
  /** From the first presentation to the end. */
  timeOnTaskMs: number | null;
}

/** A run without a click that is shorter never began. */
const BEGAN_FROM_MS = 10_000;

/**
 * The outcome by the rules, without what a person made of it (an override is kept beside it).
 * A time that a clock's jump would make negative is 0. A run whose length is not known counts as 0 ms long.
 */
export function outcomeOf(run: TaskRun, goal: Goal | null): Told {
  const goalAt = goal?.kind === 'screens' ? goalStep(run.steps, goal.screens) : -1;
  const goalAtMs = run.steps[goalAt]?.enteredAtMs ?? null;
  const beganAtMs = run.beganAtMs ?? 0;
  const since = (atMs: number | null) => (atMs === null ? null : Math.max(0, atMs - beganAtMs));
  const timeOnTaskMs = since(run.endedAtMs);
  return {
    outcome:
      outsideOfN(run, goal, timeOnTaskMs ?? 0) ?? reached(run.steps, goalAt, goal) ?? said(run),
    goalAtMs,
    timeToGoalMs: since(goalAtMs),
    timeOnTaskMs,
  };
}

/** Rules 1 to 4, and runs that a person has to watch. */
function outsideOfN(run: TaskRun, goal: Goal | null, lengthMs: number): Outcome | null {
  if (run.excluded) return 'excluded';
  if (run.running) return 'running';
  const isReported = run.prototypeState === 'shown';
  // A person who watches needs no report; without one, clicks are not known either.
  if (!isReported) return goal?.kind === 'watching' ? 'to_judge' : 'not_measurable';
  if (run.clicks === 0 && lengthMs < BEGAN_FROM_MS) return 'never_began';
  return goal?.kind === 'watching' ? 'to_judge' : null;
}

function goalStep(steps: readonly Step[], screens: readonly string[]): number {
  return steps.findIndex(({ screenId }) => screens.includes(screenId));
}

/** Rules 5 and 6. A misclick makes no run indirect. */
function reached(steps: readonly Step[], goalAt: number, goal: Goal | null): Outcome | null {
  if (goalAt === -1 || goal?.kind !== 'screens') return null;
  const path = steps.slice(0, goalAt + 1).map(({ screenId }) => screenId);
  const routes = goal.routes.filter((route) => route.length > 0);
  const isDirect =
    routes.length > 0
      ? routes.some((route) => isSame(path, untilGoal(route, goal.screens)))
      : new Set(path).size === path.length;
  return isDirect ? 'direct' : 'indirect';
}

/** Rules 7 to 10. */
function said({ saidDone, saidStuck, left }: TaskRun): Outcome {
  if (saidDone) return 'thought_done';
  if (saidDone === false || saidStuck) return 'gave_up';
  return left ? 'left' : 'stopped';
}

/** A route as a path that is walked: no screen twice in a row, and it ends at the first goal, also at one set later. */
function untilGoal(route: readonly string[], goals: readonly string[]): string[] {
  const steps = route.filter((screenId, at) => screenId !== route[at - 1]);
  const goalAt = steps.findIndex((screenId) => goals.includes(screenId));
  return goalAt === -1 ? steps : steps.slice(0, goalAt + 1);
}

function isSame(path: readonly string[], route: readonly string[]): boolean {
  return path.length === route.length && path.every((screenId, at) => screenId === route[at]);
}

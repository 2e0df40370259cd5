// The way through a test: which step comes next, which one *Back* leads to, and the participant's place among them. Steps
// whose condition does not hold are passed over.
import { z } from 'zod/mini';
import { type Given, holds } from '#contract/conditions.ts';
import type { ScreeningAnswers } from '#contract/sessions.ts';
import { givenBy, stepAnswer } from '#contract/step-answers.ts';
import { stepCondition } from '#contract/step-condition.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { isQuestion, isTask, type PanelStep, panelStep } from '#contract/steps.ts';
import type { SharedLink } from './shared-link.ts';

type SharedStep = SharedLink['steps'][number];
export type SharedTask = Omit<Extract<SharedStep, { kind: 'task' }>, 'shownWhen'> &
  Pick<PanelStep, 'shownWhen'>;
export type StudyStep = SharedTask | PanelStep;

/** Answers and ends of tasks by step, as conditions read them. */
export type GivenAt = ReadonlyMap<number, Given>;

const taskCondition = z.optional(stepCondition);

/**
 * Returns the steps of a link. A step without a task that this version of the page cannot read is left out, because the
 * tasks matter more.
 */
export function readSteps(shared: readonly SharedStep[]): StudyStep[] {
  return shared.flatMap((step) => {
    if (!isTask(step)) return panelStep.safeParse(step.panel).data ?? [];
    return { ...step, shownWhen: taskCondition.safeParse(step.shownWhen).data };
  });
}

/**
 * Returns a link with the steps of one person in their order, and the first of their tasks.
 * @param numbers of these steps; undefined where they are the same for everyone
 */
export function linkOfPerson(link: SharedLink, numbers: readonly number[] | undefined): SharedLink {
  if (!numbers) return link;
  /** Conditions name a task by its first variant. */
  const ownNumbers = new Map<number, number>();
  let first = 0;
  for (const step of link.steps) {
    if (!isTask(step) || step.variant === undefined) continue;
    if (step.variant === 1) first = step.number;
    if (numbers.includes(step.number)) ownNumbers.set(first, step.number);
  }
  const steps = numbers.flatMap((number) => {
    const step = link.steps.find((one) => one.number === number);
    return step ? withOwnCondition(step, ownNumbers) : [];
  });
  const task = steps.find(isTask);
  if (!task) return { ...link, steps };
  const { embed, asks, figmaUrl } = task;
  return { ...link, steps, embed, asks, test: { ...link.test, task: task.task, figmaUrl } };
}

/** Returns a step whose condition names the tasks of the person. */
function withOwnCondition(step: SharedStep, ownNumbers: ReadonlyMap<number, number>): SharedStep {
  const renamed = (condition: unknown) => {
    const parsed = taskCondition.safeParse(condition).data;
    return parsed && { ...parsed, step: ownNumbers.get(parsed.step) ?? parsed.step };
  };
  if (isTask(step)) return { ...step, shownWhen: renamed(step.shownWhen) };
  const panel = panelStep.safeParse(step.panel).data;
  return panel ? { ...step, panel: { ...panel, shownWhen: renamed(panel.shownWhen) } } : step;
}

function isShown(step: StudyStep, given: GivenAt): boolean {
  const condition = step.shownWhen;
  return !condition || holds(condition, given.get(condition.step) ?? null);
}

/** The participant's place among the steps. */
export interface Place {
  /** Index of the present step among all. */
  at: number;
  /**
   * `doing`: the participant does the present task; `asking`: it has ended, and its questions are asked; `reading`: the
   * participant reads the present task before it begins; `panel`: the present step is none, and its panel is shown.
   */
  phase: 'doing' | 'asking' | 'reading' | 'panel';
  /** The participant's way to end the task whose questions are asked. */
  end: StepEnd | null;
  /** Time of the recording in which the present task was shown. */
  startMs: number;
}

/**
 * The first task begins at once, because the page before the recording shows its text, unless the order is each person's
 * own.
 * @param given answers from before the test
 */
export function firstPlace(steps: readonly StudyStep[], given: GivenAt): Place {
  const at = nextStep(steps, -1, given).at ?? 0;
  const step = stepAt(steps, at);
  const ofTask = step.shuffled ? 'reading' : 'doing';
  return { at, phase: isTask(step) ? ofTask : 'panel', end: null, startMs: 0 };
}

export function stepAt(steps: readonly StudyStep[], at: number): StudyStep {
  const step = steps[at];
  if (!step) throw new Error(`There is no step ${at + 1}.`);
  return step;
}

interface Next {
  /** Index of the next step that is shown, or null if none follows. */
  at: number | null;
  /** Numbers of steps that are passed over although they were answered before an earlier answer changed. */
  takenBack: number[];
}

/** @param at index of the present step, or -1 before the first */
export function nextStep(steps: readonly StudyStep[], at: number, given: GivenAt): Next {
  const left = new Map(given);
  const takenBack: number[] = [];
  for (const [index, step] of steps.entries()) {
    if (index <= at) continue;
    if (isShown(step, left)) return { at: index, takenBack };
    if (left.delete(step.number)) takenBack.push(step.number);
  }
  return { at: null, takenBack };
}

/** Returns the index of the panel directly before a step, or null if a task or nothing is before it. */
export function panelBefore(
  steps: readonly StudyStep[],
  at: number,
  given: GivenAt,
): number | null {
  const before = steps.findLastIndex((step, index) => index < at && isShown(step, given));
  const step = steps[before];
  return step && !isTask(step) ? before : null;
}

/**
 * Returns a step's place among those of its kind that the participant is shown, from 1, and their number. A later step
 * counts while its condition may still hold, so the number only falls.
 */
export function placeAmong(
  steps: readonly StudyStep[],
  at: number,
  given: GivenAt,
): { place: number; of: number } {
  const isAlike = steps[at] && isTask(steps[at]) ? isTask : isQuestion;
  const indexes = steps.flatMap((step, index) => {
    const isOpen = steps.findIndex(({ number }) => number === step.shownWhen?.step) >= at;
    return isAlike(step) && (index === at || isOpen || isShown(step, given)) ? index : [];
  });
  return { place: indexes.filter((index) => index <= at).length, of: indexes.length };
}

/** Returns the answers to screening questions as conditions read them. @param screener the questions as a link has them */
export function givenBefore(screener: readonly unknown[], answers: ScreeningAnswers): GivenAt {
  const questions = screener.flatMap((step) => panelStep.safeParse(step).data ?? []);
  return new Map(
    answers.flatMap(({ step, answer }) => {
      const question = questions.find(({ number }) => number === step);
      const given = question && givenBy(question, stepAnswer.safeParse(answer).data ?? null);
      return given ? [[step, given]] : [];
    }),
  );
}

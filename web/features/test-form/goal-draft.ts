// The goal in the form of a test: the choices, and the request.
import type { GoalDraft } from '#contract/goal-drafts.ts';
import type { Goal } from '#contract/goals.ts';
import { type DescribedHost, parseLink } from '#contract/prototypes.ts';
import type { TaskInput } from '#contract/step-inputs.ts';
import type { TaskStep } from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';

export type { GoalDraft };
export type GoalChoice = NonNullable<GoalDraft['choice']>;

/** Facts about the form's link that matter for a goal. */
export interface LinkFacts {
  /** Name of the prototype's file, or null if the link has none. */
  file: string | null;
  /** `silent`: the page reports no screens; `unknown`: the link is incomplete. */
  kind: 'reports' | 'silent' | 'unknown';
}

const allQuestions: TaskQuestion[] = ['did_it', 'ease', 'helped'];

export const newDraft: GoalDraft = {
  choice: null,
  file: null,
  screens: [],
  routes: [],
  asks: allQuestions,
};

/** @param hosts the configured design tools, without which no link is recognized */
export function factsOf(link: string, hosts: readonly DescribedHost[] | undefined): LinkFacts {
  const parsed = hosts && parseLink(link, hosts);
  if (parsed?.kind === 'page') return { file: null, kind: 'silent' };
  if (parsed?.kind !== 'prototype') return { file: null, kind: 'unknown' };
  const { host, fileKey } = parsed;
  return { file: `${host.webOrigin} ${fileKey}`, kind: host.clicks ? 'reports' : 'silent' };
}

/** The goal of a task as it is stored. @param facts of the stored link */
export function draftOf(
  { goal, asks }: Pick<TaskStep, 'goal' | 'asks'>,
  facts: LinkFacts,
): GoalDraft {
  const { screens, routes } = goal?.kind === 'screens' ? goal : { screens: [], routes: [] };
  const choice = goal === null || goal.kind === 'regions' ? 'none' : goal.kind;
  return { choice, file: facts.file, screens, routes, asks };
}

/** Default until a choice is made: tests of pages that report nothing can only be watched. */
export function choiceOf({ choice }: GoalDraft, { kind }: LinkFacts): GoalChoice {
  return choice ?? (kind === 'silent' ? 'judged' : 'none');
}

/** Returns screens and routes of the link's file, because those of another file are invalid there. */
export function selectedScreens(
  draft: GoalDraft,
  { file }: LinkFacts,
): Pick<GoalDraft, 'screens' | 'routes'> {
  return draft.file === file && file !== null ? draft : { screens: [], routes: [] };
}

/** Returns the goal that saving the form would store, or null for no goal. */
export function goalOf(draft: GoalDraft, facts: LinkFacts): Goal | null {
  const choice = choiceOf(draft, facts);
  if (choice === 'judged') return { kind: 'judged' };
  const { screens, routes } = selectedScreens(draft, facts);
  if (choice === 'none' || screens.length === 0) return null;
  return { kind: 'screens', screens, routes };
}

/**
 * Returns the changed part of the goal. Unchanged parts are absent, so an update does not revert another member's
 * change.
 * @param stored the task with the facts of its link
 */
export function changedGoal(
  draft: GoalDraft,
  facts: LinkFacts,
  stored: { step: Pick<TaskStep, 'goal' | 'asks'>; facts: LinkFacts },
): Pick<TaskInput, 'goal' | 'asks'> {
  const goal = goalOf(draft, facts);
  // A goal of screens does not apply to another file.
  const isOtherFile = stored.step.goal?.kind === 'screens' && stored.facts.file !== facts.file;
  return {
    ...(stored.step.goal?.kind === 'regions' || isSame(goal, isOtherFile ? null : stored.step.goal)
      ? {}
      : { goal }),
    ...(isSame(draft.asks, stored.step.asks) ? {} : { asks: draft.asks }),
  };
}

/** Adds a screen, or removes it together with the routes that end there. */
export function toggleScreen(draft: GoalDraft, facts: LinkFacts, screenId: string): GoalDraft {
  const { screens, routes } = selectedScreens(draft, facts);
  const isChosen = screens.includes(screenId);
  return {
    ...draft,
    choice: 'screens',
    file: facts.file,
    screens: isChosen ? screens.filter((id) => id !== screenId) : [...screens, screenId],
    routes: isChosen ? routes.filter((route) => route.at(-1) !== screenId) : routes,
  };
}

/**
 * Adds a route unless it exists; its last screen becomes a goal.
 * @param route of one screen or more
 */
export function addRoute(draft: GoalDraft, facts: LinkFacts, route: readonly string[]): GoalDraft {
  const { screens, routes } = selectedScreens(draft, facts);
  const end = route.at(-1);
  if (end === undefined) return draft;
  return {
    ...draft,
    choice: 'screens',
    file: facts.file,
    screens: screens.includes(end) ? screens : [...screens, end],
    routes: routes.some((other) => isSame(other, route)) ? routes : [...routes, [...route]],
  };
}

export function removeRoute(draft: GoalDraft, at: number): GoalDraft {
  return { ...draft, routes: draft.routes.filter((_, other) => other !== at) };
}

export function toggleQuestion(draft: GoalDraft, question: TaskQuestion): GoalDraft {
  const asks = allQuestions.filter((one) => draft.asks.includes(one) !== (one === question));
  return { ...draft, asks };
}

/** Compares JSON values. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

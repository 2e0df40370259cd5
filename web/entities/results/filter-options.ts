// Options of the filter bar and their words: values with the number of people, and the selection in
// words.
import { outcomeWords } from '#contract/outcome-words.ts';
import { type Outcome, outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import {
  type AnswerFilter,
  type CardAnswer,
  cardAnswer,
  parameterText,
  type ResultFilter,
  readParameter,
  readQuestionAnswer,
} from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import { variantLetter } from '#contract/step-order.ts';
import type { PanelStep } from '#contract/steps.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { answerText, hasFewAnswers, panelTitle } from '#insight/question-words.ts';
import { namesOfStep, stepsOfRoute } from '#insight/route.ts';
import { queryOf, type Unset } from './filter.ts';

export interface FilterOption {
  /** Value in the form of the address. */
  value: string;
  label: string;
  /** Number of people, or null if unknown. */
  people: number | null;
  outcome?: Outcome;
}

const answerLabels: Record<CardAnswer, string> = {
  did_it: 'Said they did it',
  did_not: 'Said they did not',
  none: 'No answers',
  hard: 'Difficult (1–3)',
  middling: 'In between (4–5)',
  easy: 'Easy (6–7)',
  helped: 'Wrote what would have helped',
};

export const successOutcomes: readonly Outcome[] = SUCCESS_OUTCOMES;
export const didNotMakeIt: readonly Outcome[] = ['thought_done', 'gave_up', 'left', 'stopped'];

/** Groups of outcomes with a name of their own. */
export const outcomeGroups = [
  { label: 'Made it', outcomes: successOutcomes },
  { label: 'Did not make it', outcomes: didNotMakeIt },
];

/** Fields with a list of values. */
export type ListedField =
  | 'outcome'
  | 'screen'
  | 'device'
  | 'variant'
  | 'turn'
  | 'parameter'
  | 'answer'
  | 'tag'
  | 'revision';

/** @param choices null while they are not known: what is chosen is offered alone */
export function optionsOf(
  field: ListedField,
  choices: ResultChoices | null,
  filter: ResultFilter,
): FilterOption[] {
  return all[field](choices, filter);
}

type OptionsOf = (choices: ResultChoices | null, filter: ResultFilter) => FilterOption[];

const all: Record<ListedField, OptionsOf> = {
  outcome: (choices, filter) => {
    const known = new Map(choices?.outcomes.map((one) => [one.outcome, one.people]));
    return outcome.options
      .toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .filter((one) => known.has(one) || filter.outcome?.includes(one))
      .map((one) => ({
        value: one,
        label: outcomeWords[one].label,
        people: known.get(one) ?? (choices && 0),
        outcome: one,
      }));
  },
  screen: (choices, filter) =>
    withSelection(
      (choices?.screens ?? []).map(({ number, name, people }) => ({
        value: String(number),
        label: `${number} · ${name}`,
        people,
      })),
      (filter.screen ?? []).map(String),
      (value) => `Screen ${value}`,
    ),
  device: (choices, filter) =>
    withSelection(
      (choices?.devices ?? []).map(({ device, people }) => ({
        value: device,
        label: device,
        people,
      })),
      filter.device === undefined ? [] : [filter.device],
      (value) => value,
    ),
  variant: (choices, filter) =>
    withSelection(
      (choices?.variants ?? []).map(({ variant, people }) => ({
        value: String(variant),
        label: `Variant ${variantLetter(variant)}`,
        people,
      })),
      (filter.variant ?? []).map(String),
      (value) => `Variant ${variantLetter(Number(value))}`,
    ),
  turn: (choices, filter) =>
    withSelection(
      (choices?.turns ?? []).map(({ turn, people }) => ({
        value: String(turn),
        label: turnText(turn),
        people,
      })),
      (filter.turn ?? []).map(String),
      (value) => turnText(Number(value)),
    ),
  answer: (choices, filter) => {
    const known = new Map<AnswerFilter, number>(
      choices?.answers.map(({ answer, people }) => [answer, people]),
    );
    const ofCard = cardAnswer.options
      .filter((one) => known.has(one) || filter.answer?.includes(one))
      .map((one) => ({
        value: one,
        label: answerLabels[one],
        people: known.get(one) ?? (choices && 0),
      }));
    const ofQuestions = (choices?.questions ?? []).flatMap(answersOfQuestion);
    const chosen = (filter.answer ?? []).filter((one) => readQuestionAnswer(one) !== null);
    const labelOf = (value: string) => {
      const question = choices?.questions.find((one) =>
        value.startsWith(`${one.question.number}:`),
      );
      return question ? answerLabel(question.question, value) : value;
    };
    return [...ofCard, ...withSelection(ofQuestions, chosen, labelOf)];
  },
  parameter: (choices, filter) =>
    withSelection(
      (choices?.parameters ?? []).map(({ name, value, people }) => ({
        value: parameterText(name, value),
        label: `${name}: ${value}`,
        people,
      })),
      filter.parameter ?? [],
      (text) => {
        const parameter = readParameter(text);
        return parameter ? `${parameter.name}: ${parameter.value}` : text;
      },
    ),
  tag: (choices, filter) =>
    withSelection(
      (choices?.tags ?? []).map(({ tag, people }) => ({ value: tag, label: `#${tag}`, people })),
      filter.tag ?? [],
      (value) => `#${value}`,
    ),
  revision: (choices) => {
    const revisions = (choices?.revisions ?? []).toSorted((a, b) => b.number - a.number);
    const people = revisions.reduce((sum, one) => sum + one.people, 0);
    return [
      ...revisions.map(({ number, people }, at) => ({
        value: String(number),
        label: at === 0 ? `Revision ${number} (newest)` : `Revision ${number}`,
        people,
      })),
      { value: 'all', label: 'All revisions', people },
    ];
  },
};

/** Returns the place of a step in its order in words. */
function turnText(turn: number): string {
  return turn === 1 ? 'First in the order' : `Number ${turn} in the order`;
}

/** Answers to a question as options of the filter. */
function answersOfQuestion({
  question,
  answers,
}: ResultChoices['questions'][number]): FilterOption[] {
  if (!hasFewAnswers(question)) return [];
  return answers.map(({ answer, people }) => ({
    value: answer,
    label: answerLabel(question, answer),
    people,
  }));
}

function answerLabel(question: PanelStep, answer: AnswerFilter): string {
  return `${panelTitle(question)}: ${answerText(question, answer.split(':')[1] ?? '')}`;
}

/** Those of n come first: what one filters by. */
const ORDER: readonly Outcome[] = [...successOutcomes, ...didNotMakeIt, ...outcome.options];

/** Adds the selected options, even those that match no one. */
function withSelection(
  options: FilterOption[],
  chosen: readonly string[],
  labelOf: (value: string) => string,
): FilterOption[] {
  const missing = chosen.filter((value) => options.every((one) => one.value !== value));
  return [
    ...options,
    ...missing.map((value) => ({
      value,
      label: labelOf(value),
      people: options.length > 0 ? 0 : null,
    })),
  ];
}

/** Maximum number of values that a chip names; more are counted. */
const NAMED_MAX = 2;

/** 'did not make it', 'Left, Stopped' or '3 chosen': as short as a chip is. */
export function selectionText(
  options: readonly FilterOption[],
  chosen: readonly string[],
  namedMax = NAMED_MAX,
): string {
  const group = outcomeGroups.find(
    ({ outcomes }) =>
      outcomes.length === chosen.length && outcomes.every((one) => chosen.includes(one)),
  );
  if (group) return group.label.toLowerCase();
  const labels = chosen.map((value) => options.find((one) => one.value === value)?.label ?? value);
  return labels.length > namedMax ? `${labels.length} chosen` : labels.join(', ');
}

/** '18 of 57 people'; without a filter '57 people'. */
export function peopleText(
  { people, total }: { people: number; total: number },
  isFiltered: boolean,
): string {
  const all = peopleCount(total);
  return isFiltered ? `${wholeText(people)} of ${all}` : all;
}

/** '(Home › All plants) ↻2 › Detail' @param route as an address has it, made up perhaps */
export function routeText(route: string, choices: ResultChoices | null): string {
  const names = new Map(choices?.screens.map(({ number, name }) => [number, name]));
  const steps = stepsOfRoute(route).map(({ screens, loops }) => {
    const walked = screens.map((number) => names.get(number) ?? `Screen ${number}`);
    return namesOfStep(walked, loops);
  });
  return steps.join(' › ');
}

/** Names of the fields with a list, in the order of the bar; a revision has a chip of its own. */
export const listLabels = {
  outcome: 'Outcome',
  screen: 'Screen',
  device: 'Device',
  variant: 'Variant',
  turn: 'Turn',
  answer: 'Answer',
  parameter: 'Link',
  tag: 'Tag',
};

/** 'Outcome: did not make it; Device: Firefox on Windows', for print and copies, or null for all people. */
export function filterText(filter: ResultFilter, choices: ResultChoices | null): string | null {
  const texts = queryOf(filter);
  const lists = Object.entries(listLabels).flatMap(([name, label]) => {
    const field = name as keyof typeof listLabels;
    const text = texts[field];
    if (text === undefined) return [];
    const chosen = field === 'device' ? [text] : text.split(',');
    return `${label}: ${selectionText(optionsOf(field, choices, filter), chosen, chosen.length)}`;
  });
  const days = daysText(filter);
  const parts = [
    ...lists,
    filter.route !== undefined && `Path: ${routeText(filter.route, choices)}`,
    days !== null && `Date: ${days} (${filter.zone ?? 'UTC'})`,
    filter.text !== undefined && `Words: ‘${filter.text}’`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join('; ');
}

/** '2026-11-01 – 2026-11-22', 'from 2026-11-01', or null for all days. */
export function daysText({ from, to }: Unset<Pick<ResultFilter, 'from' | 'to'>>): string | null {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? null : `until ${to}`;
}

// Numbers of two groups with their differences, from the sums of each group.
import type { ComparedNumber, GroupNumber, Measure } from '#contract/comparison.ts';
import type { Average, Difference } from '#contract/numbers.ts';
import type { Outcome } from '#contract/outcomes.ts';
import { questionSets } from '#contract/question-sets.ts';
import type { PanelStep } from '#contract/steps.ts';
import {
  promoterDifference,
  ratioOfTimes,
  welch,
  welchOnScale,
} from '#insight/numbers/difference.ts';
import { meanOf, meanOnScale } from '#insight/numbers/mean.ts';
import { netPromoter } from '#insight/numbers/scores.ts';
import { differenceOf, type Interval, proportionOf, SHARE_FROM } from '#insight/numbers/share.ts';
import { geometricMeanOf } from '#insight/numbers/times.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import { EASE, easeValues, LOSTNESS, lostnessValues } from './measures.rules.ts';
import type { QuestionSums } from './questions.db.ts';
import { optionsOf } from './questions.read.ts';
import type { SummarySums } from './summary.db.ts';

/** The same of both groups. */
export type Pair<T> = readonly [a: T, b: T];

/** Results of a task with their sums. */
export interface TaskSums {
  of: ResultsOf;
  sums: SummarySums;
}

/** Outcomes that are no success, in the order of the rules. */
const FAILURES = ['thought_done', 'gave_up', 'left', 'stopped'] as const satisfies Outcome[];

/** Numbers of a task that a line of the overview does not have. */
const OF_SUMMARY: readonly Measure[] = [
  ...(['direct', 'indirect', ...FAILURES, 'time_on_task', 'lostness', 'did_it'] as const),
];

/** All numbers of a task that the filter permits. */
export function taskNumbers(tasks: Pair<TaskSums>): ComparedNumber[] {
  const sums = both(tasks, (task) => task.sums);
  const haveGoals = tasks.every(({ of }) => of.withGoal.length > 0);
  // A share of outcomes says nothing about people who were selected by their outcome.
  const haveShares = tasks.every(({ of }) => of.filter.outcome === undefined);
  const lostness = tasks.map(({ of, sums }) => lostnessValues(of, sums));
  const [lostOfA, lostOfB] = lostness;
  return [
    ...(haveGoals && haveShares
      ? [
          share(
            'success',
            both(sums, ({ reached: k, n }) => ({ k, n })),
          ),
          share(
            'direct',
            both(sums, ({ direct: k, n }) => ({ k, n })),
          ),
          share(
            'indirect',
            both(sums, ({ reached, direct, n }) => ({ k: reached - direct, n })),
          ),
        ]
      : []),
    ...(haveShares
      ? FAILURES.map((outcome) =>
          share(
            outcome,
            both(sums, ({ outcomes, counted: n }) => ({ k: outcomes[outcome] ?? 0, n })),
          ),
        )
      : []),
    ...(haveGoals
      ? [
          time(
            'time_to_goal',
            both(sums, ({ toGoalMs }) => toGoalMs),
          ),
        ]
      : []),
    time(
      'time_on_task',
      both(sums, ({ onTaskMs }) => onTaskMs),
    ),
    ...(lostOfA && lostOfB ? [mean('lostness', [lostOfA, lostOfB], LOSTNESS)] : []),
    share(
      'did_it',
      both(sums, ({ yes, no }) => ({ k: yes, n: yes + no })),
    ),
    mean(
      'ease',
      both(sums, ({ ease }) => easeValues(ease)),
      EASE,
    ),
  ];
}

/** Success is always listed, other numbers once there is something in one of the groups. */
export function hasPeople({ measure, a, b }: ComparedNumber): boolean {
  return measure === 'success' || (a.k ?? a.n) > 0 || (b.k ?? b.n) > 0;
}

/** Options of a question in an overview. */
const OPTIONS_MAX = 3;

/** Returns the numbers of an overview: those of its lines, of a question's options the most frequent, in their order. */
export function overviewNumbers(numbers: readonly ComparedNumber[]): ComparedNumber[] {
  const people = ({ a, b }: ComparedNumber) => (a.k ?? 0) + (b.k ?? 0);
  const options = numbers.filter(isOption).toSorted((a, b) => people(b) - people(a));
  const most = options.slice(0, OPTIONS_MAX);
  return numbers.filter((number) =>
    isOption(number) ? most.includes(number) : !OF_SUMMARY.includes(number.measure),
  );
}

export function isOption({ measure }: ComparedNumber): boolean {
  return measure === 'option';
}

/** A question or set of one group: its version in the group's revision, undefined if that has none, and its sums. */
export interface QuestionGroup {
  versions: readonly PanelStep[];
  sums: QuestionSums;
}

export function questionNumbers(groups: Pair<QuestionGroup>): ComparedNumber[] {
  const versions = groups.flatMap((group) => group.versions);
  const [question] = versions;
  // Versions that ask otherwise, as a scale of 5 and one of 7, have no number in common.
  if (!question || versions.some((one) => formText(one) !== formText(question))) return [];
  const sums = both(groups, (group) => group.sums);
  const numbers = both(sums, (each) => each.numbers);
  if (question.kind === 'set') {
    const { set } = question;
    const { from: low, to: high } = questionSets[set];
    if (set === 'nps') return [promoters(numbers)];
    return [mean(set, numbers, set === 'seq' ? { low, high } : HUNDRED)];
  }
  if (question.kind !== 'question') return [];
  const { form } = question;
  if (form.type === 'scale') return [mean('answer', numbers, { low: 1, high: form.points })];
  if (form.type === 'number') return [mean('answer', numbers, null)];
  // The share of 'no' is the rest of that of 'yes'.
  const options = optionsOf(versions).filter(
    ({ word }) => form.type !== 'yes_no' || word === 'yes',
  );
  return options.map(({ word, text }) => {
    const counts = both(sums, ({ words, answered: n }) => ({ k: words[word] ?? 0, n }));
    return { ...share('option', counts), option: { word, text } };
  });
}

const HUNDRED = { low: 0, high: 100 };
const PROMOTERS = { low: -100, high: 100 };

/** The form of a question that decides which numbers it has. */
function formText(step: PanelStep): string {
  if (step.kind !== 'question') return step.kind === 'set' ? step.set : step.kind;
  return step.form.type === 'scale' ? `scale ${step.form.points}` : step.form.type;
}

export function both<T, U>([a, b]: Pair<T>, of: (one: T) => U): Pair<U> {
  return [of(a), of(b)];
}

type Compared = Omit<ComparedNumber, 'measure' | 'option'>;
const numberOf = (measure: Measure, compared: Compared): ComparedNumber => ({
  measure,
  option: null,
  ...compared,
});

function share(measure: Measure, [first, second]: Pair<{ k: number; n: number }>): ComparedNumber {
  const [a, b] = both([first, second], ({ k, n }): GroupNumber => {
    const { share: value, ...proportion } = proportionOf(k, n);
    return { ...proportion, value };
  });
  return numberOf(measure, {
    ...{ unit: 'share', scale: null, a, b },
    difference: differenceOf(first, second),
  });
}

function time(measure: Measure, times: Pair<readonly number[]>): ComparedNumber {
  const [a, b] = both(times, (each) => groupOf(geometricMeanOf(each)));
  return numberOf(measure, {
    ...{ unit: 'time', scale: null, a, b },
    difference: fromFive(times, ratioOfTimes),
  });
}

function mean(
  measure: Measure,
  values: Pair<readonly number[]>,
  scale: Interval | null,
): ComparedNumber {
  const [a, b] = both(values, (each) => groupOf(scale ? meanOnScale(each, scale) : meanOf(each)));
  const difference = fromFive(values, (one, two) =>
    scale ? welchOnScale([one, two], scale) : welch(one, two),
  );
  return numberOf(measure, { unit: 'mean', scale, a, b, difference });
}

function promoters(answers: Pair<readonly number[]>): ComparedNumber {
  const [first, second] = both(answers, netPromoter);
  const [a, b] = both([first, second], ({ n, score, low, high }) =>
    groupOf({ n, value: score, low, high }),
  );
  const difference = fromFive(answers, () => promoterDifference(first, second));
  return numberOf('nps', { unit: 'mean', scale: PROMOTERS, a, b, difference });
}

function groupOf({
  n,
  value,
  low,
  high,
}: Pick<Average, 'n' | 'value' | 'low' | 'high'>): GroupNumber {
  return { k: null, n, value, low, high };
}

/** Below five values in a group there is no difference, as of shares. */
function fromFive(
  [one, two]: Pair<readonly number[]>,
  of: (one: readonly number[], two: readonly number[]) => Difference | null,
): Difference | null {
  return Math.min(one.length, two.length) < SHARE_FROM ? null : of(one, two);
}

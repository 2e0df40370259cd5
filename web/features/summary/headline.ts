// Result of a test in one sentence, with the sessions it excludes; copied with its definition.
import { outcomeWords } from '#contract/outcome-words.ts';
import { COUNTED_OUTCOMES, type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { ResultSummary } from '#contract/results.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { isCounted, outsideText } from '#web/entities/results/base-words.ts';
import { countText, shareWithInterval } from '#web/entities/results/number-words.ts';

type Source = Pick<ResultSummary, 'outcomes' | 'success' | 'goal' | 'people'>;

interface Headline {
  /** '36 of 54 reached'; the goal's name follows. */
  before: string;
  /** The beginning of `before` that opens its people: '36 of 54', or null without people. */
  count: string | null;
  /** Outcomes of those people, or null for everyone. */
  countedOutcomes: readonly Outcome[] | null;
  /** Screens of the goal; empty without a goal, or for one that members judge. */
  goalNames: readonly string[];
  /** '67 %, 95 % interval 53–78 %.' */
  share: string | null;
  /** '3 ran a revision without a goal', or null if all people of n have one. */
  withoutGoal: string | null;
  /** '2 never started', one for each outcome outside of n. */
  outside: { outcome: Outcome; people: number; text: string }[];
}

/** @param goalNames known names of the goal's screens */
export function headlineOf(
  { outcomes, success, goal, people }: Source,
  goalNames: readonly string[],
): Headline {
  const share = success && shareWithInterval(success);
  return {
    ...sentenceOf({ outcomes, success, goal, people }, goalNames),
    share: share && `${share}.`,
    withoutGoal: withoutGoalText({ outcomes, success }),
    outside: outcomes
      .filter(({ outcome }) => !isCounted(outcome))
      .map((one) => ({
        ...one,
        text: outsideText(one),
      })),
  };
}

function sentenceOf(
  { outcomes, success, goal, people }: Source,
  goalNames: readonly string[],
): Pick<Headline, 'before' | 'count' | 'countedOutcomes' | 'goalNames'> {
  const withoutCount = { count: null, countedOutcomes: null, goalNames: [] };
  if (people === 0) {
    const before = outcomes.length > 0 ? 'No sessions count yet' : 'No session fits this filter';
    return { before, ...withoutCount };
  }
  // A filter by outcome has no success rate.
  if (success === null || goal === null) {
    const count = peopleCount(people);
    const verb = people === 1 ? 'fits' : 'fit';
    const rest = goal === null ? 'took the test' : `${verb} this filter`;
    return { ...withoutCount, before: `${count} ${rest}`, count };
  }
  if (success.n === 0) return { before: 'No sessions count yet', ...withoutCount };
  const count = countText(success);
  const counted = { count: success.k > 0 ? count : null, countedOutcomes: SUCCESS_OUTCOMES };
  if (goal.kind === 'judged') return { before: `${count} made it`, ...counted, goalNames: [] };
  const verb = goalNames.length === 0 ? 'reached the goal' : 'reached';
  return { before: `${count} ${verb}`, ...counted, goalNames };
}

/** Runs that are counted, in revisions without a goal. */
function withoutGoalText({ outcomes, success }: Pick<Source, 'outcomes' | 'success'>) {
  if (success === null) return null;
  const counted = outcomes.filter(({ outcome }) => isCounted(outcome));
  const others = counted.reduce((sum, { people }) => sum + people, 0) - success.n;
  return others > 0 ? `${peopleCount(others)} ran a revision without a goal` : null;
}

interface Copied {
  testName: string;
  /** The revision's number, or null for all revisions. */
  revision: number | null;
  /** Description of the filter, or null for all people. */
  filter: string | null;
}

/** The sentence as plain text, with the definition of each word and the filter. */
export function copiedText(headline: Headline, { testName, revision, filter }: Copied): string {
  const { before, goalNames, share, withoutGoal, outside } = headline;
  const sentence = [before, goalNames.join(' or ')].filter(Boolean).join(' ');
  const counted = COUNTED_OUTCOMES.map((one) => outcomeWords[one].label.toLowerCase()).join(', ');
  return [
    [
      `${sentence}.`,
      share,
      withoutGoal && `${withoutGoal}.`,
      outside.length > 0 && `Left out: ${outside.map(({ text }) => text).join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
    `Test: ${testName}, ${revision === null ? 'all revisions' : `revision ${revision}`}${filter === null ? '' : `; ${filter}`}.`,
    ...(share === null
      ? []
      : [
          `Definition: reached the goal, directly or indirectly, of all runs that are counted (${counted}). Interval: Wilson, 95 %.`,
        ]),
  ].join('\n');
}

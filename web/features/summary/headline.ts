// Result of a test in one sentence, with the sessions it excludes; copied with its definition.
import { COUNTED_OUTCOMES, type Outcome } from '#contract/outcomes.ts';
import type { ResultSummary } from '#contract/results.ts';
import {
  countText,
  peopleCount,
  shareWithInterval,
  wholeText,
} from '#web/entities/results/number-words.ts';
import { outcomeWords } from '#web/entities/results/outcome-badge.tsx';

type Source = Pick<ResultSummary, 'outcomes' | 'success' | 'goal' | 'people'>;

interface Headline {
  /** '36 of 54 reached'; the goal's name follows. */
  before: string;
  /** Screens of the goal; empty without a goal, or for one that members judge. */
  goalNames: readonly string[];
  /** '67 %, 95 % interval 53–78 %.' */
  share: string | null;
  /** '2 never began and are not counted.', one for each outcome outside n. */
  outside: { outcome: Outcome; people: number; text: string }[];
}

/** @param goalNames known names of the goal's screens */
export function headlineOf(
  { outcomes, success, goal, people }: Source,
  goalNames: readonly string[],
): Headline {
  const share = success && shareWithInterval(success);
  return {
    ...sentenceOf({ success, goal, people }, goalNames),
    share: share && `${share}.`,
    outside: outcomes
      .filter(({ outcome }) => !isCounted(outcome))
      .map((one) => ({
        ...one,
        text: `${wholeText(one.people)} ${outsideWords(one.outcome, one.people)}`,
      })),
  };
}

function sentenceOf(
  { success, goal, people }: Pick<Source, 'success' | 'goal' | 'people'>,
  goalNames: readonly string[],
): Pick<Headline, 'before' | 'goalNames'> {
  if (people === 0) return { before: 'No session fits this filter', goalNames: [] };
  if (success === null || goal === null) {
    return { before: `${peopleCount(people)} took the test`, goalNames: [] };
  }
  if (success.n === 0) return { before: 'No sessions count yet', goalNames: [] };
  if (goal.kind === 'judged') return { before: `${countText(success)} made it`, goalNames: [] };
  if (goalNames.length === 0)
    return { before: `${countText(success)} reached the goal`, goalNames };
  return { before: `${countText(success)} reached`, goalNames };
}

export function isCounted(outcome: Outcome): boolean {
  return COUNTED_OUTCOMES.some((one) => one === outcome);
}

function outsideWords(outcome: Outcome, people: number): string {
  if (outcome === 'never_began') return 'never began';
  if (outcome === 'not_measurable')
    return people === 1 ? 'is not measurable' : 'are not measurable';
  if (outcome === 'to_judge')
    return people === 1 ? 'waits for a judgement' : 'wait for a judgement';
  if (outcome === 'running') return people === 1 ? 'still runs' : 'still run';
  return people === 1 ? 'is excluded' : 'are excluded';
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
  const { before, goalNames, share, outside } = headline;
  const sentence = [before, goalNames.join(' or ')].filter(Boolean).join(' ');
  const counted = COUNTED_OUTCOMES.map((one) => outcomeWords[one].label.toLowerCase()).join(', ');
  return [
    [
      `${sentence}.`,
      share,
      outside.length > 0 && `${outside.map(({ text }) => text).join(', ')}; not counted.`,
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

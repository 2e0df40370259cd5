// The base of results in words: how its people and the recordings outside of it add up.
import { COUNTED_OUTCOMES, type Outcome } from '#contract/outcomes.ts';
import type { ResultChoices } from '#contract/results.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';

/** Returns whether runs with this outcome are part of n. */
export function isCounted(outcome: Outcome): boolean {
  return COUNTED_OUTCOMES.some((one) => one === outcome);
}

/** 'Left out: 1 excluded, 2 never started.', or null if all are part of n. */
export function leftOutText(outcomes: ResultChoices['outside']): string | null {
  const outside = outcomes.filter(({ outcome }) => !isCounted(outcome));
  return outside.length === 0 ? null : `Left out: ${outside.map(outsideText).join(', ')}.`;
}

/** '2 never started', '1 excluded' */
export function outsideText({ outcome, people }: ResultChoices['outside'][number]): string {
  return `${wholeText(people)} ${outsideWords(outcome, people)}`;
}

function outsideWords(outcome: Outcome, people: number): string {
  if (outcome === 'never_began') return 'never started';
  if (outcome === 'not_measurable') return 'not measurable';
  if (outcome === 'to_judge')
    return people === 1 ? 'waits for a judgement' : 'wait for a judgement';
  if (outcome === 'running') return people === 1 ? 'still runs' : 'still run';
  return 'excluded';
}

/** '46 recordings: 42 people, 2 never started, 1 excluded'; null if all recordings are part of the base. */
export function baseText({
  people,
  outside,
}: Pick<ResultChoices, 'people' | 'outside'>): string | null {
  if (outside.length === 0) return null;
  const recordings = outside.reduce((sum, each) => sum + each.people, people);
  const total = recordings === 1 ? '1 recording' : `${wholeText(recordings)} recordings`;
  return `${total}: ${[peopleCount(people), ...outside.map(outsideText)].join(', ')}`;
}

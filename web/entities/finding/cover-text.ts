// The cover of a report in words: its number, what it means, times and ease.
import type { Report, ReportCover } from '#contract/findings.ts';
import { COUNTED_OUTCOMES } from '#contract/outcomes.ts';
import { NAMELESS_MEMBER } from '#contract/view-links.ts';
import { peopleCount, secondsText } from '#insight/numbers/words.ts';
import { averageNames, countText, shareWithInterval } from '#web/entities/results/number-words.ts';

interface CoverText {
  /** '35 of 57', '12 people', or a sentence where nothing was recorded. */
  number: string;
  /** 'reached', 'made it', 'took the test'; empty where the number is a sentence. */
  verb: string;
  /** Screens of the goal, after the verb. */
  goal: readonly string[];
  /** '61 %, 95 % interval 48–73 %', or null below five people and without a goal. */
  share: string | null;
}

export function coverText({ success, goalScreens, people }: ReportCover): CoverText {
  if (people === 0) return { number: 'No recordings yet', verb: '', goal: [], share: null };
  if (success === null || success.n === 0) {
    return { number: peopleCount(people), verb: 'took the test', goal: [], share: null };
  }
  const verb = goalScreens.length === 0 ? 'made it' : 'reached';
  return { number: countText(success), verb, goal: goalScreens, share: shareWithInterval(success) };
}

/** 'Median of the time to the goal: 37 s', or null if it has no value. */
export function coverTime({ timeToGoal }: ReportCover): string | null {
  if (timeToGoal === null || timeToGoal.value === null) return null;
  const name = averageNames[timeToGoal.kind];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} of the time to the goal: ${secondsText(timeToGoal.value)}`;
}

/** 'Ease: 4.7 of 7 (50 answered)', or null if it has no value. */
export function coverEase({ ease }: ReportCover): string | null {
  return ease.value === null ? null : `Ease: ${ease.value.toFixed(1)} of 7 (${ease.n} answered)`;
}

/** Outcomes that are part of n, with all of them summed up. */
export function countedOutcomes({ outcomes }: ReportCover) {
  const counted = outcomes.filter(({ outcome }) => COUNTED_OUTCOMES.some((one) => one === outcome));
  return { counted, n: counted.reduce((sum, { people }) => sum + people, 0) };
}

/** Members who wrote the findings, in the order of the report; those whose names a link hides are left out. */
export function authorsOf({ findings }: Pick<Report, 'findings'>): string[] {
  const names = findings.flatMap(({ author }) => author?.name ?? []);
  return [...new Set(names)].filter((name) => name !== '' && name !== NAMELESS_MEMBER);
}

// The cover of a report in words: its number, what it means, times and ease.
import type { Report, ReportCover } from '#contract/findings.ts';
import type { QuestionPicture } from '#contract/result-questions.ts';
import { NAMELESS_MEMBER } from '#contract/view-links.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, secondsText, wholeText } from '#insight/numbers/words.ts';
import { tasksText } from '#insight/step-name.ts';
import { isCounted } from '#web/entities/results/base-words.ts';
import {
  averageNames,
  countText,
  secondsInterval,
  shareWithInterval,
} from '#web/entities/results/number-words.ts';
import { isScore, type NumberWords, questionNumber } from '#web/entities/results/question-words.ts';

interface CoverText {
  /** '35 of 57', '12 people', or a sentence where nothing was recorded. */
  number: string;
  /** 'people reached', 'people made it', 'took the test with 3 tasks'; empty where the number is a sentence. */
  verb: string;
  /** Screens of the goal, after the verb. */
  goal: readonly string[];
  /** '61 %, 95 % interval 48–73 %', or null below five people and without a goal. */
  share: string | null;
}

export function coverText({ success, goalScreens, people, tasks }: ReportCover): CoverText {
  if (people === 0) return { number: 'No recordings yet', verb: '', goal: [], share: null };
  if (tasks.length > 0 || success === null || success.n === 0) {
    const verb = tasks.length > 0 ? `took the test with ${tasksText(tasks)}` : 'took the test';
    return { number: peopleCount(people), verb, goal: [], share: null };
  }
  const verb = `${success.n === 1 ? 'person' : 'people'} ${goalScreens.length === 0 ? 'made it' : 'reached'}`;
  return { number: countText(success), verb, goal: goalScreens, share: shareWithInterval(success) };
}

/** 'Time to goal: median 37 s, 95 % interval 30–44 s', or null if it has no value. */
export function timeText({ timeToGoal }: Pick<ReportCover, 'timeToGoal'>): string | null {
  if (timeToGoal === null || timeToGoal.value === null) return null;
  const { n, kind, value } = timeToGoal;
  const interval = n < SHARE_FROM ? null : secondsInterval(timeToGoal);
  return `Time to goal: ${averageNames[kind]} ${secondsText(value)}${interval === null ? '' : `, 95 % interval ${interval}`}`;
}

/** 'Ease: 4.7 of 7, 95 % interval 4.2–5.2 (50 answered)', or null if it has no value. */
export function easeText({ ease }: Pick<ReportCover, 'ease'>): string | null {
  const { n, value, low, high } = ease;
  if (value === null) return null;
  const hasInterval = n >= SHARE_FROM && low !== null && high !== null;
  const interval = hasInterval ? `, 95 % interval ${low.toFixed(1)}–${high.toFixed(1)}` : '';
  return `Ease: ${value.toFixed(1)} of 7${interval} (${n} answered)`;
}

/** '70 people opened the link: 60 began, 6 were screened out, 4 went no further.' */
export function funnelText({ opened, started, screenedOut }: ReportCover['funnel']): string {
  const left = opened - started - screenedOut;
  const parts = [
    `${wholeText(started)} began`,
    ...(screenedOut > 0 ? [`${wholeText(screenedOut)} were screened out`] : []),
    ...(left > 0 ? [`${wholeText(left)} went no further`] : []),
  ];
  return `${peopleCount(opened)} opened the link: ${parts.join(', ')}.`;
}

/** '3 of 5, 60 %, 95 % interval 23–88 %', or its people where a task has no success. */
export function taskResultText({ success, arrivals }: ReportCover['tasks'][number]): string {
  if (success === null || success.n === 0) return peopleCount(arrivals);
  return [countText(success), shareWithInterval(success)].filter(Boolean).join(', ');
}

/** Outcomes that are part of n, with all of them summed up. */
export function countedOutcomes({ outcomes }: Pick<ReportCover, 'outcomes'>) {
  const counted = outcomes.filter(({ outcome }) => isCounted(outcome));
  return { counted, n: counted.reduce((sum, { people }) => sum + people, 0) };
}

/** Members who wrote the findings, in the order of the report; those whose names a link hides are left out. */
export function authorsOf({ findings }: Pick<Report, 'findings'>): string[] {
  const names = findings.flatMap(({ author }) => author?.name ?? []);
  return [...new Set(names)].filter((name) => name !== '' && name !== NAMELESS_MEMBER);
}

/** The one number of a question; a score says of how much it is, and SUS its grade. */
export function coverNumber(result: QuestionPicture): NumberWords {
  const { value, note } = questionNumber(result);
  if (note === null || !isScore(result)) return { value, note };
  const grade = result.rank === null ? '' : `, grade ${result.rank.grade}`;
  return { value: `${value} of 100${grade}`, note };
}

// The story of a report: drafts of its summary and next steps by rule, and the author's texts, whose unchanged lines
// follow the numbers.

import type { Report } from '#contract/findings.ts';
import type { ReportStory, StoryInput, StoryText, Verdict } from '#contract/report-story.ts';
import { differenceOf } from '#insight/numbers/share.ts';
import {
  endText,
  morePeopleText,
  numberText,
  peopleCount,
  wholePercent,
  wholeText,
} from '#insight/numbers/words.ts';
import { shareCount } from '#insight/share-count.ts';
import { stepInSentence, stepName, tasksText } from '#insight/step-name.ts';
import type { DraftLines, StoredStory } from './report-story.db.ts';

type Facts = Pick<Report, 'cover' | 'findings'> & { verdict: Verdict | null };

export interface Drafts {
  summary: DraftLines;
  nextSteps: DraftLines;
}

/** Tasks that a summary names. */
const TASKS_MAX = 6;
/** Characters of a task's text in a line of a summary. */
const TASK_CHARACTERS = 100;
/** Problems that a summary names. */
const PROBLEMS_MAX = 3;
/** Steps that are worth a list on the first page. */
const STEPS_MAX = 5;

export function draftsOf(facts: Facts): Drafts {
  return { summary: summaryLines(facts), nextSteps: stepLines(facts) };
}

function summaryLines({ cover, findings }: Facts): DraftLines {
  const problems = findings.slice(0, PROBLEMS_MAX);
  return {
    ...resultLines(cover),
    ...(problems.length > 0 && { problems: problemsLine(problems.length, findings.length) }),
    ...Object.fromEntries(
      problems.map((finding, at) => [`problem ${at + 1}`, problemLine(finding, at + 1)]),
    ),
  };
}

/** The result of the task, or a line for each of several. */
function resultLines(cover: Report['cover']): DraftLines {
  const { tasks, people } = cover;
  if (people === 0 || tasks.length === 0) return { result: resultLine(cover) };
  const more = tasks.length - TASKS_MAX;
  const lines = tasks
    .slice(0, TASKS_MAX)
    .map((task, at) => [`task ${task.step}`, taskLine(task, stepName(tasks, at))] as const);
  return {
    result: `${peopleCount(people)} took the test with ${tasksText(tasks)}.`,
    ...Object.fromEntries(lines),
    ...groupLines(cover),
    ...(more > 0 && { tasks: `And ${more === 1 ? '1 more task' : `${more} more tasks`}.` }),
  };
}

/** Lines of a task as a whole: people who were not shown it, and how its two versions differ. */
function groupLines({ tasks, people }: Report['cover']): DraftLines {
  const lines = tasks.slice(0, TASKS_MAX).flatMap(({ step, variant = 1 }, at) => {
    if (variant !== 1) return [];
    const next = tasks.findIndex((task, place) => place > at && (task.variant ?? 1) === 1);
    const versions = tasks.slice(at, next === -1 ? undefined : next);
    const arrivals = versions.reduce((sum, each) => sum + each.arrivals, 0);
    // Without the letter of a variant.
    const named = [...tasks.slice(0, at), {}];
    const arrivalsLine = `${stepName(named, at)} was shown to ${wholeText(arrivals)} of them.`;
    const difference = differenceLine(versions, stepInSentence(named, at));
    return [
      ...(arrivals > 0 && arrivals < people ? [[`arrivals ${step}`, arrivalsLine] as const] : []),
      ...(difference === null ? [] : [[`versions ${step}`, difference] as const]),
    ];
  });
  return Object.fromEntries(lines);
}

/** 'People with version B of task 2 succeeded more often: +28 points (95 % interval 2 to 50).' */
function differenceLine(versions: Report['cover']['tasks'], task: string): string | null {
  const [one, other, ...more] = versions.map(({ success }) => success);
  if (!one || !other || more.length > 0) return null;
  const isOtherBetter = (other.share ?? 0) > (one.share ?? 0);
  const better = isOtherBetter ? 'B' : 'A';
  const difference = isOtherBetter ? differenceOf(other, one) : differenceOf(one, other);
  if (difference === null) return null;
  const { value, low, high, isShown } = difference;
  const ends = [low, high].map((end) => endText(100 * end, { neutral: 0, digits: 0, isShown }));
  const interval = `95 % interval ${ends.join(' to ')}`;
  return isShown
    ? `People with version ${better} of ${task} succeeded more often: +${numberText(100 * value, 0)} points (${interval}).`
    : `No difference in success is shown between versions A and B of ${task} (${interval} points).`;
}

/** 'Task 2, ‘Pay for one.’: 60 % succeeded (3 of 5, 95 % interval 23–88 %).' */
function taskLine(
  { task, arrivals, success }: Report['cover']['tasks'][number],
  of: string,
): string {
  const name = `${of}, ‘${beginningOf(oneLine(task))}’`;
  if (arrivals === 0) return `${name}: no one has come to it yet.`;
  if (success === null || success.n === 0) return `${name}: ${peopleCount(arrivals)} tried it.`;
  const { k, n, share, low, high } = success;
  const counted = `${wholeText(k)} of ${wholeText(n)}`;
  if (share === null || low === null || high === null) return `${name}: ${counted} succeeded.`;
  const interval = `95 % interval ${wholePercent(low)}–${wholePercent(high)} %`;
  return `${name}: ${wholePercent(share)} % succeeded (${counted}, ${interval}).`;
}

/** Returns a text whose end is cut at a word if it is long. */
function beginningOf(text: string): string {
  const characters = [...text];
  if (characters.length <= TASK_CHARACTERS) return text;
  const cut = characters.slice(0, TASK_CHARACTERS).join('');
  return `${cut.replace(/\s\S*$/, '')}…`;
}

/** '57 people tried the task. 61 % of them reached Order placed (35 of 57).' */
function resultLine({ people, success, goalScreens }: Report['cover']): string {
  if (people === 0) return 'Nobody has taken the test yet.';
  const tried = `${peopleCount(people)} tried the task.`;
  if (success === null || success.n === 0) return tried;
  const { k, n, share } = success;
  const achievement = goalScreens.length === 0 ? 'made it' : `reached ${goalScreens.join(' or ')}`;
  const counted = `${wholeText(k)} of ${wholeText(n)}`;
  if (share === null) return `${tried} ${counted} ${achievement}.`;
  return `${tried} ${wholePercent(share)} % of them ${achievement} (${counted}).`;
}

const COUNTS = ['no', 'one', 'two', 'three'];

function problemsLine(visible: number, all: number): string {
  if (visible === 1) return 'The problem:';
  const count = COUNTS[visible] ?? visible;
  return all > visible ? `The ${count} most severe of ${all} problems:` : `The ${count} problems:`;
}

/** "1. People pressed 'Snake plant' on All plants. It isn’t clickable. (14 of the 21 people who saw the screen)" */
function problemLine({ sentence, evidence }: Report['findings'][number], number: number): string {
  const first = evidence.find((each) => each.kind === 'number')?.number;
  const counted = first?.value?.is === 'share' ? ` (${shareCount(first.number, first.value)})` : '';
  return `${number}. ${oneLine(sentence)}${counted}`;
}

function stepLines({ findings, verdict }: Facts): DraftLines {
  const solved = findings.filter(({ recommendation }) => recommendation !== '').slice(0, STEPS_MAX);
  const more = verdict?.state === 'undecided' ? verdict.morePeople : null;
  const steps = [
    ...solved.map(({ id, recommendation }) => [id, oneLine(recommendation)] as const),
    ...(solved.length === 0 && findings.length > 0
      ? [['decide', 'Decide what to do about each problem.'] as const]
      : []),
    ...(more === null
      ? []
      : [['more', `Test with about ${morePeopleText(more)} to decide the verdict.`] as const]),
  ];
  return Object.fromEntries(steps.map(([key, text], at) => [key, `${at + 1}. ${text}`]));
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(' ');
}

/** Returns the text of now: each line that a stored draft has is the line of today's draft, or gone with it. */
export function followedText(text: string, before: DraftLines, now: DraftLines): string {
  const keys = new Map(Object.entries(before).map(([key, line]) => [line, key]));
  const lines = text.split('\n').flatMap((line) => {
    const key = keys.get(line.trim());
    if (key === undefined) return [line];
    return now[key] ?? [];
  });
  return lines.join('\n').trim();
}

function storyText(text: string, before: DraftLines, now: DraftLines): StoryText {
  const draft = textOfDraft(now);
  if (text === '') return { text: draft, isDraft: true, draft, isOutdated: false };
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const isOutdated = Object.entries(before).some(
    ([key, line]) => !lines.has(line) && now[key] !== line,
  );
  return { text: followedText(text, before, now), isDraft: false, draft, isOutdated };
}

function textOfDraft(lines: DraftLines): string {
  return Object.values(lines).join('\n');
}

export function storyOf(
  { title, summary, nextSteps, version, ...stored }: StoredStory,
  drafts: Drafts,
  verdict: Verdict | null,
): ReportStory {
  return {
    ...{ version, title, verdict },
    summary: storyText(summary, stored.summaryDraft, drafts.summary),
    nextSteps: storyText(nextSteps, stored.nextStepsDraft, drafts.nextSteps),
  };
}

/** A text that equals its draft is stored as none, so that it stays the draft. */
export function storedStory(input: StoryInput, drafts: Drafts): StoredStory {
  const written = (text: string, lines: DraftLines) => (text === textOfDraft(lines) ? '' : text);
  return {
    ...input,
    summary: written(input.summary, drafts.summary),
    nextSteps: written(input.nextSteps, drafts.nextSteps),
    summaryDraft: drafts.summary,
    nextStepsDraft: drafts.nextSteps,
  };
}

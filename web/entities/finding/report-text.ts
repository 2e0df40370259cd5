// The report as text in Markdown, with addresses.

import type { Clip } from '#contract/clips.ts';
import type { Evidence, Finding, Report, ReportCover, ReportRevision } from '#contract/findings.ts';
import type { NumberValue } from '#contract/report-numbers.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import { stepName } from '#insight/step-name.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { shareWithInterval } from '#web/entities/results/number-words.ts';
import { formatDate } from '#web/lib/format-time.ts';
import {
  authorsOf,
  coverNumber,
  coverText,
  easeText,
  funnelText,
  taskResultText,
  timeText,
} from './cover-text.ts';
import { definitionText, INTERVALS, kindsOf } from './footnotes.tsx';
import { numberSentence, taskOfNumber } from './number-text.ts';
import { severityText } from './severity.tsx';
import { verdictText } from './verdict-text.ts';

interface TextOptions {
  /** Address of a page, from its path. */
  addressOf: (evidence: Evidence) => string | null;
}

/** Copied text leaves the product as paper does, so it contains no names of participants. */
const personOf = ({ recording }: Pick<Clip, 'recording'>) => `Participant ${recording.number}`;

export function reportText(report: Report, options: TextOptions): string {
  const { testName, company, revisions, findings, cover, story } = report;
  const { verdict, summary, nextSteps } = story;
  const by = [company, formatDate(cover.at), ...authorsOf(report)];
  const verdictWords = verdict && verdictText(verdict, cover);
  return [
    `# ${plain(story.title || testName)}`,
    `Usability test · ${plain(by.join(' · '))}`,
    ...(verdictWords ? [`**${verdictWords.title}.** ${verdictWords.text}`] : []),
    lines(summary.text),
    coverLine(report),
    ...(cover.tasks.length > 0 ? [taskLines(report)] : []),
    ...(cover.questions.length > 0 ? [questionLines(report)] : []),
    ...(nextSteps.text === '' ? [] : ['## Next steps', lines(nextSteps.text)]),
    ...findings.map((finding, at) => findingText(finding, at + 1, { ...options, cover })),
    `## What was asked, and who took part`,
    funnelText(cover.funnel),
    ...revisions.map((revision) => revisionText(revision)),
    `## What the words mean`,
    kindsOf(report)
      .map((kind, at) => `${at + 1}. ${definitionText(kind)}`)
      .join('\n'),
    INTERVALS,
  ].join('\n\n');
}

/** Lines stay lines: two spaces before a break are one in Markdown. */
function lines(text: string): string {
  return plain(text).replaceAll('\n', '  \n');
}

/** '**35 of 57** people reached Order placed: 61 %, 95 % interval 48–73 %. Ease: 4.7 of 7 (50 answered).' */
function coverLine({ cover }: Report): string {
  const { number, verb, goal, share } = coverText(cover);
  const sentence = [`**${number}**`, verb, plain(goal.join(' or '))].filter(Boolean).join(' ');
  const parts = [
    share === null ? sentence : `${sentence}: ${share}`,
    ...(cover.tasks.length > 0 ? [] : measureTexts(cover)),
  ];
  return parts.flatMap((part) => (part === null ? [] : [`${part}.`])).join(' ');
}

const measureTexts = (of: Pick<ReportCover, 'timeToGoal' | 'ease'>) => [timeText(of), easeText(of)];

/** A line for each of several tasks: '- Task 2, Pay: 3 of 5, 60 %, 95 % interval 23–88 %. Ease: 4.7 of 7 (50 answered)' */
function taskLines({ cover: { tasks } }: Report): string {
  const lines = tasks.map((task, at) => {
    const numbers = [taskResultText(task), ...measureTexts(task)].filter((text) => text !== null);
    return `- ${stepName(tasks, at)}, ${inOneLine(task.task)}: ${numbers.join('. ')}`;
  });
  return lines.join('\n');
}

/** A line for each question: '- How often?: 60 % Daily (3 of 5, 95 % interval 23–88 %)' */
function questionLines({ cover: { questions } }: Report): string {
  const lines = questions.map((result) => {
    const { value, note } = coverNumber(result);
    const numbers = `${inOneLine(value)}${note === null ? '' : ` (${note})`}`;
    return `- ${inOneLine(panelTitle(result.question))}: ${numbers}`;
  });
  return lines.join('\n');
}

const inOneLine = (text: string) => plain(text).replaceAll('\n', ' ');

/** 'Revision 2: 21 people, 3 Nov 2026 – 5 Nov 2026; 1 recording not counted' */
export function partText({ number, people, excluded, from, to }: ReportRevision): string {
  const days = [...new Set([from, to].flatMap((at) => (at === null ? [] : [formatDate(at)])))];
  return [
    `${number === null ? 'Earlier version' : `Revision ${number}`}: ${peopleCount(people)}`,
    days.length > 0 && `, ${days.join(' – ')}`,
    excluded > 0 &&
      `; ${excluded === 1 ? '1 recording' : `${wholeText(excluded)} recordings`} not counted`,
  ]
    .filter(Boolean)
    .join('');
}

/** Browsers and systems that are named. */
const DEVICES_MAX = 5;

/** 'Chrome on Windows (12), Safari on iOS (6), others (3)', or empty where none is known. */
export function devicesText({ devices }: ReportRevision): string {
  const named = devices.slice(0, DEVICES_MAX);
  const others = devices.slice(DEVICES_MAX).reduce((sum, { people }) => sum + people, 0);
  return [
    ...named.map(({ device, people }) => `${device} (${wholeText(people)})`),
    ...(others > 0 ? [`others (${wholeText(others)})`] : []),
  ].join(', ');
}

function revisionText(revision: ReportRevision): string {
  const { steps, task } = revision;
  const parts = steps.map((step, at) =>
    step.kind === 'task'
      ? `${stepName(steps, at)}:\n\n${quotation(step.text)}`
      : `${stepName(steps, at)}: ${inOneLine(step.text)}`,
  );
  return [
    partText(revision),
    devicesText(revision),
    ...(steps.length > 0 ? parts : [quotation(task)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const quotation = (text: string) => `> ${plain(text).replaceAll('\n', '\n> ')}`;

interface FindingOptions extends TextOptions, Pick<Report, 'cover'> {}

function findingText(finding: Finding, at: number, options: FindingOptions) {
  const { sentence, text, evidence, severity, recommendation } = finding;
  const lines = evidence.map((each) => `- ${evidenceText(each, options)}`);
  return [
    `## ${at}. ${plain(sentence)}`,
    severity === null ? '' : severityText(severity),
    plain(text),
    lines.join('\n'),
    recommendation === '' ? '' : `**Recommendation.** ${plain(recommendation)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function evidenceText(evidence: Evidence, { addressOf, cover }: FindingOptions): string {
  const address = addressOf(evidence);
  const link = address === null ? '' : `: <${address}>`;
  switch (evidence.kind) {
    case 'clip': {
      const { clip } = evidence;
      if (typeof clip === 'string') return unavailableText('clip', clip);
      const title = clip.title === '' ? '' : `, ${plain(clip.title)}`;
      return `Clip ${stretchText(clip)} of ${plain(personOf(clip))}${title}${link}`;
    }
    case 'note': {
      const { note } = evidence;
      if (typeof note === 'string') return unavailableText('note', note);
      return `Note on ${plain(personOf(note))}: ${plain(note.text)}${link}`;
    }
    case 'number': {
      const { count, rest } = numberSentence(evidence.number);
      const interval = shareText(evidence.number.value);
      const task = taskOfNumber(evidence.number, cover.tasks);
      const before = task === null ? '' : `${task}: `;
      return `${before}**${plain(count)}**${plain(rest)}${interval}${link}`;
    }
  }
}

function shareText(value: NumberValue | null): string {
  const share = value?.is === 'share' ? shareWithInterval(value) : null;
  return share === null ? '' : `: ${share}`;
}

/** Returns the text in place of a deleted or withdrawn clip or note. */
export function unavailableText(what: 'clip' | 'note', why: 'deleted' | 'withdrawn'): string {
  return why === 'withdrawn' ? 'This participant withdrew.' : `This ${what} was deleted.`;
}

/** Escapes Markdown's special characters. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

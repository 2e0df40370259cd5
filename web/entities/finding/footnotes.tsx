// The words of a report in plain language: each kind of number once, in the order of the numbers that refer
// to it. docs/metrics.md has the exact definitions.
import type { Report } from '#contract/findings.ts';
import type { NumberKind } from '#contract/report-numbers.ts';
import { severities, severityWords } from './severity.tsx';

const meanings: Readonly<Record<NumberKind, { term: string; meaning: string }>> = {
  success: {
    term: 'Reached the goal',
    meaning:
      'people who got to the goal, by whatever way, of all who are counted. Who pressed nothing and left at once is not counted, nor who was excluded.',
  },
  direct: {
    term: 'Reached the goal directly',
    meaning: 'people who got there without a detour, of all who are counted.',
  },
  time_to_goal: {
    term: 'Time to goal',
    meaning:
      'from the first screen to the goal, of those who reached it. The median, or the geometric mean of fewer than 25 people, so that one slow person does not decide it.',
  },
  time_on_task: {
    term: 'Time on task',
    meaning:
      'from the first screen to the end, of all who are counted. The median, or the geometric mean of fewer than 25 people, so that one slow person does not decide it.',
  },
  ease: {
    term: 'Ease',
    meaning:
      'the mean of the answers to ‘How easy was it?’, from 1, very difficult, to 7, very easy.',
  },
  lostness: {
    term: 'Lostness',
    meaning: '0 is the shortest way to the goal; above 0.5 people look lost.',
  },
  outcome: { term: 'Outcome', meaning: 'what a session came to, of all who are counted.' },
  ended_here: {
    term: 'Ended here',
    meaning: 'people whose last screen it was, of all who did not reach the goal.',
  },
  thought_done: {
    term: 'Thought done',
    meaning:
      'people who said that they did it and ended on this screen, of all who said so without reaching the goal.',
  },
  nothing_reacts: {
    term: 'Dead clicks',
    meaning:
      'people who pressed a place at least once and nothing happened, of all who saw the screen. In a task on a picture it is a place outside of the goal.',
  },
  came_back: {
    term: 'Came back',
    meaning: 'people who saw the screen again after they had left it, of all who saw it.',
  },
  people: { term: 'People', meaning: 'those of whom it is true, of all who took the test.' },
  question: {
    term: 'Answers',
    meaning:
      'shares are of those who answered the question, also of people who are left out of a task; a mean or a score is of all their answers, from five on.',
  },
};

/** Returns the kinds of a report's numbers, the cover's first. */
export function kindsOf({ cover, findings }: Pick<Report, 'cover' | 'findings'>): NumberKind[] {
  const parts = [cover, ...cover.tasks];
  const isMeasured = (of: 'timeToGoal' | 'ease') => parts.some((part) => part[of]?.value != null);
  const ofFindings = findings.flatMap(({ evidence }) =>
    evidence.flatMap((each) => (each.kind === 'number' ? [each.number.number] : [])),
  );
  return [
    ...new Set<NumberKind>([
      ...(parts.some(({ success }) => success !== null) ? ['success' as const] : []),
      ...(isMeasured('timeToGoal') ? ['time_to_goal' as const] : []),
      ...(isMeasured('ease') ? ['ease' as const] : []),
      ...(cover.questions.length > 0 ? ['question' as const] : []),
      ...ofFindings,
    ]),
  ];
}

/** 'Ease: the mean of …' */
export function definitionText(kind: NumberKind): string {
  const { term, meaning } = meanings[kind];
  return `${term}: ${meaning}`;
}

const FOOTNOTE_ID = 'footnote-';

interface FootnoteMarkProps {
  kind: NumberKind;
  /** All kinds of the report. */
  kinds: readonly NumberKind[];
}

/** The raised number that leads to the definition. */
export function FootnoteMark({ kind, kinds }: FootnoteMarkProps) {
  const number = kinds.indexOf(kind) + 1;
  if (number === 0) return null;
  return (
    <sup className="ml-0.5 text-xs">
      <a
        href={`#${FOOTNOTE_ID}${number}`}
        aria-label={`Definition ${number}`}
        title={definitionText(kind)}
        className="rounded-sm text-accent hover:underline print:text-text"
        onClick={(event) => {
          // The page's address holds its tab and filter, so the hash is not added.
          event.preventDefault();
          document.getElementById(`${FOOTNOTE_ID}${number}`)?.focus();
        }}
      >
        {number}
      </a>
    </sup>
  );
}

/** Meaning of the intervals for readers who have never seen one. */
export const INTERVALS =
  '95 % interval: where the value of everyone like these people most likely is. It holds the true value in about 95 of 100 such tests; fewer people make it wider.';

/** The measured rate (docs/metrics.md). */
const BY_RULE =
  'Found automatically: more people than chance explains. Even a flawless design shows such a problem in 1 of 17 tests.';

interface FootnotesProps {
  report: Report;
  /** `h2` where the cover has the page’s h1. */
  heading?: 'h2' | 'h3';
}

export function Footnotes({ report, heading: Heading = 'h3' }: FootnotesProps) {
  const kinds = kindsOf(report);
  const isRated = report.findings.some(({ severity }) => severity !== null);
  const isByRule = report.findings.some((finding) => finding.isByRule);
  if (kinds.length === 0) return null;
  return (
    <section
      aria-labelledby="definitions"
      className="text-muted text-sm print:mt-6 print:break-inside-avoid"
    >
      <Heading id="definitions" className="text-base text-text">
        What the words mean
      </Heading>
      <ol className="mt-2 grid list-decimal gap-1 pl-5">
        {kinds.map((kind, at) => (
          <li
            key={kind}
            id={`${FOOTNOTE_ID}${at + 1}`}
            tabIndex={-1}
            className="break-inside-avoid rounded-sm"
          >
            <b className="font-semibold">{meanings[kind].term}:</b> {meanings[kind].meaning}
          </li>
        ))}
      </ol>
      <p className="mt-2 break-inside-avoid">{INTERVALS}</p>
      {isRated && (
        <p className="mt-2 break-inside-avoid">
          Severity, rated by the authors:{' '}
          {severities
            .map(
              (each) =>
                `${each} ${severityWords[each].label.toLowerCase()}, ${severityWords[each].meaning}`,
            )
            .join('; ')}
          .
        </p>
      )}
      {isByRule && <p className="mt-2 break-inside-avoid">{BY_RULE}</p>}
    </section>
  );
}

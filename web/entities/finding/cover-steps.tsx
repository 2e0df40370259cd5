// Tasks, questions and outcomes on the cover of a report: a line for each of several tasks with its numbers and a bar of
// its outcomes, and a line for each question.
import type { ReactNode } from 'react';
import type { Report, ReportCover } from '#contract/findings.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import type { Outcome } from '#contract/outcomes.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import { stepName } from '#insight/step-name.ts';
import { leftOutText } from '#web/entities/results/base-words.ts';
import { countText } from '#web/entities/results/number-words.ts';
import { OutcomeSwatch } from '#web/entities/results/outcome-badge.tsx';
import { Name } from '#web/ui/name.tsx';
import { countedOutcomes, coverNumber, easeText, taskResultText, timeText } from './cover-text.ts';
import { FootnoteMark, kindsOf } from './footnotes.tsx';
import { unbroken } from './number-text.ts';

/** People of a cover: with an outcome, or all who succeeded; of one of several tasks. */
export interface CoverPeople {
  outcome?: Outcome;
  step?: number;
}

/** Returns what plays people of the cover. */
export type PlayCover = (people: CoverPeople) => ReactNode;

interface SectionProps {
  report: Report;
  heading: 'h2' | 'h3';
}

/** A line for each of several tasks. */
export function CoverTasks({
  report,
  heading: Heading,
  play,
}: SectionProps & { play: PlayCover | undefined }) {
  const { tasks, people } = report.cover;
  if (tasks.length === 0) return null;
  const kinds = kindsOf(report);
  const met = new Set(
    tasks.flatMap((task) => countedOutcomes(task).counted.map(({ outcome }) => outcome)),
  );
  return (
    <section aria-labelledby="all-tasks" className="report-tasks mt-5">
      <Heading className="text-lg">
        <span id="all-tasks">All tasks</span>
        <FootnoteMark kind="success" kinds={kinds} />{' '}
        <span className="font-normal text-muted text-sm tabular-nums">{peopleCount(people)}</span>
      </Heading>
      <ol className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-3.5 tabular-nums print:block">
        {tasks.map((task, at) => (
          <li
            key={task.step}
            className="grid grid-cols-[minmax(0,1fr)] break-inside-avoid gap-1 print:mt-3"
          >
            <div className="flex flex-wrap items-baseline gap-x-6">
              <span className="min-w-0 grow basis-60 truncate print:whitespace-normal">
                <b className="font-semibold">{stepName(tasks, at)}</b>{' '}
                <span className="text-muted">
                  <Name>{task.task}</Name>
                </span>
              </span>
              <span>{unbroken(taskResultText(task))}</span>
            </div>
            <OutcomeBar of={task} className="h-2.5" />
            <OutcomeCounts task={task} play={play} />
            <p className="flex flex-wrap gap-x-4 text-muted text-sm empty:hidden">
              <Measure text={timeText(task)} kind="time_to_goal" kinds={kinds} />
              <Measure text={easeText(task)} kind="ease" kinds={kinds} />
              <span className="empty:hidden">{leftOutText(task.outcomes)}</span>
            </p>
          </li>
        ))}
      </ol>
      {tasks.some(({ variant }) => variant !== undefined) && (
        <p className="mt-3 text-muted text-sm">
          Each person was given one version of a task: the one that the fewest people had.
        </p>
      )}
      <ul
        aria-label="Outcomes in words"
        className="report-outcomes mt-4 grid gap-x-6 gap-y-1 text-muted text-sm sm:grid-cols-2 print:grid-cols-2"
      >
        {[...met].map((outcome) => (
          <li key={outcome} className="flex gap-2">
            <OutcomeSwatch outcome={outcome} className="mt-1 size-3" />
            <span>
              <b className="font-semibold">{outcomeWords[outcome].label}:</b>{' '}
              {outcomeWords[outcome].meaning}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** '21 direct', '5 gave up', each with its colour and its people. */
function OutcomeCounts({
  task,
  play,
}: {
  task: ReportCover['tasks'][number];
  play: PlayCover | undefined;
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm empty:hidden">
      {countedOutcomes(task).counted.map(({ outcome, people }) => (
        <span key={outcome} className="inline-flex items-center gap-1.5">
          <OutcomeSwatch outcome={outcome} className="size-3" />
          {wholeText(people)} {outcomeWords[outcome].label.toLowerCase()}
          {play?.({ outcome, step: task.step })}
        </span>
      ))}
    </p>
  );
}

/** Outcomes that are part of n. The counts beside it are its text. */
export function OutcomeBar({
  of,
  className,
}: {
  of: Pick<ReportCover, 'outcomes'>;
  className: string;
}) {
  const { counted, n } = countedOutcomes(of);
  return (
    <div aria-hidden className={`flex gap-0.5 empty:hidden ${className}`}>
      {counted.map(({ outcome, people }) => (
        <span
          key={outcome}
          data-outcome={outcome}
          title={`${outcomeWords[outcome].label}: ${countText({ k: people, n })}`}
          style={{ flexGrow: people }}
          className="outcome-fill min-w-2 basis-0 rounded-sm"
        />
      ))}
    </div>
  );
}

interface MeasureProps {
  text: string | null;
  kind: 'time_to_goal' | 'ease';
  kinds: ReturnType<typeof kindsOf>;
}

export function Measure({ text, kind, kinds }: MeasureProps) {
  if (text === null) return null;
  return (
    <span>
      {unbroken(text)}
      <FootnoteMark kind={kind} kinds={kinds} />
    </span>
  );
}

/** A line for each question and set, with its one number. */
export function CoverQuestions({ report, heading: Heading }: SectionProps) {
  const { questions } = report.cover;
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="all-questions" className="mt-5">
      <Heading className="text-lg">
        <span id="all-questions">All questions</span>
        <FootnoteMark kind="question" kinds={kindsOf(report)} />
      </Heading>
      <ol className="mt-1 grid gap-1.5 tabular-nums print:block">
        {questions.map((result) => {
          const { value, note } = coverNumber(result);
          return (
            <li
              key={result.question.number}
              className="grid break-inside-avoid gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto] print:mt-1.5 print:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="[overflow-wrap:anywhere]">
                <Name>{panelTitle(result.question)}</Name>
              </span>
              <span className="sm:text-end">
                <b className="font-semibold">
                  <Name>{value}</Name>
                </b>
                {note !== null && (
                  <span className="block text-muted text-sm">{unbroken(note)}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

// The overview of a test with several steps: a line for each task and question, whose numbers open their people.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MomentsQuery } from '#contract/moments.ts';
import { outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { TaskResult } from '#contract/results.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, secondsText, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import { stepName } from '#insight/step-name.ts';
import { DELETED_QUESTION, DELETED_TASK } from '#web/entities/results/deleted-steps.ts';
import { selectsPeople } from '#web/entities/results/filter.ts';
import {
  averageNames,
  countText,
  secondsInterval,
  shareInterval,
  shareText,
  singleTimesText,
} from '#web/entities/results/number-words.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { questionNumber } from '#web/entities/results/question-words.ts';
import { NumberButton } from '#web/entities/results/result-table.tsx';
import { overviewQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useTask } from '#web/entities/results/use-task.ts';
import { listText } from '#web/lib/list-text.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Comparison } from './comparison.tsx';
import { Funnel } from './funnel.tsx';

export function TaskOverview({ test }: { test: TestOverview }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StepTable test={test} />
      <Comparison test={test} />
    </div>
  );
}

function StepTable({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const overview = useQuery(overviewQuery(test._id, filter));
  if (overview.isPending) {
    return (
      <div role="status" aria-label="Loading the results">
        <Skeleton className="h-64 rounded-lg" />
      </div>
    );
  }
  if (overview.data === undefined) {
    return (
      <ErrorView title="The results could not be loaded" onRetry={() => void overview.refetch()}>
        The recordings are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const { tasks, questions, funnel } = overview.data;
  const steps = test.steps.map(({ number }) => number);
  /** Steps that are no longer in the test come after the others. */
  const placeOf = (step: number) => (steps.includes(step) ? steps.indexOf(step) : steps.length);
  const nameOf = (step: number, otherwise: string) => {
    const at = steps.indexOf(step);
    return at === -1 ? otherwise : stepName(test.steps, at);
  };
  const lines = [
    ...tasks.map((task) => ({
      step: task.step,
      line: (
        <TaskLine key={task.step} test={test} task={task} title={nameOf(task.step, DELETED_TASK)} />
      ),
    })),
    ...questions.map((result) => ({
      step: result.question.number,
      line: (
        <QuestionLine
          key={result.question.number}
          test={test}
          result={result}
          title={nameOf(result.question.number, DELETED_QUESTION)}
        />
      ),
    })),
  ].toSorted((a, b) => placeOf(a.step) - placeOf(b.step));
  if (tasks.length === 0) {
    return (
      <EmptyState illustration={<NothingFoundIllustration />} title="No such revision">
        Choose another revision to see its tasks.
      </EmptyState>
    );
  }
  return (
    <section
      aria-labelledby="overview"
      aria-busy={overview.isPlaceholderData}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <h2 id="overview" className="sr-only">
        Overview
      </h2>
      {/* Opened links and obstacles are of no person whom a filter could select. */}
      {!selectsPeople(filter) && <Funnel funnel={funnel} />}
      {/* The table scrolls beside its first column, which has the texts. */}
      <div className="overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b text-muted">
              <th
                scope="col"
                className={`${firstColumn} px-4 py-2.5 text-start font-medium max-sm:px-3`}
              >
                {questions.length > 0 ? 'Step' : 'Task'}
              </th>
              {['Shown to', 'Success', 'Time to goal', 'Ease (1–7)'].map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="px-4 py-2.5 text-start font-medium max-sm:px-3"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">{lines.map(({ line }) => line)}</tbody>
        </table>
      </div>
      <Order test={test} />
    </section>
  );
}

/** Names the steps that each participant had in an order of their own. */
function Order({ test }: { test: TestOverview }) {
  const names = test.steps.flatMap(({ shuffled }, at) =>
    shuffled ? stepName(test.steps, at) : [],
  );
  if (names.length === 0) return null;
  return (
    <p className="mt-3 text-muted text-sm">
      In shuffled order: {listText.format(names)}. Participants have them in different orders, each
      equally often; <em>Turn</em> in the filter selects a place in the order.
    </p>
  );
}

/** Stays while the others scroll below it. */
const firstColumn = 'sticky left-0 z-1 bg-surface max-lg:border-line max-lg:border-e';

/** Outcomes of people who came as far as a task. */
const arrived = outcome.options.filter((each) => each !== 'excluded' && each !== 'running');

interface QuestionLineProps {
  test: TestOverview;
  result: QuestionResult;
  title: string;
}

/** A question's people and its one number, over the columns of tasks. */
function QuestionLine({ test, result, title }: QuestionLineProps) {
  const { searchOf } = useTask(test);
  const { question, visitors, answered } = result;
  const { number: step } = question;
  const { value, note } = questionNumber(result);
  return (
    <tr>
      <StepHeading to={searchOf(step)} title={title} text={panelTitle(question)} />
      <Cell
        people={visitors}
        query={{ of: 'answered', step, answer: [`${step}:answered`, `${step}:skipped`] }}
        value={peopleCount(visitors)}
      />
      <Cell
        columns={3}
        people={answered}
        query={{ of: 'answered', step, answer: [`${step}:answered`] }}
        value={value}
        note={note}
      />
    </tr>
  );
}

interface StepHeadingProps {
  to: string;
  title: string;
  text: string;
}

function StepHeading({ to, title, text }: StepHeadingProps) {
  return (
    <th
      scope="row"
      className={`${firstColumn} w-2/5 min-w-56 px-4 py-3 text-start align-top font-normal max-sm:min-w-36 max-sm:max-w-40 max-sm:px-3`}
    >
      <Link to={to} preventScrollReset className="group block rounded-sm">
        <span className="block font-semibold group-hover:underline">{title}</span>
        <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
          <Name>{text}</Name>
        </span>
      </Link>
    </th>
  );
}

interface TaskLineProps {
  test: TestOverview;
  task: TaskResult;
  title: string;
}

function TaskLine({ test, task, title }: TaskLineProps) {
  const { searchOf } = useTask(test);
  const { filter } = useResultFilter();
  const within = (outcomes: readonly (typeof arrived)[number][]) =>
    outcomes.filter((each) => filter.outcome?.includes(each) ?? true);
  const { step, arrivals, success, timeToGoal, ease } = task;
  return (
    <tr>
      <StepHeading to={searchOf(step)} title={title} text={task.task} />
      <Cell
        people={arrivals}
        query={{ of: 'people', step, outcome: within(arrived) }}
        value={peopleCount(arrivals)}
      />
      <Cell
        people={success?.k ?? 0}
        query={{ of: 'people', step, outcome: within(SUCCESS_OUTCOMES) }}
        value={successText(task)}
        note={success && success.n > 0 && shareNote(success)}
      />
      <Cell
        people={timeToGoal?.n ?? 0}
        query={{ of: 'goal', step }}
        value={timeText(timeToGoal)}
        note={timeToGoal && timeNote(timeToGoal)}
      />
      <Cell
        people={ease.n}
        query={{ of: 'answered', step, answer: ['hard', 'middling', 'easy'] }}
        value={easeText(task)}
        note={easeNote(ease)}
      />
    </tr>
  );
}

interface CellProps {
  /** Number of columns that it takes, 1 by default. */
  columns?: number;
  people: number;
  query: Omit<MomentsQuery, 'cursor' | 'limit'>;
  value: string;
  note?: ReactNode;
}

/** A number with what surrounds it; it opens its people, if there are any. */
function Cell({ columns, people, query, value, note }: CellProps) {
  const openMoments = useOpenMoments();
  return (
    <td
      colSpan={columns}
      className="min-w-32 px-4 [&_button]:text-start py-3 align-top max-sm:px-3"
    >
      <span className="block font-semibold">
        {people > 0 ? (
          <NumberButton onClick={() => openMoments({ query })}>{value}</NumberButton>
        ) : (
          <span className="font-normal text-muted">{value}</span>
        )}
      </span>
      {note && <span className="block text-muted text-xs">{note}</span>}
    </td>
  );
}

/** A filter by outcome has no success rate. */
function successText({ success, timeToGoal }: TaskResult): string {
  if (success === null) return timeToGoal === null ? 'No goal' : '–';
  if (success.n === 0) return 'No one yet';
  return shareText(success) ?? countText(success);
}

/** '3 of 5, 95 % interval 23–88 %' */
function shareNote(success: NonNullable<TaskResult['success']>): string | null {
  const interval = shareInterval(success);
  return interval && `${countText(success)}, 95 % interval ${interval}`;
}

function timeText(time: TaskResult['timeToGoal']): string {
  if (time === null || time.n === 0) return '–';
  if (time.values !== null) return time.values.map(secondsText).join(', ');
  return time.value === null ? '–' : secondsText(time.value);
}

function timeNote(time: NonNullable<TaskResult['timeToGoal']>): string | null {
  if (time.n === 0 || singleTimesText(time.n, time.values) !== null) return null;
  const interval = secondsInterval(time);
  return `${averageNames[time.kind]}${interval ? `, 95 % interval ${interval}` : ''}`;
}

function easeText({ ease, asks }: TaskResult): string {
  if (ease.n === 0) return asks.includes('ease') ? 'No answers' : 'Not asked';
  if (ease.n < SHARE_FROM || ease.value === null) return `${wholeText(ease.n)} answered`;
  return ease.value.toFixed(1);
}

function easeNote({ n, low, high }: TaskResult['ease']): string | null {
  if (n < SHARE_FROM || low === null || high === null) return null;
  return `${wholeText(n)} answered, 95 % interval ${low.toFixed(1)}–${high.toFixed(1)}`;
}

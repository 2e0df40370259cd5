// Results of all sessions of the filter, in the order of a stakeholder's questions: how many, where, how long, how
// easy.
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import { isTask } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { stepInSentence } from '#insight/step-name.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { useChosenQuestion } from '#web/entities/results/deleted-steps.ts';
import { filterQuery, selectsPeople } from '#web/entities/results/filter.ts';
import { filterText, peopleText } from '#web/entities/results/filter-options.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { NumberButton } from '#web/entities/results/result-table.tsx';
import { choicesQuery, summaryQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { pages } from '#web/lib/pages.ts';
import { copyRefused } from '#web/lib/toasts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { Comments, EaseCard } from './answers-card.tsx';
import { Comparison } from './comparison.tsx';
import { FailureEnds } from './failure-ends.tsx';
import { Findings } from './findings.tsx';
import { Funnel } from './funnel.tsx';
import { copiedText, headlineOf } from './headline.ts';
import { OutcomeBar } from './outcome-bar.tsx';
import { QuestionResults } from './question-results.tsx';
import { TimeOnTask } from './time-on-task.tsx';
import { TimeToGoal } from './time-to-goal.tsx';

export function Results({ test }: { test: TestOverview }) {
  const { question, isPending } = useChosenQuestion(test);
  if (isPending) return <LoadingResults />;
  return (
    <>
      {question ? (
        <QuestionResults key={question.number} testId={test._id} question={question} />
      ) : (
        <TaskResults test={test} />
      )}
      <Comparison test={test} />
    </>
  );
}

function TaskResults({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const summary = useQuery(summaryQuery(test._id, filter));
  const choices = useQuery(choicesQuery(test._id, filter));
  if (summary.isPending) return <LoadingResults />;
  if (summary.data === undefined) {
    return (
      <ErrorView title="The results could not be loaded" onRetry={() => void summary.refetch()}>
        The recordings are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  if (filter.step !== undefined && summary.data.total === 0 && summary.data.outside.length === 0) {
    return (
      <EmptyState illustration={<WaitingIllustration />} title="No one has done this task yet">
        Results appear here as soon as a participant comes to it.
      </EmptyState>
    );
  }
  const view = JSON.stringify(filterQuery(filter));
  const { findings, mayBeChance, ends, people, timeToGoal } = summary.data;
  return (
    // The previous filter's results stay until the new answer arrives.
    <div aria-busy={summary.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Overview test={test} summary={summary.data} choices={choices.data ?? null} />
      {ends !== null && people > 0 && (
        <div className="@container">
          <div
            className={classNames(
              'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
              ends.failures > 0 && '@min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
            )}
          >
            <Findings testId={test._id} {...{ findings, mayBeChance, view }} />
            <FailureEnds ends={ends} />
          </div>
        </div>
      )}
      {timeToGoal && <TimeToGoal testId={test._id} times={timeToGoal} />}
      <TimeOnTask testId={test._id} {...summary.data} />
      <div className="grid gap-4 lg:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))] print:grid-cols-1">
        {hasAnswers(summary.data) && <EaseCard testId={test._id} {...summary.data} />}
        <Comments {...summary.data} view={view} />
      </div>
    </div>
  );
}

/** Answers also count outside of the base, so a test without it may have some. */
function hasAnswers({ people, outside }: ResultSummary): boolean {
  return people > 0 || outside.length > 0;
}

interface OverviewProps {
  test: TestOverview;
  summary: ResultSummary;
  /** The choices, or null until they are loaded. */
  choices: ResultChoices | null;
}

function Overview({ test, summary, choices }: OverviewProps) {
  const { filter } = useResultFilter();
  const openMoments = useOpenMoments();
  const goalNames = (choices?.screens ?? []).filter(({ isGoal }) => isGoal).map(({ name }) => name);
  const headline = headlineOf(summary, goalNames);
  const filtered = filterText(filter, choices);
  const copied = copiedText(headline, {
    testName: taskName(test, filter.step),
    revision: summary.revision,
    filter: filtered && `${filtered}; ${peopleText(summary, true)}`,
  });
  return (
    <Card aria-labelledby="results" className="break-inside-avoid">
      {/* Opened links and obstacles are of no person whom a filter could select. */}
      {!selectsPeople(filter) && <Funnel funnel={summary.funnel} />}
      <Toolbar label="Result" className="mt-3 flex items-start justify-between gap-3">
        <h2 id="results" className="text-2xl sm:text-3xl">
          <HeadlineCount headline={headline} />
          {headline.goalNames.map((name, at) => (
            <span key={name} className="font-bold">
              {at > 0 && <span className="font-semibold"> or</span>} <Name>{name}</Name>
            </span>
          ))}
          .
        </h2>
        <span className="flex print:hidden">
          {summary.success && summary.success.n > 0 && (
            <AddToReport
              testId={test._id}
              look="icon"
              what={[headline.before, headline.goalNames.join(' or ')].join(' ').trim()}
              evidence={numberEvidence({
                number: 'success',
                filter,
              })}
            />
          )}
          <CopyButton
            text={copied}
            label="Copy with its definition"
            look="icon"
            onFailure={copyRefused}
          />
        </span>
      </Toolbar>
      <Toolbar label="People by outcome">
        <p className="mt-1 text-muted tabular-nums">
          {headline.share} {headline.withoutGoal && `${headline.withoutGoal}. `}
          {headline.outside.length > 0 && 'Left out: '}
          {headline.outside.map(({ outcome, text }, at) => (
            <Fragment key={outcome}>
              {/* A line must not begin with the comma. */}
              <span className="whitespace-nowrap">
                <NumberButton
                  onClick={() => openMoments({ query: { of: 'people', outcome: [outcome] } })}
                >
                  {text}
                </NumberButton>
                {at === headline.outside.length - 1 ? '.' : ','}
              </span>{' '}
            </Fragment>
          ))}
        </p>
        <GoalSet goalSet={summary.goalSet} />
        {summary.goal === null && <GoalHint test={test} />}
        <OutcomeBar outcomes={summary.outcomes} />
      </Toolbar>
    </Card>
  );
}

/** The test's name, and the task of several. */
function taskName({ name, steps }: TestOverview, step: number | undefined): string {
  const at = steps.findIndex(({ number }) => number === step);
  return steps.filter(isTask).length > 1 && at >= 0
    ? `${name}, ${stepInSentence(steps, at)}`
    : name;
}

/** The sentence until the goal's name; its number opens the people who reached the goal, or everyone. */
function HeadlineCount({ headline }: { headline: ReturnType<typeof headlineOf> }) {
  const openMoments = useOpenMoments();
  const { before, count, countedOutcomes } = headline;
  if (count === null) return before;
  const open = () =>
    openMoments({
      query: { of: 'people', ...(countedOutcomes && { outcome: [...countedOutcomes] }) },
      ...(countedOutcomes && { number: 'outcome' as const }),
    });
  return (
    <>
      <NumberButton onClick={open}>{count}</NumberButton>
      {before.slice(count.length)}
    </>
  );
}

/** Notice that a goal was set afterwards. */
function GoalSet({ goalSet }: Pick<ResultSummary, 'goalSet'>) {
  if (goalSet === null || goalSet.afterSessions === 0) return null;
  const sessions = goalSet.afterSessions === 1 ? '1 session' : `${goalSet.afterSessions} sessions`;
  return (
    <p className="mt-1 text-muted text-sm tabular-nums">
      The goal was set on {formatDate(goalSet.at)}, after {sessions}; all outcomes follow it.
    </p>
  );
}

/** A test without a goal has no success rate. A task that was deleted from the test can get no goal any more. */
export function GoalHint({ test }: { test: TestOverview }) {
  const { step } = useResultFilter().filter;
  const isDeleted = step !== undefined && test.steps.every(({ number }) => number !== step);
  if (!useMayChange() || isDeleted) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent-soft px-4 py-3 text-sm print:hidden">
      <p>
        <b className="font-semibold">Set a goal</b> to see who made it, how long it took, and where
        it went wrong. It also applies to sessions that are already recorded.
      </p>
      <LinkButton to={pages.editTest.href(test._id)} variant="secondary" size="sm">
        Set a goal
      </LinkButton>
    </div>
  );
}

function LoadingResults() {
  return (
    <div role="status" aria-label="Loading the results" className="grid gap-4">
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}

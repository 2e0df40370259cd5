// Result of a test, and compact cards with its task and share link.

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTask } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestRevision } from '#contract/tests.ts';
import { stepName } from '#insight/step-name.ts';
import { deadClickCountText } from '#web/entities/recording/click-count.ts';
import { runningText } from '#web/entities/recording/running.tsx';
import { selectsPeople } from '#web/entities/results/filter.ts';
import { ResultsFrame } from '#web/entities/results/results-frame.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useTask } from '#web/entities/results/use-task.ts';
import { revisionsQuery } from '#web/entities/test/test.query.ts';
import { formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { copyRefused } from '#web/lib/toasts.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { FirstOpenings } from './funnel.tsx';
import { GoalText } from './goal-text.tsx';
import { PanelStepText, StepCondition } from './panel-step.tsx';
import { GoalHint, Results } from './results.tsx';
import { TaskOverview } from './task-overview.tsx';
import { Corrections, PrototypeLink, TestTask } from './test-task.tsx';

export function SummaryTab({ test }: { test: TestOverview }) {
  const { tasks, parts, chosen } = useTask(test);
  const step = parts.length > 1 ? test.steps.find(({ number }) => number === chosen) : undefined;
  if (test.count_of_recordings === 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {tasks.length === 1 && <TestGoal test={test} />}
        <ShareLink test={test} />
        <FirstOpenings test={test} />
        <FirstPage test={test} />
        <TestFigures test={test} />
        <TestTask test={test} steps={test.steps} />
        <Revisions test={test} />
      </div>
    );
  }
  const about = (
    <>
      <ShareLink test={test} />
      <TestFigures test={test} />
      <TestTask test={test} steps={step ? [step] : test.steps} />
      <Revisions test={test} />
    </>
  );
  return (
    <ResultsFrame
      test={test}
      saysBase
      overview={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <TaskOverview test={test} />
          {about}
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Results test={test} />
        {about}
      </div>
    </ResultsFrame>
  );
}

/** Shown before the first session: what counts as success, or the hint to set it. */
function TestGoal({ test }: { test: TestOverview }) {
  const step = test.steps.find(isTask);
  if (!step) return null;
  return (
    <Card aria-labelledby="goal">
      <h2 id="goal" className="text-lg">
        Goal
      </h2>
      {step.goal === null ? (
        <>
          <p className="text-muted text-sm">This test has no goal yet.</p>
          <GoalHint test={test} />
        </>
      ) : (
        <p className="mt-1">
          <GoalText test={test} step={step} />
        </p>
      )}
    </Card>
  );
}

/** Shown before the first session: the participants' first page. */
function FirstPage({ test }: { test: TestOverview }) {
  const tasks = test.steps.filter(isTask).length;
  return (
    <Card aria-labelledby="no-results">
      <h2 id="no-results" className="text-lg">
        No sessions yet
      </h2>
      <p className="text-muted text-sm">
        Results appear here while people take the test. Participants see this first:
      </p>
      <figure
        aria-label="What a participant sees first"
        className="mt-4 grid max-w-xl gap-2 rounded-lg border border-line bg-canvas p-5"
      >
        <p className="font-semibold text-lg">
          <Name>{test.name}</Name>
        </p>
        <p className="text-muted text-sm">{tasks > 1 ? `Task 1 of ${tasks}` : 'Task'}</p>
        <p dir="auto" className="line-clamp-6 whitespace-pre-line text-start">
          {test.task}
        </p>
        <div aria-hidden className="mt-2 flex gap-2">
          <span className="flex h-control grow items-center rounded-md border border-line-strong bg-surface px-3 text-muted">
            Name
          </span>
          <span className="flex h-control items-center rounded-md bg-ink px-4 font-medium text-on-ink text-sm">
            Continue
          </span>
        </div>
      </figure>
    </Card>
  );
}

/** The participants' link, with a copy button. */
function ShareLink({ test }: { test: TestOverview }) {
  return (
    <Card
      aria-labelledby="share-link"
      className="grid items-center gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <div>
        <h2 id="share-link" className="text-lg">
          Invite participants
        </h2>
        <p className="text-muted text-sm">
          {test.closed
            ? 'This test is closed. People who open the link can’t start it.'
            : 'Anyone with the link can take the test. No account needed.'}
        </p>
      </div>
      <div className="flex min-w-0 gap-2">
        <span className="flex h-control min-w-0 grow items-center justify-between rounded-md border border-line bg-sunken pl-3">
          <span title={test.link} className="select-all truncate text-sm">
            {test.link}
          </span>
          <CopyButton
            text={test.link}
            label="Copy share link"
            look="icon"
            onFailure={copyRefused}
          />
        </span>
        <a
          href={test.link}
          target="_blank"
          rel="noreferrer"
          className={`${buttonStyle('secondary')} print:hidden`}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open
          <span className="sr-only"> the test in a new tab</span>
        </a>
      </div>
    </Card>
  );
}

/** Key figures of a test in one strip. */
function TestFigures({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const { totals } = test;
  // They are of all recordings.
  if (selectsPeople(filter)) return null;
  const running = runningText(test.running);
  return (
    <section aria-label="Figures" className="rounded-lg border border-line bg-surface">
      <dl className="grid grid-cols-2 md:grid-cols-5">
        <Figure term="Recordings" note={noteOf(test)}>
          {test.count_of_recordings}
        </Figure>
        <Figure
          term="Clicks"
          note={totals && totals.misclicks > 0 ? deadClickCountText(totals.misclicks) : undefined}
        >
          {totals?.clicks ?? '–'}
        </Figure>
        <Figure term="Recorded time">
          {totals?.averageMs == null ? '–' : formatDuration(totals.durationMs)}
        </Figure>
        <Figure term="Average length">
          {totals?.averageMs == null ? '–' : formatDuration(totals.averageMs)}
        </Figure>
        <Figure
          term="Recording now"
          className={running === '' ? 'max-md:hidden' : 'max-md:col-span-2'}
        >
          {running === '' ? <span className="text-muted">None</span> : running}
        </Figure>
      </dl>
    </section>
  );
}

/** Number of withdrawn recordings; no other data about them is stored. */
function noteOf({ revision, withdrawn }: TestOverview): string | undefined {
  const notes = [
    ...(revision.number > 1 ? ['All revisions'] : []),
    ...(withdrawn > 0 ? [`${withdrawn.toLocaleString('en')} withdrawn`] : []),
  ];
  return notes.length > 0 ? notes.join(' · ') : undefined;
}

interface FigureProps {
  term: string;
  children: ReactNode;
  note?: string | undefined;
  className?: string;
}

function Figure({ term, children, note, className }: FigureProps) {
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col border-line px-5 py-4 max-md:nth-[n+3]:border-t max-md:even:border-l md:not-first:border-l',
        className,
      )}
    >
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="font-semibold text-xl tabular-nums">{children}</dd>
      {note && <dd className="text-muted text-sm tabular-nums">{note}</dd>}
    </div>
  );
}

// Earlier revisions of the test, newest first, with the original texts of corrected ones.

/** Renders nothing if there is only one revision, because the newest is above. */
function Revisions({ test }: { test: TestOverview }) {
  const query = useQuery(revisionsQuery(test._id));
  if (query.isPending) {
    return test.revision.number > 1 ? <Skeleton className="h-40 rounded-lg" /> : null;
  }
  if (query.data === undefined) {
    return (
      <ErrorView title="The revisions could not be loaded" onRetry={() => void query.refetch()} />
    );
  }
  const earlier = query.data.revisions.filter(({ _id }) => _id !== test.revision._id);
  if (earlier.length === 0) return null;
  return (
    <Card aria-labelledby="revisions">
      <h2 id="revisions" className="text-lg">
        Earlier revisions
      </h2>
      <p className="text-muted text-sm">
        A recording shows the task and prototype of its own revision.
      </p>
      <ol className="mt-4 grid gap-4">
        {earlier.map((revision) => (
          <Revision key={revision._id} revision={revision} test={test} />
        ))}
      </ol>
    </Card>
  );
}

function Revision({ revision, test }: { revision: TestRevision; test: TestOverview }) {
  const { number, createdAt, sessions } = revision;
  const { steps } = revision;
  const tasksNow = test.steps.filter(isTask);
  const linkNow = (step: number) => tasksNow.find((one) => one.number === step)?.figmaUrl;
  return (
    <li className="grid gap-x-8 gap-y-1 border-line border-t pt-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline gap-x-3 lg:flex-col">
        <span className="font-semibold">Revision {number}</span>
        <time dateTime={createdAt} className="text-muted text-sm">
          {formatDateTime(createdAt)}
        </time>
        <span className="text-muted text-sm tabular-nums">
          {sessions === 1 ? '1 session' : `${sessions} sessions`}
        </span>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        {steps.map((step, at) => (
          <div key={step.number} className="grid min-w-0 content-start gap-1">
            {steps.length > 1 && <p className="text-muted text-sm">{stepName(steps, at)}</p>}
            {isTask(step) ? (
              <p
                dir="auto"
                className="max-w-prose whitespace-pre-line text-start [overflow-wrap:anywhere]"
              >
                {step.task}
              </p>
            ) : (
              <PanelStepText step={step} />
            )}
            <StepCondition steps={steps} at={at} />
            {isTask(step) && linkNow(step.number) !== step.figmaUrl && (
              <div className="min-w-0 text-sm">
                <PrototypeLink href={step.figmaUrl} />
              </div>
            )}
            <Corrections of={revision} step={step.number} />
          </div>
        ))}
      </div>
    </li>
  );
}

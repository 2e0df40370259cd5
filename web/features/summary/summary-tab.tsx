// What a test came to, and in compact cards what it asks and how to share it.
import { ExternalLink } from 'lucide-react';
import type { TestOverview } from '#contract/test-summary.ts';
import { ResultsFrame } from '#web/entities/results/results-frame.tsx';
import { copyRefused } from '#web/lib/toasts.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { GoalHint, Results } from './results.tsx';
import { Revisions } from './revisions.tsx';
import { TestFigures } from './test-figures.tsx';
import { TestTask } from './test-task.tsx';

export function SummaryTab({ test }: { test: TestOverview }) {
  if (test.count_of_recordings === 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ShareLink test={test} />
        <NoResults test={test} />
        <TestFigures test={test} />
        <TestTask test={test} />
        <Revisions test={test} />
      </div>
    );
  }
  return (
    <ResultsFrame test={test}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Results test={test} />
        <ShareLink test={test} />
        <TestFigures test={test} />
        <TestTask test={test} />
        <Revisions test={test} />
      </div>
    </ResultsFrame>
  );
}

/** In the place of results before the first session: what participants see first, and a hint to set a goal. */
function NoResults({ test }: { test: TestOverview }) {
  return (
    <Card aria-labelledby="no-results">
      <h2 id="no-results" className="text-lg">
        No sessions yet
      </h2>
      <p className="text-muted text-sm">
        The results appear here while people take the test. They see this first:
      </p>
      <figure
        aria-label="What a participant sees first"
        className="mt-4 grid max-w-xl gap-2 rounded-lg border border-line bg-canvas p-5"
      >
        <p className="font-semibold text-lg">
          <Name>{test.name}</Name>
        </p>
        <p className="text-muted text-sm">Task</p>
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
      {test.goal === null && <GoalHint test={test} />}
    </Card>
  );
}

/** The link that participants open, ready to be copied. */
function ShareLink({ test }: { test: TestOverview }) {
  return (
    <Card
      aria-labelledby="share-link"
      className="grid items-center gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <div>
        <h2 id="share-link" className="text-lg">
          Share link
        </h2>
        <p className="text-muted text-sm">
          {test.closed
            ? 'This test is closed. People who open the link read so and cannot start.'
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

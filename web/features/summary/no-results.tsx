// In the place of results before the first session: what participants see first, and a hint to set a goal.
import type { TestOverview } from '#contract/test-summary.ts';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { GoalHint } from './results.tsx';

export function NoResults({ test }: { test: TestOverview }) {
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

// What has come in of a test, in one strip of figures.
import type { ReactNode } from 'react';
import type { TestOverview } from '#contract/test-summary.ts';
import { runningText } from '#web/entities/recording/running.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { classNames } from '#web/ui/class-names.ts';

export function TestFigures({ test }: { test: TestOverview }) {
  const { totals } = test;
  const running = runningText(test.running);
  return (
    <section aria-label="Figures" className="rounded-lg border border-line bg-surface">
      <dl className="grid grid-cols-2 md:grid-cols-5">
        <Figure term="Recordings" note={noteOf(test)}>
          {test.count_of_recordings}
        </Figure>
        <Figure
          term="Clicks"
          note={totals && totals.misclicks > 0 ? `${totals.misclicks} missed` : undefined}
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

/** Of withdrawn recordings nothing but their number is kept. */
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

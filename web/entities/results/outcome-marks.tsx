// A small mark for each task of a session: its outcome by colour and pattern, in words for screen readers and on hover.
import { outcomeWords } from '#contract/outcome-words.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { RecordingRow } from '#contract/recordings.ts';
import { classNames } from '#web/ui/class-names.ts';
import { OutcomeSwatch } from './outcome-badge.tsx';

/** The outcome of each task in their order, null for one that was not shown; empty for a session of one task. */
export type TaskOutcomes = (Outcome | null)[];

export function taskOutcomes({ tasks, runs }: Pick<RecordingRow, 'tasks' | 'runs'>): TaskOutcomes {
  if (tasks === 1 || runs.length === 0) return [];
  return Array.from(
    { length: tasks },
    (_, at) => runs.find(({ position }) => position === at + 1)?.outcome ?? null,
  );
}

interface OutcomeMarksProps {
  outcomes: TaskOutcomes;
  className?: string;
}

/** Renders nothing without outcomes. */
export function OutcomeMarks({ outcomes, className }: OutcomeMarksProps) {
  if (outcomes.length === 0) return null;
  const words = outcomes.map(
    (outcome, at) =>
      `Task ${at + 1} ${outcome === null ? 'not shown' : outcomeWords[outcome].label.toLowerCase()}`,
  );
  return (
    <span
      role="img"
      aria-label={words.join(', ')}
      title={words.join('\n')}
      className={classNames('relative flex w-fit flex-wrap gap-1', className)}
    >
      {outcomes.map((outcome, at) =>
        outcome === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: tasks have no other order.
          <span key={at} className="size-2.5 scale-50 rounded-full bg-line-strong" />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tasks have no other order.
          <OutcomeSwatch key={at} outcome={outcome} className="size-2.5" />
        ),
      )}
    </span>
  );
}

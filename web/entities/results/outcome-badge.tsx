// The outcomes in words, and the badge with their colour and pattern. The word alone is enough.
import '#web/styles/outcomes.css';
import type { Outcome } from '#contract/outcomes.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return (
    <Badge>
      <OutcomeSwatch outcome={outcome} />
      <span className="text-text">{outcomeWords[outcome].label}</span>
    </Badge>
  );
}

/** Colour and pattern of an outcome (web/styles/outcomes.css); give it its size where 12 px don't fit. */
export function OutcomeSwatch({ outcome, className }: { outcome: Outcome; className?: string }) {
  return (
    <span
      aria-hidden
      data-outcome={outcome}
      className={classNames('outcome-fill shrink-0 rounded-sm', className ?? 'size-3')}
    />
  );
}

interface OutcomeWords {
  label: string;
  /** Meaning in one sentence (docs/metrics.md). */
  meaning: string;
}

/** Outcomes in words, the same on every page, in tables and in copied text. */
export const outcomeWords: Record<Outcome, OutcomeWords> = {
  direct: {
    label: 'Direct',
    meaning: 'Reached the goal by a route, or without seeing a screen twice.',
  },
  indirect: { label: 'Indirect', meaning: 'Reached the goal in another way.' },
  thought_done: {
    label: 'Thought done',
    meaning: 'Did not reach the goal, and said that they had done it.',
  },
  gave_up: { label: 'Gave up', meaning: "Said that they did not do it, or pressed 'I'm stuck'." },
  left: { label: 'Left', meaning: 'Closed the tab or ended the sharing, and said nothing.' },
  stopped: {
    label: 'Stopped',
    meaning: "Pressed 'I'm done' or 'Stop & Upload' without the goal, and said nothing.",
  },
  never_began: {
    label: 'Never began',
    meaning: 'Pressed nothing and ended within 10 seconds. Not counted.',
  },
  not_measurable: {
    label: 'Not measurable',
    meaning: 'The prototype reported nothing. Not counted.',
  },
  to_judge: { label: 'To judge', meaning: 'Waits until a member decides. Not counted until then.' },
  running: {
    label: 'Running',
    meaning: 'The session still runs, or was not read yet. Not counted.',
  },
  excluded: { label: 'Excluded', meaning: 'Left out by a member, with a reason. Not counted.' },
};

// The badge of an outcome with its word, colour and pattern. The word alone is enough.
import '#web/styles/outcomes.css';
import { outcomeWords } from '#contract/outcome-words.ts';
import type { Outcome } from '#contract/outcomes.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return (
    <Badge>
      <OutcomeSwatch outcome={outcome} />
      <span className="whitespace-nowrap text-text">{outcomeWords[outcome].label}</span>
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

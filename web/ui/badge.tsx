// A short word about the state of the thing beside it.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 font-medium text-xs tabular-nums print:border print:border-current',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/**
 * A dot that means 'now' beside a word. It does not move if the system requests less motion
 * (motion.css).
 */
export function Pulse() {
  return <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />;
}

/** Beside the name of a part of the page: what was changed there is not saved yet. Takes no width: nothing moves. */
export function UnsavedMark() {
  return (
    <>
      <span
        aria-hidden
        className="-mr-3 ml-1.5 inline-block size-1.5 -translate-y-px rounded-full bg-warning"
      />
      <span className="sr-only"> (not saved)</span>
    </>
  );
}

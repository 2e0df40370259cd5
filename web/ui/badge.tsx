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
        'inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2.5 font-semibold text-xs',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

// A sentence that stays in its place on the page; may hide after a time.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

const tones = {
  info: { icon: Info, look: 'bg-accent-soft [--mark:var(--color-accent)]' },
  success: { icon: CircleCheck, look: 'bg-success-soft [--mark:var(--color-success)]' },
  warning: { icon: TriangleAlert, look: 'bg-warning-soft [--mark:var(--color-warning)]' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft [--mark:var(--color-danger)]' },
};

interface AlertProps {
  tone?: Tone;
  title?: ReactNode;
  children: ReactNode;
  /** With onHide: hides after this many milliseconds. */
  autoHideMs?: number;
  onHide?: () => void;
  className?: string;
}

export function Alert({ tone = 'info', title, children, ...rest }: AlertProps) {
  const { autoHideMs, onHide, className } = rest;
  useEffect(() => {
    if (autoHideMs === undefined || onHide === undefined) return;
    const timer = setTimeout(onHide, autoHideMs);
    return () => clearTimeout(timer);
  }, [autoHideMs, onHide]);
  const { icon: Icon, look } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex gap-3 rounded-lg px-4 py-3 text-sm text-text forced-colors:border',
        look,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-(--mark)" />
      <div className="grid min-w-0 gap-0.5">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

const moods = {
  plain: { icon: Info, look: 'text-muted' },
  good: { icon: CircleCheck, look: 'text-success' },
  caution: { icon: TriangleAlert, look: 'text-warning' },
};

/** A hint under a field with a small mark: plain, good news, or a caution. */
export function MoodText({ tone, children }: { tone: keyof typeof moods; children: ReactNode }) {
  const { icon: Icon, look } = moods[tone];
  return (
    <p role="status" className={classNames('flex gap-2', look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

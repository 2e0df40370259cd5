// A sentence that stays in its place on the page.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
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
  className?: string;
}

export function Alert({ tone = 'info', title, children, className }: AlertProps) {
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
  bad: { icon: CircleAlert, look: 'text-danger' },
};

/** A hint under a field with a small mark: plain, good news, a caution, or a failure. */
export function MoodText({ tone, children }: { tone: keyof typeof moods; children: ReactNode }) {
  const { icon: Icon, look } = moods[tone];
  return (
    <p
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('flex gap-2 [overflow-wrap:anywhere]', look)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

// A turning ring, with a label if it is alone.
import { classNames } from './class-names.ts';

const sizes = { sm: 'size-4', md: 'size-5', lg: 'size-8' };

export function Spinner({ size = 'md', label }: { size?: keyof typeof sizes; label?: string }) {
  const ring = (
    <span
      aria-hidden
      className={classNames(
        'block shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current',
        sizes[size],
      )}
    />
  );
  if (label === undefined) return ring;
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-6 text-muted">
      {ring}
      <span className="text-sm">{label}</span>
    </div>
  );
}

/** While a page's code is on its way; stays invisible for a moment, so that fast loads do not flicker. */
export function LoadingPage() {
  return (
    <div className="late grid min-h-[70dvh] place-items-center">
      <Spinner size="lg" label="Loading…" />
    </div>
  );
}

/** The size comes from `className`; the region around it is announced as loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('shimmer rounded-md', className)} />;
}

/** Progress from 0 to 1, or null if unknown. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-2 w-full forced-color-adjust-none overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line"
    >
      <div
        className={classNames(
          'h-full rounded-full bg-accent transition-[width] duration-300',
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}

// How far something is: 0 to 1, or unknown (null).
import { classNames } from './class-names.ts';

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

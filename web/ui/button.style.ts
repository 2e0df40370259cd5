// How a button looks, shared by buttons and by links that look like one.
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

/** Where the system paints over a fill, an edge says that this is a button. */
const filled = 'forced-colors:border';

const variants: Record<ButtonVariant, string> = {
  primary: `${filled} bg-ink text-on-ink hover:bg-ink-hover`,
  accent: `${filled} bg-accent text-on-accent hover:bg-accent-hover`,
  secondary: 'border border-line-strong bg-surface text-text hover:bg-hover',
  quiet: 'text-text hover:bg-hover',
  danger: `${filled} bg-danger-solid text-on-danger hover:bg-danger-hover`,
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-control-sm gap-1.5 px-3 text-sm',
  md: 'h-control gap-2 px-4 text-sm',
  lg: 'h-12 gap-2.5 px-6 text-base',
};

/** Looks of a control that cannot be used; shared so that all controls grey out alike. */
export const unavailable =
  'disabled:border-transparent disabled:bg-hover disabled:text-muted disabled:shadow-none aria-disabled:border-transparent aria-disabled:bg-hover aria-disabled:text-muted';

/** Where the label is hidden below 768 px: the icon in a square. */
export const compactStyle = 'max-md:aspect-square max-md:px-0';

export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-semibold transition-colors',
    variants[variant],
    sizes[size],
    unavailable,
  );
}

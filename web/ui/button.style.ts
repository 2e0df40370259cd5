// Look of a button, shared by buttons and by links that look like one.
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

/** An edge marks the button if the system paints over its fill. */
const filled = 'forced-colors:border';

const variants: Record<ButtonVariant, string> = {
  primary: `${filled} bg-ink text-on-ink shadow-sm hover:bg-ink-hover`,
  accent: `${filled} bg-accent text-on-accent shadow-sm hover:bg-accent-hover`,
  secondary:
    'border border-line-control bg-raised text-text shadow-sm hover:border-line-strong hover:bg-hover',
  quiet: 'text-text hover:bg-hover',
  danger: `${filled} bg-danger-solid text-on-danger shadow-sm hover:bg-danger-hover`,
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-control-sm gap-1.5 px-3 text-sm',
  md: 'h-control gap-2 px-4 text-sm',
  lg: 'h-12 gap-2.5 px-6 text-base',
};

/**
 * A control that cannot be used has its outline but no fill, the same for all controls. A busy one
 * (data-busy) does not change its look.
 */
export const unavailable =
  'disabled:bg-transparent disabled:text-muted disabled:shadow-none not-data-busy:aria-disabled:bg-transparent not-data-busy:aria-disabled:text-muted not-data-busy:aria-disabled:shadow-none';

/** The outline of a control that has none of its own otherwise. */
const outlined: Record<ButtonVariant, string> = {
  primary: outline(),
  accent: outline(),
  danger: outline(),
  secondary:
    'disabled:border-line not-data-busy:aria-disabled:border-line not-data-busy:aria-disabled:hover:border-line',
  quiet: '',
};

function outline(): string {
  return 'disabled:inset-ring disabled:inset-ring-line not-data-busy:aria-disabled:inset-ring not-data-busy:aria-disabled:inset-ring-line';
}

/** Below 768 px the label is hidden, and the icon is in a square. */
export const compactStyle = 'max-md:aspect-square max-md:px-0';

export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors',
    variants[variant],
    sizes[size],
    unavailable,
    outlined[variant],
  );
}

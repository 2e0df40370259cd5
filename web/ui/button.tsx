// A button, with a busy state that does not move it or take the focus.
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import {
  type ButtonSize,
  type ButtonVariant,
  buttonStyle,
  compactStyle,
  unavailable,
} from './button.style.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './loading.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  busy?: boolean;
  /** Replaces the label while busy ('Deleting...'). */
  busyLabel?: string;
  /** Below 768 px only the icon is visible; the label is still read out. */
  compact?: boolean;
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  disabled = false,
  compact = false,
  className,
  children,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  // Browsers take the focus from a disabled button, so it gets `aria-disabled` until the focus has
  // left, and the keyboard does not lose its place.
  const [isFocused, setFocused] = useState(false);
  const isUnavailable = busy || disabled;
  // The spinner covers the label of a button without an icon, so its width does not change.
  const covers = busy && !icon && busyLabel === undefined;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isUnavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      disabled={disabled && !isFocused}
      aria-disabled={isUnavailable || undefined}
      data-busy={busy || undefined}
      className={classNames(buttonStyle(variant, size), compact && compactStyle, className)}
      onClick={click}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      {...rest}
    >
      {busy ? (
        <span className={covers ? 'absolute' : 'contents'}>
          <Spinner size="sm" />
        </span>
      ) : (
        icon
      )}
      <span
        aria-live="polite"
        className={classNames(compact && 'max-md:sr-only', covers && 'opacity-0')}
      >
        {busy && busyLabel !== undefined ? busyLabel : children}
      </span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger';
}

/** A button that is only a picture; its label is read out and shown as the browser's hint. */
export function IconButton({ label, icon, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'grid size-control shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover',
        tone === 'danger' ? 'hover:text-danger' : 'hover:text-text',
        // The look is quiet already, so grey alone would not be visible.
        'disabled:opacity-40 not-data-busy:aria-disabled:opacity-40',
        unavailable,
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}

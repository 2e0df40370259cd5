// A button, with a busy state that keeps its place and the focus.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button.style.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  busy?: boolean;
  /** Replaces the label while busy ('Deleting...'). */
  busyLabel?: string;
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // Stays focusable while busy, so that the keyboard does not lose its place.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className={classNames(buttonStyle(variant, size), className)}
      onClick={click}
      {...rest}
    >
      {busy ? <Spinner size="sm" /> : icon}
      <span aria-live="polite">{busy && busyLabel !== undefined ? busyLabel : children}</span>
    </button>
  );
}

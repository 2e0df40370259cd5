// A button, with a busy state that keeps its place and the focus.
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
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
  disabled = false,
  className,
  children,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  // Browsers take the focus from what is disabled: it is said and done otherwise until the focus has left,
  // so that the keyboard does not lose its place.
  const [isFocused, setFocused] = useState(false);
  const isUnavailable = busy || disabled;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isUnavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      disabled={disabled && !isFocused}
      aria-disabled={isUnavailable || undefined}
      className={classNames(buttonStyle(variant, size), className)}
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
      {busy ? <Spinner size="sm" /> : icon}
      <span aria-live="polite">{busy && busyLabel !== undefined ? busyLabel : children}</span>
    </button>
  );
}

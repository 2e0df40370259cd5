// A link to another page that looks like a button.
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonStyle, compactStyle } from './button.style.ts';
import { classNames } from './class-names.ts';

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Below 768 px only the icon is visible; the label is still read out. */
  compact?: boolean;
}

export function LinkButton({
  variant,
  size,
  icon,
  compact = false,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link
      className={classNames(buttonStyle(variant, size), compact && compactStyle, className)}
      {...rest}
    >
      {icon}
      {compact ? <span className="max-md:sr-only">{children}</span> : children}
    </Link>
  );
}

// A link to another page that looks like a button.
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button.style.ts';
import { classNames } from './class-names.ts';

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link className={classNames(buttonStyle(variant, size), className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

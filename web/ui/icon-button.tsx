// A button that is only a picture; its label is read out and shown as the browser's hint.
import type { ComponentProps, ReactNode } from 'react';
import { unavailable } from './button.style.ts';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger';
}

export function IconButton({ label, icon, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'grid size-9 shrink-0 place-items-center rounded-md text-muted transition-colors duration-150 hover:bg-hover',
        tone === 'danger' ? 'hover:text-danger' : 'hover:text-text',
        unavailable,
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}

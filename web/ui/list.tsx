// Rows of things under each other, on one surface.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function List({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      className={classNames(
        'divide-y divide-line rounded-lg border border-line bg-surface',
        className,
      )}
      {...rest}
    />
  );
}

export function ListRow({ className, ...rest }: ComponentProps<'li'>) {
  return (
    <li
      className={classNames('flex min-w-0 items-center gap-4 px-4 py-3 sm:px-5', className)}
      {...rest}
    />
  );
}

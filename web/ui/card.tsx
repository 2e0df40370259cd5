// A surface that holds one thing together.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('rounded-lg border border-line bg-surface p-5 sm:p-6', className)}
      {...rest}
    />
  );
}

// A surface that holds one thing together.
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('rounded-lg border border-line bg-surface p-5 sm:p-6', className)}
      {...rest}
    />
  );
}

/** Rows of things under each other, on one surface. */
export const rowsStyle = 'divide-y divide-line rounded-lg border border-line bg-surface';

export function List({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul className={classNames(rowsStyle, className)} {...rest} />;
}

export function ListRow({ className, ...rest }: ComponentProps<'li'>) {
  return (
    <li
      className={classNames('flex min-w-0 items-center gap-4 px-4 py-3 sm:px-5', className)}
      {...rest}
    />
  );
}

interface LoadMoreProps {
  hasMore: boolean;
  busy: boolean;
  onLoad: () => void;
}

/** The button under a list of which there is more. */
export function LoadMore({ hasMore, busy, onLoad }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="mt-8 text-center">
      <Button variant="secondary" busy={busy} onClick={onLoad}>
        Load more
      </Button>
    </div>
  );
}

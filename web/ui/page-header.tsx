// Title of a page with its actions.
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** Stands beside the title, such as a badge. */
  mark?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, mark, children, actions }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="min-w-0 text-3xl [overflow-wrap:anywhere]">{title}</h1>
          {mark}
        </div>
        {children && <div className="mt-1.5 text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}

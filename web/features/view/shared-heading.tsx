// Heading of a link's page: its full title and its subject.
import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Name } from '#web/ui/name.tsx';

interface ViewedHeadingProps {
  /** 'Report · Acme' */
  above: ReactNode;
  title: string;
  /** Actions beside it, such as a download. */
  children?: ReactNode;
}

export function SharedHeading({ above, title, children }: ViewedHeadingProps) {
  usePageTitle(title);
  return (
    <header className="mb-4 flex items-end gap-3">
      <div className="min-w-0 grow">
        <p className="text-muted text-sm tabular-nums">{above}</p>
        <h1 className="text-balance text-2xl [overflow-wrap:anywhere] sm:text-3xl">
          <Name>{title}</Name>
        </h1>
      </div>
      {children}
    </header>
  );
}

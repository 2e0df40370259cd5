// What stands in the place of a list that has nothing in it.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  illustration?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ illustration, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {illustration && <div className="mb-6 w-52">{illustration}</div>}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="mt-2 text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

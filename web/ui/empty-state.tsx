// What stands in the place of a list that has nothing in it.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  illustration?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
}

export function EmptyState({ illustration, title, children, action, ...rest }: EmptyStateProps) {
  const Heading = rest.heading ?? 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {illustration && <div className="mb-6 w-52">{illustration}</div>}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-balance text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

// Replaces missing content: an empty list, or a part that failed.
import type { ReactNode } from 'react';
import { BrokenIllustration } from './broken-illustration.tsx';
import { Button } from './button.tsx';

interface EmptyStateProps {
  illustration?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
  role?: 'alert';
}

export function EmptyState({ illustration, title, children, action, ...rest }: EmptyStateProps) {
  const { heading: Heading = 'h2', role } = rest;
  return (
    <div role={role} className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {illustration && <div className="mb-6 w-52">{illustration}</div>}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-balance text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

interface ErrorViewProps extends Pick<EmptyStateProps, 'title' | 'children' | 'heading'> {
  onRetry?: () => void;
  /** Further ways on, beside Retry. */
  actions?: ReactNode;
}

/** A failure in the place of what failed: a picture, a sentence, and a way on. */
export function ErrorView({ onRetry, actions, ...rest }: ErrorViewProps) {
  return (
    <EmptyState
      role="alert"
      illustration={<BrokenIllustration />}
      {...rest}
      action={
        (onRetry || actions) && (
          <>
            {onRetry && <Button onClick={onRetry}>Retry</Button>}
            {actions}
          </>
        )
      }
    />
  );
}

// A failure in the place of what failed: a picture, a sentence, and a way on.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { BrokenIllustration } from './illustrations.tsx';

interface ErrorViewProps {
  title: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  /** Further ways on, beside Retry. */
  actions?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
}

export function ErrorView({ title, children, onRetry, ...rest }: ErrorViewProps) {
  const { actions, heading: Heading = 'h2' } = rest;
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center"
    >
      <div className="mb-6 w-52">
        <BrokenIllustration />
      </div>
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-balance text-muted">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-center gap-3 empty:hidden">
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
        {actions}
      </div>
    </div>
  );
}

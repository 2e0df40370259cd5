// The server-error page: names the failure, and Retry loads the page again (section 2).

import { Component, type ReactNode } from 'react';
import { ErrorView } from './empty-state.tsx';

interface ErrorPageProps {
  error: unknown;
  /** Use `div` instead of one page, inside the main part of another. */
  as?: 'main' | 'div';
}

export function ErrorPage({ error, as: Frame = 'main' }: ErrorPageProps) {
  const chunk = error instanceof ChunkLoadError;
  return (
    <Frame className="grid min-h-[70dvh] place-items-center">
      <ErrorView
        heading="h1"
        title={chunk ? 'This page did not finish loading' : 'Something went wrong'}
        onRetry={() => location.reload()}
      >
        {chunk
          ? 'The connection may have dropped, or a newer version was installed in the meantime. Retry loads the page again.'
          : 'The page ran into a problem it could not solve. Your saved work is safe. Retry loads the page again.'}
      </ErrorView>
    </Frame>
  );
}

interface CrashGuardProps {
  children: ReactNode;
  /** Shown instead of the whole-page view, for a panel that may fail alone. */
  fallback?: ReactNode;
}

/** Catches what a part of the page throws and shows the server-error page in its place (section 2). */
export class CrashGuard extends Component<CrashGuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return this.props.fallback ?? <ErrorPage error={this.state.error} />;
  }
}

/** A part of the app could not be loaded: the network failed, or a newer version took its place. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkLoadError';
  }
}

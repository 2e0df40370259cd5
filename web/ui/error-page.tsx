// The server-error page: says what failed, and Retry loads the page anew (section 2).
import { ChunkLoadError } from './chunk-load.error.ts';
import { ErrorView } from './error-view.tsx';

interface ErrorPageProps {
  error: unknown;
  /** `div` in the place of one page, where the main part of the page already stands around it. */
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

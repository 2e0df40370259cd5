// The server-error page: says what failed, and Retry loads the page anew (section 2).
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
import { ErrorView } from './error-view.tsx';

export function ErrorPage({ error }: { error: unknown }) {
  const chunk = error instanceof ChunkLoadError;
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <ErrorView
        heading="h1"
        title={chunk ? 'This page did not finish loading' : 'Something went wrong'}
        onRetry={() => location.reload()}
      >
        {chunk
          ? 'The connection may have dropped, or a newer version was installed in the meantime. Retry loads the page again.'
          : 'The page ran into a problem it could not solve. Your saved work is safe. Retry loads the page again.'}
      </ErrorView>
    </main>
  );
}

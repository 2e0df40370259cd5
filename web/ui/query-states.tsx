// A section of a page while it loads and when it cannot be loaded.
import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './loading.tsx';

interface QueryStatesProps<T> {
  /** Name of the section, as in 'The API keys could not be loaded'. */
  of: string;
  query: { data: T | undefined; isPending: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

export function QueryStates<T>({ of, query, children }: QueryStatesProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <div role="status" aria-label={`Loading ${of}`}>
        <Skeleton className="h-24 w-full rounded-lg" />
      </div>
    );
  }
  return (
    <Alert tone="danger" title={`The ${of} could not be loaded`}>
      Nothing was changed.
      <div>
        <Button size="sm" variant="secondary" className="mt-2" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    </Alert>
  );
}

// The shape of a test's page while it is loaded.
import { Skeleton } from '#web/ui/skeleton.tsx';

export function TestSkeleton() {
  return (
    <div role="status" aria-label="Loading the test">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mt-8 h-10 w-80 max-w-full" />
      <div className="mt-6 grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </div>
  );
}

// The shape of the form while what it starts from is loaded.
import { Skeleton } from '#web/ui/skeleton.tsx';

export function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading the form" className="grid max-w-3xl gap-6">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
      <Skeleton className="h-16" />
      <Skeleton className="h-10 w-32" />
    </div>
  );
}

// The recording page while its recording is read.
import { Skeleton } from '#web/ui/skeleton.tsx';

export function RecordingSkeleton() {
  return (
    <div role="status" aria-label="Loading the recording" className="late grid gap-6">
      <div className="grid gap-3">
        <Skeleton className="h-9 w-64 max-w-full" />
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
      <Skeleton className="h-10 w-56" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-full min-h-40 w-full" />
      </div>
    </div>
  );
}

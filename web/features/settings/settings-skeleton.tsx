// The shape of the settings while they are loaded.
import { Skeleton } from '#web/ui/skeleton.tsx';

export function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading settings">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-8 h-10 w-72 max-w-full" />
      <div className="mt-6 grid gap-5">
        <Skeleton className="h-44 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </div>
  );
}

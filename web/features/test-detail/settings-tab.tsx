// When a test takes submissions: by hand, by date, by number, and once or more for each person.
import { useQuery } from '@tanstack/react-query';
import type { Test } from '#contract/tests.ts';
import { ErrorView } from '#web/ui/error-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { settingsQuery } from './settings.query.ts';
import { SettingsFields } from './settings-fields.tsx';

export function SettingsTab({ test }: { test: Test }) {
  const settings = useQuery(settingsQuery(test._id));
  if (settings.isPending) {
    return (
      <div role="status" aria-label="Loading settings" className="grid max-w-3xl gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (settings.data === undefined) {
    return (
      <ErrorView title="Failed to fetch settings" onRetry={() => void settings.refetch()}>
        Nothing was changed. Check your connection and try again.
      </ErrorView>
    );
  }
  return <SettingsFields test={test} settings={settings.data} />;
}

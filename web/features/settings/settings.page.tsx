// The person's and the workspace's settings: General, Team, Subscription (section 2).
import { useQuery } from '@tanstack/react-query';
import { userInfoQuery } from '#web/entities/account/user-info.query.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { useHasUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { ErrorView } from '#web/ui/error-view.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { UnsavedMark } from '#web/ui/unsaved-mark.tsx';
import { GeneralTab } from './general-tab.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';
import { TeamTab } from './team-tab.tsx';

export function SettingsPage() {
  usePageTitle('Settings');
  useBreadcrumbs([{ label: 'Settings', href: pages.settings.href() }]);
  const [tab, setTab] = useTabParam(['general', 'team', 'subscription']);
  const info = useQuery(userInfoQuery);
  const unsaved = useHasUnsavedChanges();
  if (info.isPending) return <SettingsSkeleton />;
  if (info.data === undefined) {
    return (
      <ErrorView
        heading="h1"
        title="Failed to fetch user settings"
        onRetry={() => void info.refetch()}
      >
        Nothing was changed. Check your connection and try again.
      </ErrorView>
    );
  }
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            id: 'general',
            label: (
              <>
                General
                {unsaved && <UnsavedMark />}
              </>
            ),
            panel: <GeneralTab info={info.data} />,
            keep: true,
          },
          { id: 'team', label: 'Team', panel: <TeamTab info={info.data} /> },
          {
            id: 'subscription',
            label: 'Subscription',
            panel: <SubscriptionTab role={info.data.role} />,
          },
        ]}
      />
    </>
  );
}

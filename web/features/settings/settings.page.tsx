// The person's and the workspace's settings: General, Team, Integrations, Subscription (section 2).
import { useQuery } from '@tanstack/react-query';
import type { UserInfo } from '#contract/accounts.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { useHasUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { UnsavedMark } from '#web/ui/badge.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tabs, TabsSkeleton } from '#web/ui/tabs.tsx';
import { CompanySection } from './company-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { DesignTokenSection } from './design-token-section.tsx';
import { EmailSection } from './email-section.tsx';
import { IntegrationsTab } from './integrations-tab.tsx';
import { NameSection } from './name-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';
import { TeamTab } from './team-tab.tsx';
import { TranscriptsSection } from './transcripts-section.tsx';
import { ViewLinksSection } from './view-links-section.tsx';

export function SettingsPage() {
  usePageTitle('Settings');
  useBreadcrumbs([{ label: 'Settings', href: pages.settings.href() }]);
  const [tab, setTab] = useTabParam(['general', 'team', 'subscription', 'integrations']);
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
    <div className="form-measure">
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
          {
            id: 'integrations',
            label: 'Integrations',
            panel: <IntegrationsTab isOwner={info.data.role === 'owner'} />,
          },
        ]}
      />
    </div>
  );
}

/** Name, email, company, design tool, storage, retention, sign-ins, deletion of the account (section 2). */
function GeneralTab({ info }: { info: UserInfo }) {
  return (
    <div>
      <NameSection info={info} />
      <EmailSection info={info} />
      <CompanySection info={info} />
      <DesignTokenSection isOwner={info.role === 'owner'} />
      <StorageSection />
      <TranscriptsSection />
      <RetentionSection isOwner={info.role === 'owner'} />
      <ViewLinksSection />
      <SignInsSection />
      <DeletionSection info={info} />
    </div>
  );
}

/** The shape of the settings while they are loaded. */
function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading settings" className="form-measure">
      <PageHeader title="Settings" />
      <TabsSkeleton tabs={4} />
      <div className="grid gap-5">
        <Skeleton className="h-44 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </div>
  );
}

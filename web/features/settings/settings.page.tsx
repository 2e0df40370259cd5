// The person's and the workspace's settings: General, Team, Integrations, Subscription (section 2).
import { useQuery } from '@tanstack/react-query';
import type { Role, UserInfo } from '#contract/accounts.ts';
import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { API_REFERENCE } from '#contract/paths.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { useHasUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Badge, UnsavedMark } from '#web/ui/badge.tsx';
import { CheckList } from '#web/ui/check-list.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Tabs, TabsSkeleton } from '#web/ui/tabs.tsx';
import { DeletionSection, EmailSection, NameSection } from './account-sections.tsx';
import { ConsentSection } from './consent-section.tsx';
import { DesignTokenSection } from './design-token-section.tsx';
import { ApiKeys } from './integrations/api-keys.tsx';
import { WebhookList } from './integrations/webhook-list.tsx';
import { RetentionSection } from './retention-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { TeamTab } from './team-tab.tsx';
import {
  CompanySection,
  StorageSection,
  TranscriptsSection,
  ViewLinksSection,
} from './workspace-sections.tsx';

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

/** Name, email, company, design tool, retention, sign-ins, deletion of the account (section 2), and the server. */
function GeneralTab({ info }: { info: UserInfo }) {
  return (
    <div>
      <NameSection info={info} />
      <EmailSection info={info} />
      <CompanySection info={info} />
      <DesignTokenSection isOwner={info.role === 'owner'} />
      <RetentionSection isOwner={info.role === 'owner'} />
      <ConsentSection isOwner={info.role === 'owner'} />
      <ViewLinksSection />
      <SignInsSection />
      <DeletionSection info={info} />
      <section
        aria-labelledby="operator"
        className="mt-4 rounded-lg border border-line bg-sunken px-5 pt-5 sm:px-6"
      >
        <h2 id="operator" className="text-lg">
          This server
        </h2>
        <p className="text-muted text-sm">Its operator sets this up.</p>
        <StorageSection />
        <TranscriptsSection />
      </section>
    </div>
  );
}

/** Placeholder of the settings while they load. */
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

/** Returns the first of next month, so that the sample date is never in the past. */
function sampleRenewalDate(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth() + 1, 1);
}

/** The one plan and its active subscription (section 9); nothing is wired to a payment service. */
function SubscriptionTab({ role }: { role: Role }) {
  if (role !== 'owner') {
    return (
      <EmptyState illustration={<PeopleIllustration />} title="The owner manages the subscription">
        Only the owner of this workspace sees its details.
      </EmptyState>
    );
  }
  return (
    <Card aria-labelledby="plan" className="grid gap-x-12 gap-y-8 sm:p-8 md:grid-cols-2">
      <div className="grid content-start justify-items-start gap-4">
        <div className="flex items-center gap-3">
          <h2 id="plan" className="text-xl">
            Tryout
          </h2>
          <Badge tone="success">Active</Badge>
        </div>
        <p>
          <span className="font-bold text-4xl tabular-nums">${PLAN_PRICE_USD}</span>{' '}
          <span className="text-muted">monthly</span>
        </p>
        <p className="text-muted text-sm">
          Renews on {formatDate(sampleRenewalDate(new Date()))}. This date is a sample: a
          self-hosted copy costs nothing, and no payment is taken here.
        </p>
      </div>
      <div className="border-line max-md:border-t max-md:pt-6">
        <CheckList items={PLAN_INCLUDES} />
      </div>
    </Card>
  );
}

/** API keys and webhooks of the workspace; only the owner can use them. */
function IntegrationsTab({ isOwner }: { isOwner: boolean }) {
  if (!isOwner) {
    return (
      <div className="py-8">
        <EmptyState illustration={<PeopleIllustration />} title="The owner connects other programs">
          API keys and webhooks give access to all tests of this workspace, so only its owner can
          create and see them.
        </EmptyState>
      </div>
    );
  }
  return (
    <div>
      <SettingsSection
        title="API keys"
        description={
          <>
            A program with a key can read or change this workspace without a sign-in. Its calls are
            described in the{' '}
            <a href={API_REFERENCE} className="text-accent underline">
              API reference
            </a>
            .
          </>
        }
      >
        <ApiKeys />
      </SettingsSection>
      <SettingsSection
        title="Webhooks"
        description="Tryout sends signed events to your address, and retries for days if they don’t arrive."
      >
        <WebhookList />
      </SettingsSection>
    </div>
  );
}

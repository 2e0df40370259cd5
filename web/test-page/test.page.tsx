// One test: its tabs Summary, Screens, Paths, Recordings, Clips, Report, Settings (section 2).
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Copy,
  Download,
  FileDown,
  LayoutTemplate,
  Pencil,
  Play,
  Share2,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { pilotAddress } from '#contract/pilots.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { RunningBadge } from '#web/entities/recording/running.tsx';
import { ResultsFrame } from '#web/entities/results/results-frame.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import { testQuery } from '#web/entities/test/test.query.ts';
import { useCopyTest } from '#web/entities/test/use-copy-test.ts';
import { useMarkTemplate } from '#web/entities/test/use-mark-template.ts';
import { useSaveStudyFile } from '#web/entities/test/use-save-study-file.ts';
import { ShareDialog } from '#web/entities/view-link/share-dialog.tsx';
import { RetentionNotice } from '#web/entities/workspace/retention-notice.tsx';
import { SpaceNotice } from '#web/entities/workspace/space-notice.tsx';
import { ExportDialog } from '#web/features/export/export-dialog.tsx';
import { PathsTab } from '#web/features/paths/paths-tab.tsx';
import { RecordingsTab } from '#web/features/recordings/recordings-tab.tsx';
import { ScreensTab } from '#web/features/screens/screens-tab.tsx';
import { SummaryTab } from '#web/features/summary/summary-tab.tsx';
import { SettingsTab } from '#web/features/test-settings/settings-tab.tsx';
import { isRefusal } from '#web/lib/api-error.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { copyRefused } from '#web/lib/toasts.ts';
import { useHasUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { type Action, ActionBar } from '#web/ui/action-bar.tsx';
import { Badge, UnsavedMark } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { ChunkLoadError } from '#web/ui/error-page.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageHeader, PageHeaderSkeleton } from '#web/ui/page-header.tsx';
import { Tabs, TabsSkeleton } from '#web/ui/tabs.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';

const ClipsTab = lazy(async () => {
  try {
    return { default: (await import('#web/features/clips/clips-tab.tsx')).ClipsTab };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

const ReportTab = lazy(async () => {
  try {
    return { default: (await import('#web/features/report/report-tab.tsx')).ReportTab };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

export function TestPage() {
  const { id = '' } = useParams();
  const test = useQuery(testQuery(id));
  // The test may have been deleted while the page was open.
  const missing = isRefusal(test.error);
  usePageTitle(missing ? 'Test not found' : (test.data?.name ?? null));
  useBreadcrumbs(missing ? [] : [{ label: test.data?.name ?? '…', href: pages.test.href(id) }]);
  if (test.isPending) return <TestSkeleton />;
  if (missing) return <NoSuchTest />;
  // Loaded data stays in view when a later refresh fails.
  if (test.data === undefined) {
    return (
      <ErrorView
        heading="h1"
        title="Failed to fetch test data."
        onRetry={() => void test.refetch()}
      >
        The test is safe; it could not be loaded right now.
      </ErrorView>
    );
  }
  return <TestDetail key={test.data._id} test={test.data} />;
}

function TestDetail({ test }: { test: TestOverview }) {
  const [tab, setTab] = useTabParam([
    'summary',
    'screens',
    'paths',
    'recordings',
    'clips',
    'report',
    'settings',
  ]);
  return (
    <>
      <PageHeader
        title={test.name}
        mark={
          <>
            <RunningBadge running={test.running} />
            <Badge tone={test.closed ? 'neutral' : 'success'}>
              {test.closed ? 'Closed' : 'Open'}
            </Badge>
          </>
        }
        actions={<TestActions test={test} />}
        isOnScreenOnly={tab === 'report'}
      />
      <SpaceNotice className="mb-6" />
      <RetentionNotice className="mb-6" />
      <Tabs
        label="Parts of this test"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { id: 'summary', label: 'Summary', panel: <SummaryTab test={test} /> },
          {
            id: 'screens',
            label: 'Screens',
            panel: (
              <ResultsFrame test={test} needsTask>
                <ScreensTab test={test} />
              </ResultsFrame>
            ),
          },
          {
            id: 'paths',
            label: 'Paths',
            panel: (
              <ResultsFrame test={test} needsTask>
                <PathsTab test={test} />
              </ResultsFrame>
            ),
          },
          {
            id: 'recordings',
            label: <RecordingsLabel count={test.count_of_recordings} />,
            panel: (
              <ResultsFrame test={test} isOfAll>
                <RecordingsTab test={test} />
              </ResultsFrame>
            ),
          },
          {
            id: 'clips',
            label: 'Clips',
            panel: (
              <ResultsFrame test={test} isOfAll hasSearch={false}>
                <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
                  <ClipsTab test={test} />
                </Suspense>
              </ResultsFrame>
            ),
          },
          {
            id: 'report',
            label: 'Report',
            panel: (
              <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
                <ReportTab test={test} />
              </Suspense>
            ),
          },
          {
            id: 'settings',
            label: <SettingsLabel />,
            panel: <SettingsTab test={test} />,
            keep: true,
          },
        ]}
      />
    </>
  );
}

function RecordingsLabel({ count }: { count: number }) {
  return (
    <>
      Recordings
      {count > 0 && <span className="font-normal text-muted tabular-nums"> {count}</span>}
    </>
  );
}

function SettingsLabel() {
  const unsaved = useHasUnsavedChanges();
  return (
    <>
      Settings
      {unsaved && <UnsavedMark />}
    </>
  );
}

/** The test is deleted or belongs to another workspace. */
function NoSuchTest() {
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      heading="h1"
      title="This test does not exist"
      action={<LinkButton to={pages.dashboard.href()}>Go to your tests</LinkButton>}
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}

/** Placeholder of a test's page while it loads. */
function TestSkeleton() {
  return (
    <div role="status" aria-label="Loading the test">
      <PageHeaderSkeleton className="w-72" />
      <TabsSkeleton tabs={7} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </div>
  );
}

/** Loads the form of a test and its draft, so that both are there when it is opened. */
async function openFormAhead(client: QueryClient, testId: string): Promise<void> {
  try {
    const [{ fetchDraftAhead }] = await Promise.all([
      import('#web/features/test-form/use-draft.ts'),
      import('#web/features/test-form/edit-test.page.tsx'),
    ]);
    await fetchDraftAhead(client, testId);
  } catch {
    // The page itself tries once more, and shows a failure.
  }
}

/** Actions for a test in the header of its page. */
function TestActions({ test }: { test: TestOverview }) {
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<'export' | 'share' | null>(null);
  const deletion = useDeleteTest(() => navigate(pages.dashboard.href()));
  const copying = useCopyTest();
  const marking = useMarkTemplate(test._id);
  const saving = useSaveStudyFile(test);
  const close = () => setOpenDialog(null);
  const share: Action = {
    id: 'share',
    label: 'Share results',
    icon: <Share2 aria-hidden className="size-4" />,
    does: () => setOpenDialog('share'),
  };
  const exportResults: Action = {
    id: 'export',
    label: 'Export',
    icon: <Download aria-hidden className="size-4" />,
    does: () => setOpenDialog('export'),
  };
  const changes: Action[] = [
    {
      id: 'try',
      label: 'Try it yourself',
      icon: <Play aria-hidden className="size-4" />,
      does: () => void window.open(pilotAddress(test.link), '_blank', 'noopener'),
    },
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden className="size-4" />,
      does: { to: pages.editTest.href(test._id) },
      ahead: () => void openFormAhead(client, test._id),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <Copy aria-hidden className="size-4" />,
      does: () => copying.mutate(test._id),
    },
    {
      id: 'template',
      label: test.template ? 'No longer a template' : 'Make it a template',
      icon: <LayoutTemplate aria-hidden className="size-4" />,
      does: () => marking.mutate(!test.template),
    },
    {
      id: 'file',
      label: 'Save as a study file',
      icon: <FileDown aria-hidden className="size-4" />,
      does: () => saving.mutate(),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      tone: 'danger',
      does: () => deletion.ask(test),
    },
  ];
  // While the test is open its next step is to invite people, afterwards to share what they showed.
  const sharesFirst = test.closed && mayChange;
  return (
    <>
      <Toolbar label="Actions" className="flex items-center gap-2">
        <ActionBar
          actions={[exportResults, ...(mayChange && !sharesFirst ? [share] : [])]}
          more={mayChange ? changes : []}
        />
        {!test.closed && (
          <CopyButton
            text={test.link}
            label="Copy link"
            variant="primary"
            compact
            onFailure={copyRefused}
          />
        )}
        {sharesFirst && (
          <Button
            compact
            icon={<Share2 aria-hidden className="size-4" />}
            onClick={() => setOpenDialog('share')}
          >
            Share results
          </Button>
        )}
      </Toolbar>
      <ExportOfTab testId={test._id} open={openDialog === 'export'} onClose={close} />
      {openDialog === 'share' && (
        <ShareDialog testId={test._id} thing={{ kind: 'results' }} onClose={close} />
      )}
      {deletion.dialog}
    </>
  );
}

/** Exports the sessions of the open tab. */
function ExportOfTab(props: { testId: string; open: boolean; onClose: () => void }) {
  const { filter } = useResultFilter();
  const [tab] = useTabParam(['summary', 'recordings']);
  // The filter is the same as on the tab: recordings without a revision are those of all.
  const tabFilter = tab === 'recordings' ? { revision: 'all' as const, ...filter } : filter;
  return <ExportDialog filter={tabFilter} {...props} />;
}

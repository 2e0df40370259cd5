// Recording detail: what a participant did, as a video with its moments and as heatmaps.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type RecordingAddress, recordingPath } from '#contract/paths.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { recordingQuery, videoQuery } from '#web/entities/recording/recording.query.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useBreadcrumbs } from '#web/lib/breadcrumbs.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Drafts, holdsChanges } from './drafts.ts';
import { HeatmapsTab } from './heatmaps-tab.tsx';
import { readRecordingAddress } from './page-address.ts';
import { RecordingHeader, testTabHref, useListInView } from './recording-header.tsx';
import { RecordingTab } from './recording-tab.tsx';
import { playerAt, readTime, useTimeParam } from './time-param.ts';

export function RecordingPage() {
  const { pathname } = useLocation();
  const address = readRecordingAddress(pathname);
  if (address === null) return <MissingRecording />;
  return <AddressedRecording key={recordingPath(address)} address={address} />;
}

function AddressedRecording({ address }: { address: RecordingAddress }) {
  const within = useListInView();
  const query = useQuery(recordingQuery(address, within));
  usePrefetchQuery(videoQuery(address));
  const missing = isMissing(query.error);
  useNames({ recording: missing ? undefined : query.data, address, missing });
  if (query.isPending) return <RecordingSkeleton />;
  // The recording may have been deleted while the page was open.
  if (missing) return <MissingRecording />;
  if (query.data) return <Recording recording={query.data} address={address} />;
  return (
    <ErrorView
      heading="h1"
      title="The recording could not be loaded"
      onRetry={() => void query.refetch()}
    >
      The server did not answer as it should. The recording itself is safe.
    </ErrorView>
  );
}

interface NamesOptions {
  recording: RecordingDetail | undefined;
  address: RecordingAddress;
  missing: boolean;
}

/**
 * Sets title and breadcrumbs from names in the server's answer, because names in an address may be outdated or
 * invented.
 */
function useNames({ recording, address, missing }: NamesOptions): void {
  const within = useListInView();
  const test = useQuery({ ...testQuery(address.testId), enabled: missing });
  const testName = recording?.test.name ?? test.data?.name;
  usePageTitle(missing ? 'Recording not found' : (recording?.participantName ?? null));
  useBreadcrumbs([
    ...(testName === undefined
      ? []
      : [{ label: testName, href: testTabHref(address.testId, within) }]),
    { label: recording?.participantName ?? 'Recording', href: pages.recording.href(address) },
  ]);
}

/** Returns whether the recording is unknown: a malformed id, an unknown one, or one of another workspace. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function MissingRecording() {
  usePageTitle('Recording not found');
  if (useViewing()) {
    return (
      <EmptyState
        illustration={<NothingFoundIllustration />}
        heading="h1"
        title="This recording is no longer there"
        action={<LinkButton to="/">Go to the results</LinkButton>}
      >
        It was deleted, or its participant withdrew.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      heading="h1"
      title="This recording does not exist"
      action={<LinkButton to={pages.dashboard.href()}>Go to your tests</LinkButton>}
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}

interface RecordingProps {
  recording: RecordingDetail;
  address: RecordingAddress;
}

function Recording({ recording, address }: RecordingProps) {
  const [tab, setTab] = useTabParam(['recording', 'heatmaps']);
  const [params] = useSearchParams();
  const [player] = useState(() => playerAt(readTime(params)));
  useTimeParam(player);
  const [drafts] = useState(() => new Drafts());
  useUnsavedChanges(useStore(drafts, holdsChanges));
  const playMoment = (atMs: number) => {
    player.playFrom(atMs);
    setTab('recording');
  };
  return (
    <>
      <RecordingHeader recording={recording} address={address} />
      <Tabs
        label="Views of this recording"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            id: 'recording',
            label: 'Recording',
            panel: (
              <RecordingTab
                recording={recording}
                address={address}
                player={player}
                drafts={drafts}
              />
            ),
          },
          {
            id: 'heatmaps',
            label: 'Heatmaps',
            panel: (
              <HeatmapsTab recording={recording} address={address} onPlayMoment={playMoment} />
            ),
          },
        ]}
      />
    </>
  );
}

/** Placeholder of the page while its recording loads. */
function RecordingSkeleton() {
  return (
    <div role="status" aria-label="Loading the recording" className="late grid gap-4">
      <Skeleton className="h-10 w-80 max-w-full" />
      <Skeleton className="h-10 w-56" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-full min-h-40 w-full" />
      </div>
    </div>
  );
}

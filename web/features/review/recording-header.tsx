// Header of a recording: participant, time and duration; previous and next recording, download, deletion.
import { ChevronLeft, ChevronRight, Download, Share2, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordingSort } from '#contract/recording-list.ts';
import type { RecordingDetail, RecordingNeighbours } from '#contract/recordings.ts';
import { variantLetter } from '#contract/step-order.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { clickCountText } from '#web/entities/recording/click-count.ts';
import { useDeleteRecording } from '#web/entities/recording/delete-recording.tsx';
import type { RecordingsView } from '#web/entities/recording/recording.query.ts';
import { PresenceBadge, presenceOf } from '#web/entities/recording/running.tsx';
import { filterQuery, queryOf, readFilter } from '#web/entities/results/filter.ts';
import { OutcomeMarks, taskOutcomes } from '#web/entities/results/outcome-marks.tsx';
import { ShareDialog } from '#web/entities/view-link/share-dialog.tsx';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { pages } from '#web/lib/pages.ts';
import { type Action, ActionBar } from '#web/ui/action-bar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OutcomeControl } from './outcome-control.tsx';

interface RecordingHeaderProps {
  recording: RecordingDetail;
  address: RecordingAddress;
}

export function RecordingHeader({ recording, address }: RecordingHeaderProps) {
  const { participantName } = recording;
  // Title of a recording without a name.
  const number = `Participant ${recording.number}`;
  return (
    <PageHeader
      title={participantName}
      mark={<StateBadges recording={recording} />}
      meta={
        // A phone has it with the list of what happened.
        <span className="max-md:hidden">
          {number !== participantName && `${number} · `}
          <RecordingMeta recording={recording} />
          <span className="max-lg:hidden"> · {clickCountText(recording)}</span>
        </span>
      }
      actions={
        <>
          <Neighbours recording={recording} address={address} />
          <RecordingActions recording={recording} address={address} />
        </>
      }
    />
  );
}

/** When it was made, and its length. */
export function RecordingMeta({ recording }: Pick<RecordingHeaderProps, 'recording'>) {
  const { startedAt, durationMs } = recording;
  return (
    <span className="tabular-nums">
      <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
      {durationMs !== null && <> · {formatDuration(durationMs)}</>}
    </span>
  );
}

function RecordingActions({ recording, address }: RecordingHeaderProps) {
  const mayChange = useMayChange();
  const viewing = useViewing();
  const navigate = useNavigate();
  const within = useListInView();
  const [isShared, setShared] = useState(false);
  // The test's recordings follow.
  const { ask, dialog } = useDeleteRecording(() =>
    navigate(testTabHref(address.testId, within, 'recordings'), { replace: true }),
  );
  const download: Action = {
    id: 'download',
    label: 'Download',
    icon: <Download aria-hidden className="size-4" />,
    does: { download: `${recording.videoUrl}?download=1` },
  };
  const changes: Action[] = [
    {
      id: 'share',
      label: 'Share',
      icon: <Share2 aria-hidden className="size-4" />,
      does: () => setShared(true),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      tone: 'danger',
      does: () =>
        ask({ ...address, userTimestamp: recording.userTimestamp }, recording.withoutVideo),
    },
  ];
  const mayDownload = !recording.withoutVideo && (viewing === null || viewing.withDownloads);
  return (
    <>
      <ActionBar actions={[...(mayDownload ? [download] : []), ...(mayChange ? changes : [])]} />
      {isShared && (
        <ShareDialog
          testId={recording.test._id}
          thing={{ kind: 'recording', sessionId: recording.id }}
          onClose={() => setShared(false)}
        />
      )}
      {dialog}
    </>
  );
}

function StateBadges({ recording }: { recording: RecordingDetail }) {
  return (
    <>
      {/* A phone has it with what happened. */}
      <div className="max-md:hidden">
        {recording.tasks === 1 ? (
          <OutcomeControl recording={recording} />
        ) : (
          <OutcomeMarks outcomes={taskOutcomes(recording)} className="h-6 items-center" />
        )}
      </div>
      <PresenceBadge presence={presenceOf(recording)} isAlone={recording.withoutVideo} />
      {recording.isPilot && <Badge>Pilot</Badge>}
      {recording.variant !== null && <Badge>Variant {variantLetter(recording.variant)}</Badge>}
      {recording.endedEarly && <Badge tone="warning">Ended early</Badge>}
      {recording.withoutVideo && <Badge>No recording</Badge>}
      {recording.lacks.map((device) => (
        <Badge key={device}>Without {device}</Badge>
      ))}
      {recording.readAgain && <Badge>Recomputing clicks</Badge>}
      {Math.max(recording.test.revision, recording.revision.number) > 1 && (
        <Badge>Revision {recording.revision.number}</Badge>
      )}
    </>
  );
}

/** Steps through the test's recordings. */
function Neighbours({ recording, address }: RecordingHeaderProps) {
  const { position, total, newer, older } = recording.place;
  if (total < 2) return null;
  return (
    <nav aria-label="Recordings of this test" className="flex items-center">
      <NeighbourLink address={address} label="Newer recording" to={newer} />
      <span className="px-1 text-muted text-sm tabular-nums max-sm:sr-only">
        {position} / {total}
      </span>
      <NeighbourLink address={address} label="Older recording" to={older} />
    </nav>
  );
}

/** Returns what opens the recording of the previous or next person, for the keys of the player. */
export function useOpenNeighbour({ recording, address }: RecordingHeaderProps) {
  const navigate = useNavigate();
  const within = useListInView();
  const { newer, older } = recording.place;
  return (direction: 'previous' | 'next') => {
    const to = direction === 'previous' ? newer : older;
    if (to !== null) void navigate(neighbourHref(address, within, to));
  };
}

function neighbourHref(
  address: RecordingAddress,
  within: RecordingsView,
  { userTimestamp }: Pick<RecordingAddress, 'userTimestamp'>,
) {
  return {
    pathname: pages.recording.href({ ...address, userTimestamp }),
    search: new URLSearchParams(listParamsOf(within)).toString(),
  };
}

interface NeighbourLinkProps {
  address: RecordingAddress;
  label: 'Newer recording' | 'Older recording';
  to: RecordingNeighbours['newer'];
}

function NeighbourLink({ address, label, to }: NeighbourLinkProps) {
  const within = useListInView();
  const Icon = label === 'Newer recording' ? ChevronLeft : ChevronRight;
  const icon = <Icon aria-hidden className="size-5" />;
  if (to === null) {
    return <span className="grid size-control place-items-center text-line-strong">{icon}</span>;
  }
  const name = `${label}: ${isolateName(to.participantName)}`;
  const key = label === 'Newer recording' ? 'Shift P' : 'Shift N';
  return (
    <Link
      to={neighbourHref(address, within, to)}
      aria-label={name}
      title={`${name} (${key})`}
      className="grid size-control place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
    >
      {icon}
    </Link>
  );
}

/** Returns filter and order of the list that the page was opened from, as in its address. */
export function useListInView(): RecordingsView {
  const [params] = useSearchParams();
  const filter = JSON.stringify(filterQuery(readFilter(params).filter));
  const sort = recordingSort.safeParse(params.get('sort')).data ?? 'newest';
  return useMemo(() => ({ filter: JSON.parse(filter), sort }), [filter, sort]);
}

/** Query parameters for filter and order. */
function listParamsOf({ filter, sort }: RecordingsView): Record<string, string> {
  return { ...queryOf(filter), ...(sort === 'newest' ? {} : { sort }) };
}

/** The test's page with that filter. */
export function testTabHref(testId: string, within: RecordingsView, tab?: 'recordings'): string {
  const params = new URLSearchParams({ ...(tab ? { tab } : {}), ...listParamsOf(within) });
  const href = pages.test.href(testId);
  return params.size > 0 ? `${href}?${params}` : href;
}

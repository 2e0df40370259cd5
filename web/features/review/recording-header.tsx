// Who was recorded, when and for how long; the neighbours, the download, the deletion.
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { Link } from 'react-router';
import type { RecordingAddress } from '#contract/paths.ts';
import type { RecordingDetail, RecordingInfo } from '#contract/recordings.ts';
import { formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { screens } from '#web/lib/screens.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DeleteRecording } from './delete-recording.tsx';
import { siblingsQuery } from './recording.query.ts';

interface RecordingHeaderProps {
  recording: RecordingDetail;
  address: RecordingAddress;
}

export function RecordingHeader({ recording, address }: RecordingHeaderProps) {
  const { participantName, startedAt, durationMs, test, videoUrl } = recording;
  return (
    <PageHeader
      title={participantName}
      mark={<StateBadges recording={recording} />}
      actions={
        <>
          <Neighbours recording={recording} address={address} />
          <a
            href={`${videoUrl}?download=1`}
            download="recording.webm"
            className={buttonStyle('secondary')}
          >
            <Download aria-hidden className="size-4" />
            Download
          </a>
          <DeleteRecording recording={recording} address={address} />
        </>
      }
    >
      <p>
        <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
        {durationMs !== null && <> · {formatDuration(durationMs)}</>}
      </p>
      <p className="mt-1 max-w-prose text-sm">
        <span className="font-semibold text-text">Task</span> {test.task}
      </p>
    </PageHeader>
  );
}

function StateBadges({ recording }: { recording: RecordingDetail }) {
  return (
    <>
      {recording.state === 'receiving' && (
        <Badge tone="danger">
          <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-danger" />
          Live
        </Badge>
      )}
      {recording.endedEarly && <Badge tone="warning">Ended early</Badge>}
    </>
  );
}

/** Steps through the test's recordings; a wrong or missing list costs the buttons, nothing else. */
function Neighbours({ recording, address }: RecordingHeaderProps) {
  const siblings = useQuery(siblingsQuery(address.testId)).data?.items ?? [];
  const at = siblings.findIndex(({ id }) => id === recording.id);
  if (at === -1 || siblings.length < 2) return null;
  return (
    <nav aria-label="Recordings of this test" className="flex items-center gap-1">
      <NeighbourLink {...{ address }} label="Newer recording" to={siblings[at - 1]} />
      <span className="text-muted text-sm tabular-nums">
        {at + 1} / {siblings.length}
      </span>
      <NeighbourLink {...{ address }} label="Older recording" to={siblings[at + 1]} />
    </nav>
  );
}

interface NeighbourLinkProps {
  address: RecordingAddress;
  label: 'Newer recording' | 'Older recording';
  to: RecordingInfo | undefined;
}

function NeighbourLink({ address, label, to }: NeighbourLinkProps) {
  const Icon = label === 'Newer recording' ? ChevronLeft : ChevronRight;
  const icon = <Icon aria-hidden className="size-4.5" />;
  if (to === undefined) {
    return <span className="grid size-9 place-items-center text-line-strong">{icon}</span>;
  }
  return (
    <Link
      to={screens.recording.href({ ...address, userTimestamp: to.userTimestamp })}
      aria-label={`${label}: ${to.participantName}`}
      title={`${label}: ${to.participantName}`}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
    >
      {icon}
    </Link>
  );
}

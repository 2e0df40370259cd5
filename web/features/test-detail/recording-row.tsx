// One recording in the list: a link to its page, with what is known of it.
import { MousePointerClick, Timer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isolated } from '#contract/isolated.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { silentText } from '#web/entities/recording/running-badge.tsx';
import { pages } from '#web/lib/pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, Pulse } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { ListRow } from '#web/ui/surfaces.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { RecordingEntry } from './recording-entry.ts';

function hintOf({ mark, name, lastHeardAt }: RecordingEntry): ReactNode {
  if (mark === 'live') return 'Being recorded right now. You can watch it already.';
  if (mark === 'silent') return silentText({ lastHeardAt });
  if (mark === 'ended-early') {
    return 'The participant left before stopping. What was recorded is kept.';
  }
  return (
    <>
      Watch <Name>{name}</Name>
    </>
  );
}

interface RecordingRowProps {
  entry: RecordingEntry;
  onDelete: (address: RecordingAddress) => void;
}

export function RecordingRow({ entry, onDelete }: RecordingRowProps) {
  return (
    <ListRow className="relative hover:bg-hover">
      <Thumbnail src={entry.posterUrl} className="h-10 w-16">
        <Avatar name={entry.name} />
      </Thumbnail>
      <div className="grid min-w-0 grow gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_7.5rem_5.5rem_5rem_4.5rem] md:items-center">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Tooltip text={hintOf(entry)}>
            {/* Its area is the whole row; only the deletion lies above it. */}
            <Link
              to={pages.recording.href(entry.address)}
              className="truncate rounded-sm font-semibold after:absolute after:inset-0"
            >
              <Name>{entry.name}</Name>
            </Link>
          </Tooltip>
          {entry.mark === 'live' && (
            <Badge tone="danger">
              <Pulse />
              Live
            </Badge>
          )}
          {entry.mark === 'silent' && <Badge tone="warning">Silent</Badge>}
          {entry.mark === 'ended-early' && <Badge tone="warning">Ended early</Badge>}
          {entry.revision !== null && <Badge>Revision {entry.revision}</Badge>}
          {entry.isUncertain && (
            <Tooltip text="The test was changed after this session began. It may have been asked something else.">
              <Badge tone="warning">Task uncertain</Badge>
            </Tooltip>
          )}
        </span>
        <span className="flex flex-wrap gap-x-2 whitespace-nowrap text-muted text-sm tabular-nums md:contents">
          <span>{entry.date}</span>
          <span>{entry.time}</span>
        </span>
        <span className="flex gap-4 text-muted text-sm tabular-nums md:contents">
          <span className="flex items-center gap-1.5">
            <Timer aria-hidden className="size-4" />
            <span className="sr-only">Duration </span>
            {entry.duration ?? '–'}
          </span>
          <span className="flex items-center gap-1.5">
            <MousePointerClick aria-hidden className="size-4" />
            {entry.clicks ?? '–'}
            <span className="sr-only">{entry.clicks === 1 ? ' click' : ' clicks'}</span>
          </span>
        </span>
      </div>
      <Tooltip text="Delete recording">
        <IconButton
          label={`Delete the recording of ${isolated(entry.name)}`}
          title={undefined}
          tone="danger"
          icon={<Trash2 aria-hidden className="size-4" />}
          className="relative -mr-2"
          onClick={() => onDelete(entry.address)}
        />
      </Tooltip>
    </ListRow>
  );
}

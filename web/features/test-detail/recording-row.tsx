// One recording in the list: a link to its page, with what is known of it.
import { Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { isolated } from '#contract/isolated.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { PresenceBadge, silentText } from '#web/entities/recording/running-badge.tsx';
import { pages } from '#web/lib/pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { ListRow } from '#web/ui/surfaces.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { RecordingEntry } from './recording-entry.ts';

function hintOf({ mark, name, lastHeardAt, isUncertain }: RecordingEntry): ReactNode {
  if (mark === 'live') return 'Being recorded right now. You can watch it already.';
  if (mark === 'silent') return silentText({ lastHeardAt });
  if (mark === 'ended-early') {
    return 'The participant left before stopping. What was recorded is kept.';
  }
  if (isUncertain) {
    return 'The test was changed after this session began. It may have been asked something else.';
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

/** Painted again only when it differs: a list of 500 comes again with every change of one. */
export const RecordingRow = memo(
  Row,
  (before, now) =>
    before.onDelete === now.onDelete && JSON.stringify(before.entry) === JSON.stringify(now.entry),
);

function Row({ entry, onDelete }: RecordingRowProps) {
  return (
    <ListRow className="relative h-16 gap-3 py-0 [contain-intrinsic-height:4rem] [content-visibility:auto] hover:bg-hover lg:gap-4">
      <Thumbnail src={entry.posterUrl} className="h-10 w-16 max-lg:w-10">
        <Avatar name={entry.name} />
      </Thumbnail>
      <div className="grid min-w-0 grow lg:grid-cols-[minmax(0,1fr)_7rem_5rem_4rem_9rem] lg:items-center lg:gap-x-4">
        <span className="flex min-w-0 items-center gap-2">
          <Tooltip text={hintOf(entry)}>
            {/* Its area is the whole row; only the deletion lies above it. */}
            <Link
              to={pages.recording.href(entry.address)}
              className="truncate rounded-sm font-semibold after:absolute after:inset-0"
            >
              <Name>{entry.name}</Name>
            </Link>
          </Tooltip>
          <Marks entry={entry} />
        </span>
        {/* On a phone the second line. */}
        <span className="flex min-w-0 gap-x-2 overflow-hidden whitespace-nowrap text-muted text-sm tabular-nums max-sm:text-xs lg:contents">
          <span>{entry.date}</span>
          <span className="max-lg:hidden">{entry.time}</span>
          <span>
            {entry.duration !== null && <span className="sr-only">Length </span>}
            {entry.duration}
          </span>
          <span className="min-w-0 truncate">{entry.clicks}</span>
        </span>
      </div>
      <Tooltip text="Delete recording">
        <IconButton
          label={`Delete the recording of ${isolated(entry.name)}`}
          title={undefined}
          tone="danger"
          icon={<Trash2 aria-hidden className="size-4" />}
          className={`relative -mr-2 ${quiet}`}
          onClick={() => onDelete(entry.address)}
        />
      </Tooltip>
    </ListRow>
  );
}

/** With a pointer that can rest, it shows in the row under it or under the keyboard alone. */
const quiet = '[@media(hover:hover)]:[li:not(:hover,:focus-within)_&]:opacity-0';

function Marks({ entry }: { entry: RecordingEntry }) {
  return (
    <>
      <PresenceBadge presence={entry.mark === 'ended-early' ? null : entry.mark} />
      {entry.mark === 'ended-early' && <Badge tone="warning">Ended early</Badge>}
      {entry.revision !== null && <Badge>Revision {entry.revision}</Badge>}
      {entry.isUncertain && <Badge tone="warning">Task uncertain</Badge>}
    </>
  );
}

// One recording in the list: a link to its page, with its facts.
import { Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { PresenceBadge, silentText } from '#web/entities/recording/running.tsx';
import { OutcomeBadge } from '#web/entities/results/outcome-badge.tsx';
import { OutcomeMarks } from '#web/entities/results/outcome-marks.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { quietInRow } from '#web/ui/quiet-in-row.ts';
import { ListRow } from '#web/ui/surfaces.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { ItemPlace } from '#web/ui/windowed-list.tsx';
import type { RecordingEntry } from './recording-entry.ts';

function hintOf({ mark, name, lastHeardAt, isUncertain, isAlone }: RecordingEntry): ReactNode {
  if (isAlone && mark === 'ended-early') {
    return 'The participant left without stopping. Clicks and answers up to then are saved.';
  }
  if (isAlone && mark !== 'silent') return 'No recording: clicks and answers alone.';
  if (mark === 'live') return 'Recording now. You can already watch it.';
  if (mark === 'silent') return silentText({ lastHeardAt });
  if (mark === 'ended-early') {
    return 'The participant left without stopping. The recording up to then is saved.';
  }
  if (isUncertain) {
    return 'The test was changed after this session began. It may belong to another revision.';
  }
  return (
    <>
      Watch <Name>{name}</Name>
    </>
  );
}

interface RecordingRowProps extends ItemPlace {
  entry: RecordingEntry;
  /** Address of the recording's page within the current list. */
  href: string;
  /** Deletes the recording, or null if the person has no permission. */
  onDelete: ((address: RecordingAddress, isAlone: boolean) => void) | null;
}

/** Memoized, because each change reloads the whole list. */
export const RecordingRow = memo(
  Row,
  ({ entry: before, ...propsBefore }, { entry, ...props }) =>
    isSame(propsBefore, props) && JSON.stringify(before) === JSON.stringify(entry),
);

const isSame = (before: Omit<RecordingRowProps, 'entry'>, now: typeof before) =>
  Object.entries({ ...before, ...now }).every(
    ([name, value]) => before[name as keyof typeof before] === value && name in now,
  );

function Row({ entry, href, onDelete, ...place }: RecordingRowProps) {
  return (
    <ListRow {...place} className="relative min-h-16 gap-3 py-2 hover:bg-hover @min-[66rem]:gap-4">
      <Thumbnail src={entry.posterUrl} className="h-10 w-16 max-lg:w-10 @max-[66rem]:self-start">
        <Avatar name={entry.name} />
      </Thumbnail>
      <div className={`grid min-w-0 grow gap-y-0.5 ${columns}`}>
        <div className="min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <span className="text-muted text-sm tabular-nums">
              <span className="sr-only">Number </span>
              {entry.number}
            </span>
            <Tooltip text={hintOf(entry)}>
              {/* The link covers the whole row; only the delete button is above it. */}
              <Link
                to={href}
                className="truncate rounded-sm font-semibold after:absolute after:inset-0"
              >
                <Name>{entry.name}</Name>
              </Link>
            </Tooltip>
            <Marks entry={entry} />
          </span>
          <span className="block truncate text-muted text-xs tabular-nums">
            {entry.date}, {entry.time}
            {entry.device !== null && ` · ${entry.device}`}
          </span>
        </div>
        {/* The facts form a separate line on narrow screens. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums @min-[66rem]:contents">
          <Facts entry={entry} />
        </div>
      </div>
      {onDelete && (
        <Tooltip text={entry.isAlone ? 'Delete session' : 'Delete recording'}>
          <IconButton
            label={`Delete the ${entry.isAlone ? 'session' : 'recording'} of ${isolateName(entry.name)}`}
            title={undefined}
            tone="danger"
            icon={<Trash2 aria-hidden className="size-4" />}
            className={`relative -mr-2 @max-[66rem]:self-start ${quietInRow}`}
            onClick={() => onDelete(entry.address, entry.isAlone)}
          />
        </Tooltip>
      )}
    </ListRow>
  );
}

const columns =
  '@min-[66rem]:grid-cols-[minmax(0,1fr)_9rem_4.5rem_11rem_4rem_9rem] @min-[66rem]:items-center @min-[66rem]:gap-x-4';

/** Names of the columns, on wide screens; each cell repeats its name for screen readers. */
export function RecordingColumns() {
  return (
    <div aria-hidden className="hidden gap-4 px-5 pb-1 text-muted text-xs @min-[66rem]:flex">
      <span className="w-16 shrink-0" />
      <div className={`grid grow ${columns}`}>
        <span>Participant</span>
        <span>Outcome</span>
        <span>To goal</span>
        <span>Answers</span>
        <span>Length</span>
        <span>Clicks</span>
      </div>
      <span className="-mr-2 w-control shrink-0" />
    </div>
  );
}

function Facts({
  entry: { outcome, outcomes, timeToGoal, answers, duration, clicks },
}: Pick<RecordingRowProps, 'entry'>) {
  return (
    <>
      <span className={outcome === null ? '@max-[66rem]:hidden' : ''}>
        {outcome === 'running' && <Badge>Being read</Badge>}
        {outcome !== null && outcome !== 'running' && <OutcomeBadge outcome={outcome} />}
        {/* The badge above is that of the task in view. */}
        <OutcomeMarks outcomes={outcomes} className="mt-1" />
      </span>
      <Fact term="Time to goal" short="goal">
        {timeToGoal}
      </Fact>
      <span className={classNames('min-w-0 leading-5', answers === null && '@max-[66rem]:hidden')}>
        {answers !== null && <Answers {...answers} />}
      </span>
      <Fact term="Length">{duration}</Fact>
      <span className="min-w-0 truncate text-muted">{clicks}</span>
    </>
  );
}

interface FactProps {
  term: string;
  /** Beside it where there are no columns. */
  short?: string;
  children: string | null;
}

function Fact({ term, short, children }: FactProps) {
  if (children === null) return <span className="@max-[66rem]:hidden" />;
  return (
    <span>
      <span className="sr-only">{term} </span>
      {short && (
        <span aria-hidden className="text-muted @min-[66rem]:hidden">
          {short}{' '}
        </span>
      )}
      {children}
    </span>
  );
}

function Answers({ short, helped }: NonNullable<RecordingEntry['answers']>) {
  return (
    <>
      {short !== '' && (
        <span className="block truncate">
          <span className="sr-only">Answers </span>
          {short}
        </span>
      )}
      {helped !== '' && (
        <span title={helped} className="block truncate text-muted @max-[66rem]:max-w-60">
          “<Name>{helped}</Name>”
        </span>
      )}
    </>
  );
}

function Marks({ entry }: { entry: RecordingEntry }) {
  return (
    <>
      <PresenceBadge
        presence={entry.mark === 'ended-early' ? null : entry.mark}
        isAlone={entry.isAlone}
      />
      {entry.isAlone && <Badge>No recording</Badge>}
      {entry.mark === 'ended-early' && <Badge tone="warning">Ended early</Badge>}
      {entry.revision !== null && <Badge>Revision {entry.revision}</Badge>}
      {entry.isUncertain && <Badge tone="warning">Revision uncertain</Badge>}
    </>
  );
}

// Notes and clips as rows of 'What happened': author and time. A click seeks to them; a menu edits or deletes them, or
// adds them to the report.
import { FilePlus2, MessageSquareText, MoreVertical, Pencil, Scissors, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Authorship } from '#contract/notes.ts';
import { useMayEdit } from '#web/entities/account/rights.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { NoteText } from '#web/entities/note/note-text.tsx';
import type { Player } from '#web/entities/recording/player.ts';
import { formatDateTime, formatDay, formatDuration } from '#web/lib/format-time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuProps } from '#web/ui/menu-list.tsx';
import { Name } from '#web/ui/name.tsx';
import type { NoteOrClip } from './notes-and-clips.ts';
import { clipMark, noteMark } from './timeline-notes.tsx';

export interface NoteAndClipActions {
  player: Player;
  onEdit: (item: NoteOrClip) => void;
  /** Both are null for viewers, who can edit only their own. */
  onReport: ((item: NoteOrClip) => void) | null;
  onDelete: ((item: NoteOrClip) => void) | null;
}

export function NoteAndClipRows({
  notesAndClips,
  ...actions
}: NoteAndClipActions & { notesAndClips: readonly NoteOrClip[] }) {
  const mayEdit = useMayEdit();
  if (notesAndClips.length === 0) return null;
  return (
    <ul className="grid gap-1 px-2 pb-2">
      {notesAndClips.map((one) =>
        one.kind === 'note' ? (
          <Row
            key={one.note.id}
            {...{ item: one, ...actions }}
            by={one.note}
            mayEdit={mayEdit(one.note.author)}
            icon={<MessageSquareText aria-hidden className="size-4" />}
            time={formatDuration(one.atMs)}
            onGo={() => actions.player.seek(one.atMs)}
          >
            <NoteText>{one.note.text}</NoteText>
          </Row>
        ) : (
          <Row
            key={one.clip.id}
            {...{ item: one, ...actions }}
            by={one.clip}
            mayEdit={mayEdit(one.clip.author)}
            icon={<Scissors aria-hidden className="size-4" />}
            time={stretchText(one.clip)}
            onGo={() => playStretch(actions.player, one.clip)}
          >
            {one.clip.title === '' ? null : <NoteText>{one.clip.title}</NoteText>}
          </Row>
        ),
      )}
    </ul>
  );
}

interface RowProps extends NoteAndClipActions {
  item: NoteOrClip;
  by: Authorship;
  mayEdit: boolean;
  icon: ReactNode;
  time: string;
  onGo: () => void;
  children: ReactNode;
}

function Row({ item, by, mayEdit, icon, time, children, ...actions }: RowProps) {
  const { onGo } = actions;
  const what = item.kind === 'note' ? 'Note' : 'Clip';
  return (
    <li className="flex items-start rounded-md border border-line bg-surface text-sm">
      <div className="grid min-w-0 grow gap-1 py-2 pl-2.5">
        <button
          type="button"
          onClick={onGo}
          className="-my-1 flex min-h-6 items-center gap-2 justify-self-start rounded-sm text-accent tabular-nums hover:underline"
        >
          {icon}
          <span className="sr-only">{item.kind === 'note' ? 'Note at' : 'Play clip'} </span>
          {time}
        </button>
        {children}
        <p className="text-muted text-xs">
          <Byline {...by} />
        </p>
      </div>
      {mayEdit && (
        <Menu
          trigger={
            <IconButton
              label={`More for this ${what.toLowerCase()}`}
              icon={<MoreVertical aria-hidden className="size-4" />}
            />
          }
          items={itemsOf(item, actions)}
        />
      )}
    </li>
  );
}

function itemsOf(
  item: NoteOrClip,
  { onEdit, onReport, onDelete }: Omit<NoteAndClipActions, 'player'>,
): MenuProps['items'] {
  const items: MenuProps['items'] = [
    {
      id: 'edit',
      label: 'Change',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => onEdit(item),
    },
  ];
  if (onReport) {
    items.push({
      id: 'report',
      label: 'Add to report',
      icon: <FilePlus2 aria-hidden className="size-4" />,
      onSelect: () => onReport(item),
    });
  }
  if (onDelete) {
    items.push({
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      tone: 'danger',
      onSelect: () => onDelete(item),
    });
  }
  return items;
}

/** Shows the author, and the member who edited it last. */
function Byline({ author, createdAt, edited }: Authorship) {
  const isByOther = edited !== null && edited.by?.id !== author?.id;
  return (
    <>
      <Person person={author} />,{' '}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatDay(createdAt)}
      </time>
      {edited && (
        <>
          {' · changed '}
          {isByOther && (
            <>
              by <Person person={edited.by} />,{' '}
            </>
          )}
          <time dateTime={edited.at} title={formatDateTime(edited.at)}>
            {formatDay(edited.at)}
          </time>
        </>
      )}
    </>
  );
}

function Person({ person }: { person: Authorship['author'] }) {
  return person === null ? 'a deleted account' : <Name>{person.name}</Name>;
}

/** A playback position this far beyond the end means that the person has seeked elsewhere. */
const PASSED_MS = 500;

/** Plays from begin to end. A seek beyond the end continues the playback there. */
function playStretch(player: Player, { fromMs, toMs }: { fromMs: number; toMs: number }): void {
  player.playFrom(fromMs);
  const leave = player.subscribe(() => {
    const { atMs } = player.getSnapshot();
    if (atMs < toMs) return;
    leave();
    if (atMs < toMs + PASSED_MS) player.pause();
  });
}

/** Legend of the marks on the timeline, for existing kinds only. */
export function NoteAndClipSigns({ notesAndClips }: { notesAndClips: readonly NoteOrClip[] }) {
  return (
    <>
      {notesAndClips.some(({ kind }) => kind === 'note') && (
        <span className="flex items-center gap-2">
          <span aria-hidden className={`mx-1 ${noteMark}`} />
          Note
        </span>
      )}
      {notesAndClips.some(({ kind }) => kind === 'clip') && (
        <span className="flex items-center gap-2">
          <span aria-hidden className={`w-6 ${clipMark}`} />
          Clip
        </span>
      )}
    </>
  );
}

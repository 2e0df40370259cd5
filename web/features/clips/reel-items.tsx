// Clips and title cards of a reel in order. They are moved by dragging or by buttons, and each move is announced.
import { Film, Pencil, Type, VideoOff, X } from 'lucide-react';
import { useState } from 'react';
import type { ReelItem } from '#contract/reels.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { ClipPicture } from '#web/entities/clip/clip-in-place.tsx';
import { unavailableText } from '#web/entities/finding/report-text.ts';
import { type Edge, movedBy, movedTo, useSortable } from '#web/lib/sortable.ts';
import { toast } from '#web/lib/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DragHandle, MoveButtons } from '#web/ui/move-buttons.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextDialog } from './reel-dialogs.tsx';

interface ReelItemsProps {
  items: readonly ReelItem[];
  /** Position of the item that the player shows. */
  at: number;
  mayChange: boolean;
  onChange: (items: ReelItem[]) => void;
  /** Puts a removed item back at its place. */
  onRestore: (item: ReelItem, place: number) => void;
  /** Called when a clip of the list is dropped at a place. */
  onAdd: (clipId: string, place: number) => void;
}

export function ReelItems({ items, at, mayChange, ...on }: ReelItemsProps) {
  const { onChange, onRestore, onAdd } = on;
  const [announcement, setAnnouncement] = useState('');
  const keys = items.map(({ id }) => id);
  const arrange = (id: string, to: readonly string[]) => {
    const place = to.indexOf(id);
    if (place === keys.indexOf(id)) return;
    setAnnouncement(
      `${nameOf(items.find((item) => item.id === id))} is at place ${place + 1} of ${to.length} now.`,
    );
    onChange(to.flatMap((key) => items.find((item) => item.id === key) ?? []));
  };
  const takeOut = (item: ReelItem) => {
    onChange(items.filter(({ id }) => id !== item.id));
    // The place of a deleted clip has no clip to restore.
    if (isGone(item)) setAnnouncement(`${nameOf(item)} was removed.`);
    else {
      const place = keys.indexOf(item.id);
      toast.undoable('Removed from the reel.', { onUndo: () => onRestore(item, place) });
    }
  };
  return (
    <>
      {items.length > 0 && (
        <ol
          aria-label="Parts of the reel"
          className="rounded-lg border border-line max-xl:max-h-[26rem] max-xl:overflow-y-auto"
        >
          {items.map((item, place) => (
            <Item
              key={item.id}
              item={item}
              place={place}
              mayChange={mayChange}
              isShown={place === at}
              isLast={place === items.length - 1}
              onMoveBy={(by) => arrange(item.id, movedBy(keys, item.id, by))}
              onDropped={(dragged, edge) =>
                dragged.kind === 'clip'
                  ? onAdd(dragged.id, edge === 'before' ? place : place + 1)
                  : arrange(dragged.id, movedTo(keys, dragged.id, { to: item.id, edge }))
              }
              onTakeOut={() => takeOut(item)}
              onText={(text) =>
                onChange(
                  items.map((each) =>
                    each.id === item.id ? { ...item, kind: 'title', text } : each,
                  ),
                )
              }
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** Returns the name that the row shows and that a screen reader announces. */
export function nameOf(item: ReelItem | undefined): string {
  if (item === undefined) return '';
  if (item.kind === 'title') return item.text;
  const { clip } = item;
  if (typeof clip === 'string') return unavailableText('clip', clip);
  return clip.title || `Clip of ${clip.recording.participantName}`;
}

interface ItemProps {
  item: ReelItem;
  place: number;
  isShown: boolean;
  isLast: boolean;
  mayChange: boolean;
  onMoveBy: (by: -1 | 1) => void;
  onDropped: (dragged: { kind: string; id: string }, edge: Edge) => void;
  onTakeOut: () => void;
  onText: (text: string) => void;
}

function Item({ item, place, isShown, isLast, mayChange, ...rest }: ItemProps) {
  const { onMoveBy, onDropped, onTakeOut, onText } = rest;
  const [isEdited, setEdited] = useState(false);
  const drag = useSortable<HTMLLIElement>({
    kind: 'reel-item',
    id: item.id,
    accepts: mayChange ? 'reel-item clip' : '',
    onDropped,
  });
  return (
    <li
      ref={drag.element}
      data-edge={drag.edge ?? undefined}
      aria-current={isShown ? 'true' : undefined}
      className={classNames(
        'flex items-center gap-2 border-line py-1.5 pr-1 pl-2 not-last:border-b data-[edge=after]:shadow-[inset_0_-3px_0_var(--color-accent)] data-[edge=before]:shadow-[inset_0_3px_0_var(--color-accent)]',
        isShown && 'bg-accent-soft',
        drag.isDragged && 'opacity-50',
      )}
    >
      {mayChange && <DragHandle ref={drag.handle} />}
      <Picture item={item} />
      <div className="min-w-0 grow">
        <p
          className={classNames(
            'line-clamp-2 text-sm',
            isGone(item) ? 'text-muted' : 'font-medium',
          )}
        >
          <Name>{nameOf(item)}</Name>
        </p>
        {item.kind === 'clip' && typeof item.clip !== 'string' && (
          <p className="truncate text-muted text-xs tabular-nums">
            {item.clip.recording.task && `Task ${item.clip.recording.task.position} · `}
            <Name>{item.clip.recording.participantName}</Name>, {stretchText(item.clip)}
          </p>
        )}
      </div>
      {mayChange && (
        <span className="flex shrink-0 *:size-control-sm! print:hidden">
          {item.kind === 'title' && (
            <IconButton
              label={`Edit title card: ${item.text}`}
              title="Edit"
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={() => setEdited(true)}
            />
          )}
          <MoveButtons
            what={nameOf(item)}
            isFirst={place === 0}
            isLast={isLast}
            onMove={onMoveBy}
          />
          <IconButton
            label={`Remove from the reel: ${nameOf(item)}`}
            title="Remove"
            icon={<X aria-hidden className="size-4" />}
            onClick={onTakeOut}
          />
        </span>
      )}
      {isEdited && item.kind === 'title' && (
        <TextDialog kind="card" text={item.text} onClose={() => setEdited(false)} onSave={onText} />
      )}
    </li>
  );
}

const isGone = (item: ReelItem) => item.kind === 'clip' && typeof item.clip === 'string';

function Picture({ item }: { item: ReelItem }) {
  const Icon = item.kind === 'title' ? Type : isGone(item) ? VideoOff : Film;
  const icon = <Icon aria-hidden className="size-4" />;
  return (
    <span className="grid h-9 w-14 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-muted max-sm:hidden">
      {item.kind === 'clip' && typeof item.clip !== 'string' ? (
        <ClipPicture clip={item.clip} className="size-full">
          {icon}
        </ClipPicture>
      ) : (
        icon
      )}
    </span>
  );
}

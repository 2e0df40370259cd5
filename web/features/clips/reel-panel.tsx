// One reel: its player, its clips and title cards in order, and its actions.
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2, Type } from 'lucide-react';
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import type { Reel } from '#contract/reels.ts';
import { ReelDownload } from '#web/entities/clip/clip-download.tsx';
import { usePlayableReel } from '#web/entities/clip/playable-reel.ts';
import { ReelPlayer } from '#web/entities/clip/reel-player.tsx';
import { queryKeys } from '#web/entities/query-keys.ts';
import { useCaptions } from '#web/entities/transcript/captions.tsx';
import { ShareButton } from '#web/entities/view-link/share-dialog.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useDropPlace } from '#web/lib/sortable.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { DeleteReel, TextDialog } from './reel-dialogs.tsx';
import { type Arranged, newClipItem, useReelDraft } from './reel-draft.ts';
import { nameOf, ReelItems } from './reel-items.tsx';

interface ReelPanelProps {
  testId: TestId;
  reel: Reel;
  mayChange: boolean;
  /** Among others, by the choice of one. */
  isNamedAbove: boolean;
}

export function ReelPanel({ testId, reel, mayChange, isNamedAbove }: ReelPanelProps) {
  const { current, change, restore, conflict, settle } = useReelDraft(testId, reel);
  const [openDialog, setOpenDialog] = useState<'name' | 'card' | null>(null);
  const [at, setAt] = useState(-1);
  const clipOf = useListedClips(testId);
  const played = usePlayableReel(current.items);
  const item = current.items[at];
  const playing = item?.kind === 'clip' && typeof item.clip !== 'string' ? item.clip : null;
  const captions = useCaptions(testId, playing?.sessionId ?? null);
  const add = (id: string, place: number) => {
    const clip = clipOf(id);
    if (clip) change({ items: current.items.toSpliced(place, 0, newClipItem(clip)) });
  };
  const end = useDropPlace<HTMLDivElement>(mayChange ? 'clip' : '', ({ id }) =>
    add(id, current.items.length),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <h3 className={classNames('text-base', isNamedAbove && 'sr-only print:not-sr-only')}>
            <Name>{current.name}</Name>
          </h3>
          <p className="text-muted text-sm tabular-nums">
            {reel.clips === 1 ? '1 clip' : `${reel.clips} clips`}, {formatDuration(reel.lengthMs)}
          </p>
        </div>
        {reel.clips > 0 && <ReelDownload id={reel.id} />}
        <ShareButton testId={testId} thing={{ kind: 'reel', reelId: reel.id }} look="icon" />
        {mayChange && (
          <>
            <IconButton
              label="Rename the reel"
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={() => setOpenDialog('name')}
            />
            <DeleteReel
              testId={testId}
              reel={reel}
              icon={<Trash2 aria-hidden className="size-4" />}
            />
          </>
        )}
      </div>
      {played !== null && played.length > 0 && (
        <ReelPlayer
          items={played}
          label={`Reel ${isolateName(current.name)}`}
          onItem={setAt}
          captions={captions}
        />
      )}
      <ReelItems
        items={current.items}
        at={at}
        mayChange={mayChange}
        onChange={(items) => change({ items })}
        onRestore={restore}
        onAdd={add}
      />
      {mayChange && (
        <div
          ref={end.element}
          className={classNames(
            'flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line-strong border-dashed px-3 py-2 text-muted text-sm print:hidden',
            end.isOver && 'border-accent bg-accent-soft',
          )}
        >
          {/* A clip cannot be dragged from a list above; it has a button instead. */}
          <span className="max-xl:hidden">Drag clips here</span>
          <Button
            size="sm"
            variant="quiet"
            icon={<Type aria-hidden className="size-4" />}
            onClick={() => setOpenDialog('card')}
          >
            Title card
          </Button>
        </div>
      )}
      {openDialog === 'name' && (
        <TextDialog
          kind="name"
          text={current.name}
          onClose={() => setOpenDialog(null)}
          onSave={(name) => change({ name })}
        />
      )}
      {openDialog === 'card' && (
        <TextDialog
          kind="card"
          text=""
          onClose={() => setOpenDialog(null)}
          onSave={(text) =>
            change({ items: [...current.items, { id: crypto.randomUUID(), kind: 'title', text }] })
          }
        />
      )}
      {conflict && <ReelConflict {...conflict} onSettle={settle} />}
    </div>
  );
}

/** Loaded clips of the list, which can be dragged from it. */
function useListedClips(testId: TestId): (id: string) => Clip | undefined {
  const client = useQueryClient();
  return (id) => {
    const lists = client.getQueriesData<{ pages: { items: Clip[] }[] }>({
      queryKey: [...queryKeys.clips.key, testId, 'list'],
    });
    const clips = lists.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
    return clips.find((clip) => clip.id === id);
  };
}

interface ReelConflictProps {
  mine: Arranged;
  theirs: Reel;
  onSettle: (keepsMine: boolean) => void;
}

/** Conflict of two members who ordered one reel at the same time: both orders, and the choice between them. */
function ReelConflict({ mine, theirs, onSettle }: ReelConflictProps) {
  const by = theirs.edited?.by?.name;
  return (
    <Dialog
      open
      size="lg"
      onClose={() => onSettle(false)}
      title={<>{by ? <Name>{by}</Name> : 'Another member'} changed this reel meanwhile</>}
      description="Compare both orders and choose one."
      actions={
        <>
          <Button variant="secondary" onClick={() => onSettle(true)}>
            Use mine
          </Button>
          <Button onClick={() => onSettle(false)}>Keep theirs</Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Order title="Theirs" arranged={theirs} />
        <Order title="Mine" arranged={mine} />
      </div>
    </Dialog>
  );
}

function Order({ title, arranged: { name, items } }: { title: string; arranged: Arranged }) {
  return (
    <section className="min-w-0 rounded-lg border border-line p-4">
      <h3 className="text-base">
        {title}: <Name>{name}</Name>
      </h3>
      <ol className="mt-2 grid list-decimal gap-1 pl-6 text-sm">
        {items.map((item) => (
          <li key={item.id}>
            <Name>{nameOf(item)}</Name>
          </li>
        ))}
      </ol>
    </section>
  );
}

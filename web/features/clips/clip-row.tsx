// One clip of the list: it plays in place, and one menu has what else can be done with it. A selection is for several.

import { Download, FilePlus2, ListPlus, MoreVertical, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import { useMayEdit } from '#web/entities/account/rights.ts';
import { useMakeClip } from '#web/entities/clip/clip.query.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { downloadClip } from '#web/entities/clip/clip-download.tsx';
import { ClipInPlace, clipHref } from '#web/entities/clip/clip-in-place.tsx';
import { useClipRefusal } from '#web/entities/clip/clip-source.ts';
import { AddToReportDialog } from '#web/entities/finding/add-to-report.tsx';
import { reportableClip } from '#web/entities/finding/report-place.ts';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { OutcomeBadge } from '#web/entities/results/outcome-badge.tsx';
import { deleteWithUndo } from '#web/entities/undoable-deletion.ts';
import { ShareDialog } from '#web/entities/view-link/share-dialog.tsx';
import { useSortable } from '#web/lib/sortable.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuProps } from '#web/ui/menu-list.tsx';
import { DragHandle } from '#web/ui/move-buttons.tsx';
import { Name } from '#web/ui/name.tsx';
import type { ItemPlace } from '#web/ui/windowed-list.tsx';
import { useReelItems } from './add-to-reel.tsx';
import { TextDialog } from './reel-dialogs.tsx';

interface ClipRowProps {
  testId: TestId;
  clip: Clip;
  mayChange: boolean;
  /** Selection for a reel, or null for people who may not change reels. */
  selection: { isSelected: boolean; onToggle: () => void } | null;
  place: ItemPlace;
}

export function ClipRow({ testId, clip, mayChange, selection, place }: ClipRowProps) {
  const { recording, title } = clip;
  const person = recording.participantName;
  const drag = useSortable<HTMLDivElement>({ kind: 'clip', id: clip.id, accepts: '' });
  return (
    <li {...place} className="p-3 sm:px-4">
      <div
        ref={drag.element}
        className={classNames(
          'group/clip flex min-w-0 items-start gap-x-3 gap-y-2 has-[video:not([aria-hidden])]:flex-wrap max-sm:flex-wrap',
          drag.isDragged && 'opacity-50',
        )}
      >
        {selection && (
          <label className="-m-2 grid size-control shrink-0 cursor-pointer place-items-center print:hidden">
            <input
              type="checkbox"
              aria-label={`Select the clip ${title || person}`}
              checked={selection.isSelected}
              onChange={selection.onToggle}
              className="size-4 cursor-pointer accent-accent"
            />
          </label>
        )}
        {mayChange && (
          // A clip can be dragged only while the reels are beside the list.
          <span className="group-has-[video:not([aria-hidden])]/clip:hidden max-xl:hidden">
            <DragHandle ref={drag.handle} />
          </span>
        )}
        <div className="w-28 shrink-0 has-[video:not([aria-hidden])]:w-full sm:w-32">
          <ClipInPlace clip={clip} person={person} />
        </div>
        <div className="grid min-w-0 grow basis-36 gap-1">
          <div className="font-medium *:text-left">
            {title === '' ? (
              <span className="text-muted">Without a title</span>
            ) : (
              <NoteText>{title}</NoteText>
            )}
          </div>
          <p className="text-muted text-sm tabular-nums">
            <Link
              to={clipHref(clip)}
              className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              <Name>{person}</Name>, {stretchText(clip)}
            </Link>
            {clip.author && (
              <>
                {' · by '}
                <Name>{clip.author.name}</Name>
              </>
            )}
          </p>
          <div className="flex items-center gap-2 text-muted text-sm">
            <OutcomeBadge outcome={recording.outcome} />
            {recording.task && `Task ${recording.task.position}`}
          </div>
        </div>
        <div className="ml-auto shrink-0 print:hidden">
          <MoreForClip testId={testId} clip={clip} mayChange={mayChange} />
        </div>
      </div>
    </li>
  );
}

/** Everything else that can be done with the clip. Viewers may rename their own. */
function MoreForClip({ testId, clip, mayChange }: Omit<ClipRowProps, 'place' | 'selection'>) {
  const mayEdit = useMayEdit();
  const [dialog, setDialog] = useState<'share' | 'report' | 'rename' | null>(null);
  const { id, sessionId, version, title, fromMs, toMs } = clip;
  const renaming = useMakeClip({ testId, sessionId });
  const isDownloadable = useClipRefusal(clip) === null;
  const reels = useReelItems({ testId, clips: [id] });
  const close = () => setDialog(null);
  const rename = (text: string) =>
    renaming.mutate(
      { seen: { id, version }, title: text, fromMs, toMs },
      { onError: toastFailure('The clip was not renamed. Please try again.') },
    );
  const items: MenuProps['items'] = [
    isDownloadable && {
      id: 'download',
      label: 'Download',
      icon: <Download aria-hidden className="size-4" />,
      onSelect: () => downloadClip(clip),
    },
    mayChange && {
      id: 'share',
      label: 'Share',
      icon: <Share2 aria-hidden className="size-4" />,
      onSelect: () => setDialog('share'),
    },
    mayChange && {
      id: 'report',
      label: 'Add to report',
      icon: <FilePlus2 aria-hidden className="size-4" />,
      onSelect: () => setDialog('report'),
    },
    ...(mayChange ? reels : []).map((item) => ({
      ...item,
      label: item.id === 'new' ? 'Add to a new reel' : <>Add to {item.label}</>,
      icon: <ListPlus aria-hidden className="size-4" />,
    })),
    mayEdit(clip.author) && {
      id: 'rename',
      label: 'Rename',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => setDialog('rename'),
    },
    mayChange && {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      tone: 'danger' as const,
      onSelect: () => deleteWithUndo({ testId, kind: 'clip', id, version }),
    },
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More for this clip: ${title || clip.recording.participantName}`}
            title="More"
            icon={<MoreVertical aria-hidden className="size-4" />}
          />
        }
        items={items}
      />
      {dialog === 'share' && (
        <ShareDialog testId={testId} thing={{ kind: 'clip', clipId: id }} onClose={close} />
      )}
      {dialog === 'report' && (
        <AddToReportDialog testId={testId} {...reportableClip(clip)} onClose={close} />
      )}
      {dialog === 'rename' && (
        <TextDialog kind="clip" text={title} onClose={close} onSave={rename} />
      )}
    </>
  );
}

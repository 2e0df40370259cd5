// One clip of the list. It plays in place; dragging or a menu adds it to a reel, a button to the report.

import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { ClipDownload } from '#web/entities/clip/clip-download.tsx';
import { ClipInPlace, clipHref } from '#web/entities/clip/clip-in-place.tsx';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { reelsQuery, useAddToReel, useMakeReel } from '#web/entities/reel/reel.query.ts';
import { OutcomeBadge } from '#web/entities/results/outcome-badge.tsx';
import { ShareButton } from '#web/entities/view-link/share-dialog.tsx';
import { useSortable } from '#web/lib/sortable.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';
import { DragHandle } from '#web/ui/move-buttons.tsx';
import { Name } from '#web/ui/name.tsx';
import type { ItemPlace } from '#web/ui/windowed-list.tsx';
import { newReelName } from './reel-draft.ts';

interface ClipRowProps {
  testId: TestId;
  clip: Clip;
  mayChange: boolean;
  place: ItemPlace;
}

export function ClipRow({ testId, clip, mayChange, place }: ClipRowProps) {
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
          <div>
            <OutcomeBadge outcome={recording.outcome} />
          </div>
        </div>
        <div className="ml-auto flex shrink-0 items-center print:hidden">
          <ClipDownload clip={clip} />
          <ShareButton testId={testId} thing={{ kind: 'clip', clipId: clip.id }} look="icon" />
          {mayChange && (
            <>
              <AddToReel
                testId={testId}
                clip={clip}
                icon={<ListPlus aria-hidden className="size-4" />}
              />
              <AddToReport
                testId={testId}
                look="icon"
                what={title === '' ? `Clip of ${person}` : title}
                evidence={{ kind: 'clip', clipId: clip.id }}
              />
            </>
          )}
        </div>
      </div>
    </li>
  );
}

interface AddToReelProps {
  testId: TestId;
  clip: Clip;
  icon: ReactNode;
}

/** Adds a clip to a reel without dragging: a menu of the test's reels, and a new one. */
function AddToReel({ testId, clip, icon }: AddToReelProps) {
  const reels = useQuery(reelsQuery(testId)).data ?? [];
  const adding = useAddToReel(testId);
  const making = useMakeReel(testId);
  const after = (name: string) => ({
    onSuccess: () => toast.success(`Added to ‘${name}’.`),
    onError: toastFailure('The clip was not added. Please try again.'),
  });
  const name = newReelName(reels);
  return (
    <Menu
      trigger={
        <IconButton
          label={`Add to a reel: ${clip.title || clip.recording.participantName}`}
          title="Add to a reel"
          icon={icon}
        />
      }
      items={[
        ...reels.map((reel) => ({
          id: reel.id,
          label: <Name>{reel.name}</Name>,
          onSelect: () => adding.mutate({ reelId: reel.id, clips: [clip.id] }, after(reel.name)),
        })),
        {
          id: 'new',
          label: 'A new reel',
          onSelect: () => making.mutate({ name, clips: [clip.id] }, after(name)),
        },
      ]}
    />
  );
}

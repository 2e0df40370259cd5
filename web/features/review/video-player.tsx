// The player: the browser's own <video>, with our controls under the picture, never over it.
import { type ReactNode, useEffect, useRef } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { usePlayerKeys } from '#web/entities/recording/key-help.tsx';
import type { Player } from '#web/entities/recording/player.ts';
import { videoActions } from '#web/entities/recording/player-keys.ts';
import { Waiting } from '#web/entities/recording/player-parts.tsx';
import {
  type Captions,
  CaptionTrack,
  useCaptionSwitch,
} from '#web/entities/transcript/captions.tsx';
import type { Drafts } from './drafts.ts';
import { type Chapter, neighbourMark } from './moments.ts';
import type { NoteOrClip } from './notes-and-clips.ts';
import { PlayerControls } from './player-controls.tsx';
import type { TaskStretch } from './tasks.ts';
import { Timeline } from './timeline.tsx';
import { TimelineTasks } from './timeline-tasks.tsx';

interface VideoPlayerProps {
  player: Player;
  src: string;
  label: string;
  /** Several tasks of the recording, or none. */
  tasks: readonly TaskStretch[];
  chapters: readonly Chapter[];
  stills: readonly StillSheet[];
  notesAndClips: readonly NoteOrClip[];
  drafts: Drafts;
  /** The captions, or null if there is no transcript. */
  captions: Captions | null;
  /** Region in which the player's keys work: the player and the panel beside it. */
  region: HTMLElement | null;
  /** Opens the recording of the previous or next person within the filter; does nothing if there is none. */
  openNeighbour: (direction: 'previous' | 'next') => void;
  /** Composers under the controls. */
  children: ReactNode;
}

export function VideoPlayer({
  player,
  src,
  label,
  tasks,
  chapters,
  stills,
  notesAndClips,
  drafts,
  captions,
  region,
  openNeighbour,
  children,
}: VideoPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const captionSwitch = useCaptionSwitch(captions);
  const mayNote = useMayNote();
  const marksMs = chapters.flatMap(({ clicks }) => clicks.map(({ atMs }) => atMs));
  const toClick = (direction: 'previous' | 'next') => () => {
    const markMs = neighbourMark(marksMs, player.getSnapshot().atMs, direction);
    if (markMs !== null) player.seek(markMs);
  };
  const now = () => player.getSnapshot().atMs;
  const actions = {
    ...videoActions(player),
    previousPerson: () => openNeighbour('previous'),
    nextPerson: () => openNeighbour('next'),
    previousClick: toClick('previous'),
    nextClick: toClick('next'),
    ...(mayNote && {
      note: () => drafts.writeNote(now()),
      clipIn: () => drafts.setFrom(now()),
      clipOut: () => drafts.setTo(now()),
      cancelClip: () => drafts.cancelClip(),
    }),
    captions: captionSwitch.toggle,
    fullScreen: () => void toggleFullScreen(frame.current),
  };
  const keys = usePlayerKeys(actions);
  const pressKey = useRef(keys.onKeyDown);
  useEffect(() => {
    pressKey.current = keys.onKeyDown;
  });

  useEffect(() => {
    if (region === null) return;
    const press = (event: KeyboardEvent) => pressKey.current(event);
    region.addEventListener('keydown', press);
    return () => region.removeEventListener('keydown', press);
  }, [region]);

  return (
    <>
      <div
        ref={frame}
        data-scheme="dark"
        className="flex forced-color-adjust-none flex-col overflow-hidden rounded-lg border border-line bg-surface text-text"
      >
        <div className="relative aspect-(--aspect) max-h-[max(9rem,100dvh-19.5rem)] w-full grow bg-sunken in-[:fullscreen]:aspect-auto in-[:fullscreen]:max-h-none in-[:fullscreen]:min-h-0">
          {/* biome-ignore lint/a11y/useMediaCaption: there are captions where there is a transcript. */}
          <video
            ref={player.attach}
            src={src}
            preload="metadata"
            playsInline
            aria-label={label}
            className="absolute inset-0 size-full cursor-pointer object-contain"
            onClick={() => player.toggle()}
          >
            {captions && (
              <CaptionTrack key={captions.src} {...captions} isShown={captionSwitch.isShown} />
            )}
          </video>
          <Waiting player={player} />
        </div>
        <div className="px-3 pt-2 pb-3 sm:px-4">
          <TimelineTasks player={player} tasks={tasks} />
          <Timeline
            player={player}
            tasks={tasks}
            chapters={chapters}
            stills={stills}
            notesAndClips={notesAndClips}
            drafts={drafts}
          />
          <PlayerControls
            player={player}
            hasClicks={marksMs.length > 0}
            isCaptioned={captionSwitch.isShown}
            actions={actions}
            keys={keys}
          />
        </div>
        {children}
      </div>
      {keys.help}
    </>
  );
}

async function toggleFullScreen(frame: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement === null) await frame?.requestFullscreen();
    else await document.exitFullscreen();
  } catch (error) {
    // If the browser's settings reject it, the picture stays in place.
    console.warn('Your browser did not allow full screen', error);
  }
}

// The player: the browser's own <video>, with our controls under the picture, never over it.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { Waiting } from '#web/entities/recording/player-parts.tsx';
import { captionsVisible } from '#web/entities/storage-keys.ts';
import type { Drafts } from './drafts.ts';
import type { Chapter } from './moments.ts';
import type { NoteOrClip } from './notes-and-clips.ts';
import { type KeyTarget, pressKey } from './player.keys.ts';
import { PlayerControls, PlayerHelp } from './player-controls.tsx';
import { Timeline } from './timeline.tsx';

/** The transcript as WebVTT. */
export interface Captions {
  src: string;
  /** BCP 47 language tag, or null if unknown. */
  language: string | null;
}

interface VideoPlayerProps {
  player: Player;
  src: string;
  label: string;
  /** Shown until playback or a seek. */
  posterUrl: string | null;
  chapters: readonly Chapter[];
  stills: readonly StillSheet[];
  notesAndClips: readonly NoteOrClip[];
  drafts: Drafts;
  /** The captions, or null if there is no transcript. */
  captions: Captions | null;
  /** Region in which the player's keys work: the player and the panel beside it. */
  region: HTMLElement | null;
  openNeighbour: KeyTarget['openNeighbour'];
  /** Composers under the controls. */
  children: ReactNode;
}

export function VideoPlayer({
  player,
  src,
  label,
  posterUrl,
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
  const [helpOpen, setHelpOpen] = useState(false);
  const [captioned, setCaptioned] = useState(() => captionsVisible.read() ?? false);
  const mayNote = useMayNote();
  const hasCaptions = captions !== null;
  const target: KeyTarget = useMemo(
    () => ({
      player,
      drafts: mayNote ? drafts : null,
      marksMs: chapters.flatMap(({ clicks }) => clicks.map(({ atMs }) => atMs)),
      toggleFullScreen: () => void toggleFullScreen(frame.current),
      openNeighbour,
      toggleHelp: () => setHelpOpen((open) => !open),
      captioned,
      toggleCaptions: hasCaptions
        ? () => {
            setCaptioned(!captioned);
            captionsVisible.write(!captioned);
          }
        : null,
    }),
    [player, drafts, mayNote, chapters, captioned, hasCaptions, openNeighbour],
  );

  useEffect(() => {
    if (region === null) return;
    const press = (event: KeyboardEvent) => pressKey(event, target);
    region.addEventListener('keydown', press);
    return () => region.removeEventListener('keydown', press);
  }, [region, target]);

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
            poster={posterUrl ?? undefined}
            preload="metadata"
            playsInline
            aria-label={label}
            className="absolute inset-0 size-full cursor-pointer object-contain"
            onClick={() => player.toggle()}
          >
            {captions && <CaptionTrack key={captions.src} {...captions} isShown={captioned} />}
          </video>
          <Waiting player={player} />
        </div>
        <div className="px-3 pt-2 pb-3 sm:px-4">
          <Timeline
            player={player}
            chapters={chapters}
            stills={stills}
            notesAndClips={notesAndClips}
            drafts={drafts}
          />
          <PlayerControls target={target} />
        </div>
        {children}
      </div>
      <PlayerHelp open={helpOpen} mayWrite={mayNote} onClose={() => setHelpOpen(false)} />
    </>
  );
}

/** Our button controls the captions, because the browser's own controls are off. */
function CaptionTrack({ src, language, isShown }: Captions & { isShown: boolean }) {
  const element = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    if (element.current) element.current.track.mode = isShown ? 'showing' : 'hidden';
  }, [isShown]);
  return (
    <track ref={element} kind="captions" src={src} srcLang={language ?? 'und'} label="Transcript" />
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

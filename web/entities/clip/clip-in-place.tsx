// A clip in a list or a report: its picture, and after a press the clip itself. On paper the
// picture.
import { Play } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import { usePlayerKeys } from '#web/entities/recording/key-help.tsx';
import { Player } from '#web/entities/recording/player.ts';
import { videoActions } from '#web/entities/recording/player-keys.ts';
import { momentHref } from '#web/entities/recording/recording-address.ts';
import { StillPicture } from '#web/entities/recording/still-picture.tsx';
import { useCaptionSwitch, useCaptions } from '#web/entities/transcript/captions.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { stretchText } from './clip-around.ts';
import { ClipPlayer, ClipRefusal } from './clip-player.tsx';
import { type ClipSource, useClipSources } from './clip-source.ts';

interface ClipInPlaceProps {
  clip: Clip;
  /** 'Ada', or 'Participant 12' where names are off. */
  person: string;
  /** Replaces the still of its beginning; ▶ leaves its middle free. */
  picture?: ReactNode;
}

export function ClipInPlace({ clip, person, picture }: ClipInPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const [button, isSeen] = useVisibility<HTMLButtonElement>();
  const source = useClipSources([clip], isSeen || isOpen).get(clip.id);
  const plays = isOpen && source !== undefined;
  const { fromMs, toMs } = clip;
  if (source && source.refusal !== null) return <ClipRefusal sentence={source.refusal} />;
  return (
    <>
      {plays && (
        <div className="overflow-hidden rounded-lg border border-line print:hidden">
          <OpenClip clip={clip} source={source} label={`Recording of ${isolateName(person)}`} />
        </div>
      )}
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        className={`group relative block aspect-video w-full overflow-hidden rounded-lg border border-line bg-sunken ${plays ? 'hidden print:block' : ''}`}
      >
        {/* A PDF keeps the labels of its elements, but nothing of what is not printed. */}
        <span className="sr-only print:hidden">
          Play the clip of {isolateName(person)}, {stretchText(clip)} (
          {formatDuration(toMs - fromMs)})
        </span>
        {picture ??
          (source?.isOwnFile ? (
            <FirstPicture {...source} />
          ) : (
            <ClipPicture clip={clip} className="size-full" />
          ))}
        <span
          aria-hidden
          data-scheme="dark"
          className={`absolute grid place-items-center rounded-full bg-surface/85 text-text transition-colors group-hover:bg-accent group-hover:text-on-accent print:hidden ${picture ? 'bottom-1.5 left-1.5 size-8' : 'inset-0 m-auto size-10'}`}
        >
          <Play className="size-5 fill-current" />
        </span>
        <span
          aria-hidden
          data-scheme="dark"
          className="absolute right-1.5 bottom-1.5 rounded-sm bg-surface/85 px-1.5 text-text text-xs tabular-nums [print-color-adjust:exact]"
        >
          {formatDuration(toMs - fromMs)}
        </span>
      </button>
    </>
  );
}

interface OpenClipProps {
  clip: Clip;
  source: ClipSource;
  label: string;
}

function OpenClip({ clip, source: { src, span, isOwnFile }, label }: OpenClipProps) {
  const [player] = useState(() => new Player());
  // A file of its own has other times than the transcript.
  const captions = useCaptions(clip.recording.test._id, isOwnFile ? null : clip.sessionId);
  const { isShown, toggle } = useCaptionSwitch(captions);
  const keys = usePlayerKeys({ ...videoActions(player), captions: toggle });
  return (
    <>
      <ClipPlayer
        player={player}
        src={src}
        span={span}
        label={label}
        plays
        keys={keys}
        captions={captions && toggle ? { ...captions, isShown, onToggle: toggle } : null}
      />
      {keys.help}
    </>
  );
}

/** Picture of a clip whose recording has no poster that this person may see. */
function FirstPicture({ src, span }: ClipSource) {
  return (
    <video
      aria-hidden
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      src={`${src}#t=${span.fromMs / 1000}`}
      className="pointer-events-none size-full object-cover object-top"
    />
  );
}

/** The recording's page, at the clip's beginning. */
export function clipHref({ recording, fromMs }: Clip): string {
  return momentHref(recording, fromMs);
}

interface ClipPictureProps {
  clip: Pick<Clip, 'still' | 'recording'>;
  /** Gives the size. */
  className: string;
  /** Replacement for a missing picture. */
  children?: ReactNode;
}

/** The picture of a clip: the still of its beginning, else its recording's poster. */
export function ClipPicture({ clip, className, children }: ClipPictureProps) {
  return (
    <StillPicture still={clip.still} className={className}>
      <Thumbnail src={clip.recording.posterUrl} className="size-full rounded-none! border-0!">
        {children}
      </Thumbnail>
    </StillPicture>
  );
}

/** So far below the view it is loaded already. */
const AHEAD = '300px';

/** Returns true from the moment when the element is in view or near it, so that its content loads only then. */
function useVisibility<E extends Element>(): [ref: RefObject<E | null>, isSeen: boolean] {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}

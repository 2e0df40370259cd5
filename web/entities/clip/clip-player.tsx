// Plays a stretch of a recording exactly: over the recording's own video, with controls under the picture.
import { VideoOff, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  KeyHelpButton,
  type PlayerKeys,
  usePlayerKeys,
} from '#web/entities/recording/key-help.tsx';
import type { Player, Span } from '#web/entities/recording/player.ts';
import { videoActions } from '#web/entities/recording/player-keys.ts';
import { CaptionsButton, PlayButton, Waiting } from '#web/entities/recording/player-parts.tsx';
import { type Captions, CaptionTrack } from '#web/entities/transcript/captions.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

interface ClipPlayerProps {
  player: Player;
  /** Address of the recording's video; another one begins it again. */
  src: string;
  span: Span;
  /** Says what is seen: 'Recording of Ada'. */
  label: string;
  /** It was chosen by a press; one that a reload finds waits. */
  plays: boolean;
  /** Captions in the recording's time, or null if there are none. */
  captions?: (Captions & { isShown: boolean; onToggle: () => void }) | null;
  /** Keys of the owner, which renders their help. The player's own are those of the video. */
  keys?: PlayerKeys;
  /** A time worth looking at, marked on the bar. */
  markMs?: number;
  /** Height of the picture: a part of the window, as high as the page allows, or that of the box around the player. */
  size?: 'small' | 'large' | 'fill';
  /** Further controls, at the end of the row. */
  children?: ReactNode;
}

/** Use it with the clip as its key: another clip is another element. */
export function ClipPlayer(props: ClipPlayerProps) {
  const { player, src, span, label, plays, captions, markMs, size = 'small', children } = props;
  const own = usePlayerKeys(videoActions(player));
  const keys = props.keys ?? own;
  const { fromMs, toMs } = span;
  const [tries, setTries] = useState(0);
  const failed = useStore(player, ({ phase }) => phase === 'failed');
  const playing = useStore(player, (state) => state.playing);

  useEffect(() => player.setSpan({ fromMs, toMs }), [player, fromMs, toMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each video; a later answer does not move it.
  useEffect(() => {
    if (plays) player.playFrom(fromMs);
    else player.seek(fromMs);
  }, [player, tries]);

  const retry = () => {
    player.forgetFailure();
    setTries(tries + 1);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys beside the controls, which have their own. */}
      <div
        data-scheme="dark"
        className={classNames(
          'forced-color-adjust-none bg-surface text-text print:hidden',
          size === 'fill' ? 'flex flex-col max-md:shrink-0 md:min-h-0 md:grow' : 'shrink-0',
        )}
        onKeyDown={keys.onKeyDown}
      >
        <div className={classNames('relative w-full bg-sunken', pictureSizes[size])}>
          {/* biome-ignore lint/a11y/useMediaCaption: there are captions where there is a transcript. */}
          <video
            key={tries}
            ref={player.attach}
            src={src}
            preload="metadata"
            playsInline
            aria-label={label}
            className="absolute inset-0 size-full cursor-pointer object-contain"
            onClick={() => player.toggle()}
          >
            {captions && <CaptionTrack key={captions.src} {...captions} />}
          </video>
          {failed ? <Failure onRetry={retry} /> : <Waiting player={player} />}
        </div>
        <div className="flex items-center gap-2 px-3 py-1">
          <PlayButton playing={playing} onToggle={() => player.toggle()} />
          <SpanBar player={player} span={span} markMs={markMs} />
          <SoundButton player={player} />
          {captions && <CaptionsButton {...captions} />}
          {size !== 'small' && <KeyHelpButton keys={keys} />}
          {children}
        </div>
      </div>
      {props.keys === undefined && own.help}
    </>
  );
}

const pictureSizes = {
  small: 'aspect-video max-h-[40dvh]',
  large: 'aspect-video max-h-[max(9rem,100dvh-16rem)]',
  fill: 'max-md:aspect-video max-md:max-h-[40dvh] md:min-h-0 md:grow',
};

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center gap-3 p-4 text-center">
      <p className="text-sm">Video not found or failed to load.</p>
      <Button size="sm" variant="secondary" onClick={onRetry} className="mx-auto">
        Retry
      </Button>
    </div>
  );
}

function SoundButton({ player }: { player: Player }) {
  const muted = useStore(player, (state) => state.muted || state.volume === 0);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <IconButton
      label={muted ? 'Sound on (M)' : 'Sound off (M)'}
      className="max-sm:hidden"
      icon={<Icon aria-hidden className="size-5" />}
      onClick={() => player.toggleMute()}
    />
  );
}

/** Position in the stretch, and its length. */
function SpanBar(props: { player: Player; span: Span; markMs: number | undefined }) {
  const { player, span, markMs } = props;
  const now = useStore(player, (state) => Math.round(state.atMs / 100) * 100);
  const ends = useStore(player, ({ durationMs }) => durationMs);
  const { fromMs } = span;
  const toMs = Math.min(span.toMs, ends > 0 ? ends : span.toMs);
  const within = Math.min(Math.max(now, fromMs), toMs);
  const share = markMs === undefined ? 0 : (markMs - fromMs) / (toMs - fromMs);
  return (
    <>
      <div className="relative min-w-0 grow">
        <input
          type="range"
          data-timeline
          aria-label="Position"
          aria-valuetext={formatDuration(within)}
          min={fromMs}
          max={toMs}
          step={100}
          value={within}
          onChange={({ target }) => player.seek(target.valueAsNumber)}
          className="block h-6 w-full cursor-pointer accent-accent"
        />
        {share > 0 && share < 1 && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 my-auto h-4 w-1 -translate-x-1/2 rounded-full bg-heat-3"
            style={{ left: `calc(8px + (100% - 16px) * ${share})` }}
          />
        )}
      </div>
      <span className="shrink-0 text-sm tabular-nums">{formatDuration(within)}</span>
    </>
  );
}

/** Replaces a clip's player: why visitors can't play the clip, and what they can do. */
export function ClipRefusal({ sentence }: { sentence: string }) {
  return (
    <div className="grid aspect-video w-full place-content-center justify-items-center gap-2 overflow-y-auto rounded-lg border border-line border-dashed bg-sunken p-4 text-center">
      <VideoOff aria-hidden className="size-5 text-muted" />
      <p className="max-w-[48ch] text-balance text-muted text-sm">{sentence}</p>
    </div>
  );
}

// Plays a reel through without a gap: two videos in one place, of which one plays and the other one waits with the
// next clip.
import { SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useState } from 'react';
import { KeyHelpButton, usePlayerKeys } from '#web/entities/recording/key-help.tsx';
import { type KeyActions, seekActions } from '#web/entities/recording/player-keys.ts';
import { CaptionsButton, PlayButton, Waiting } from '#web/entities/recording/player-parts.tsx';
import {
  type Captions,
  CaptionTrack,
  useCaptionSwitch,
} from '#web/entities/transcript/captions.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import type { ReelItem } from './playable-reel.ts';
import { Reel } from './reel.ts';

interface ReelPlayerProps {
  /** Items in order. After a change the current item continues, unless it is gone. */
  items: readonly ReelItem[];
  /** Name of the reel for screen readers: 'Reel Checkout'. */
  label: string;
  /** It was chosen by a press. */
  plays?: boolean;
  /** Hears which item is shown, by its position. */
  onItem?: (at: number) => void;
  /** Captions of the current clip, or null if there are none. */
  captions?: Captions | null;
}

export function ReelPlayer(props: ReelPlayerProps) {
  const { items, label, plays = false, onItem, captions = null } = props;
  const [reel] = useState(() => new Reel(items));
  const at = useStore(reel, (state) => state.at);
  const playing = useStore(reel, (state) => state.playing);
  useEffect(() => {
    const stop = reel.start();
    if (plays) reel.play();
    return stop;
  }, [reel, plays]);
  useEffect(() => reel.setItems(items), [reel, items]);
  useEffect(() => onItem?.(at), [onItem, at]);
  const { isShown, toggle } = useCaptionSwitch(captions);
  const keys = usePlayerKeys({ ...reelActions(reel), captions: toggle });
  const track = captions && { ...captions, isShown };
  return (
    <>
      <section
        aria-label={label}
        data-scheme="dark"
        className="flex forced-color-adjust-none flex-col overflow-hidden rounded-lg border border-line bg-surface text-text print:hidden"
        onKeyDown={keys.onKeyDown}
      >
        <div className="relative aspect-video max-h-[max(9rem,100dvh-12rem)] w-full bg-sunken">
          <Screen reel={reel} slot={0} captions={track} />
          <Screen reel={reel} slot={1} captions={track} />
          <Card reel={reel} />
        </div>
        <div className="flex flex-wrap items-center gap-1 px-3 py-1">
          <IconButton
            label="Previous (P)"
            icon={<SkipBack aria-hidden className="size-5" />}
            onClick={() => reel.previous()}
          />
          <PlayButton playing={playing} onToggle={() => reel.toggle()} />
          <IconButton
            label="Next (N)"
            icon={<SkipForward aria-hidden className="size-5" />}
            onClick={() => reel.next()}
          />
          <Progress reel={reel} />
          {toggle && <CaptionsButton isShown={isShown} onToggle={toggle} />}
          <KeyHelpButton keys={keys} />
        </div>
      </section>
      {keys.help}
    </>
  );
}

function reelActions(reel: Reel): KeyActions {
  const seekBy = (distanceMs: number) =>
    reel.seek(Math.min(Math.max(0, reel.getSnapshot().atMs + distanceMs), reel.durationMs));
  return {
    ...seekActions(seekBy),
    toggle: () => reel.toggle(),
    start: () => reel.seek(0),
    end: () => reel.seek(reel.durationMs),
    previousPerson: () => reel.previous(),
    nextPerson: () => reel.next(),
    mute: () => reel.toggleMute(),
  };
}

interface ScreenProps {
  reel: Reel;
  slot: 0 | 1;
  /** Captions of the clip in front. */
  captions: (Captions & { isShown: boolean }) | null;
}

function Screen({ reel, slot, captions }: ScreenProps) {
  const clip = useStore(reel, ({ items, clips }) => heldClip(items, clips[slot]));
  const isFront = useStore(reel, ({ front }) => front === slot);
  const player = reel.players[slot];
  const isEmpty = clip === null;
  useEffect(() => {
    if (isEmpty) player.unload();
  }, [isEmpty, player]);
  return (
    <div className={classNames('absolute inset-0', !isFront && 'opacity-0')} inert={!isFront}>
      {/* biome-ignore lint/a11y/useMediaCaption: there are captions where there is a transcript. */}
      <video
        ref={player.attach}
        src={clip?.src}
        preload="auto"
        playsInline
        aria-label={clip?.label}
        className="absolute inset-0 size-full cursor-pointer object-contain"
        onClick={() => reel.toggle()}
      >
        {isFront && captions && <CaptionTrack key={captions.src} {...captions} />}
      </video>
      {isFront && clip && <Waiting player={player} />}
    </div>
  );
}

/** No part of a deleted clip stays in a video behind the words that it is gone. */
function heldClip<Clip extends { id: string }>(items: readonly ReelItem[], clip: Clip | null) {
  return items.some(({ kind, id }) => kind === 'gone' && id === clip?.id) ? null : clip;
}

const GONE_WORDS = {
  withdrawn: 'This participant withdrew',
  deleted: 'This clip was deleted',
  not_cut: "This clip can't be played on its own",
  failed: 'This clip could not be loaded',
} as const;

/** A title, or words in place of a clip that is gone; read out when it comes. */
function Card({ reel }: { reel: Reel }) {
  const item = useStore(reel, ({ items, at }) => items[at]);
  const front = useStore(reel, (state) => state.front);
  const hasFailed = useStore(reel.players[front], ({ phase }) => phase === 'failed');
  const words = item === undefined ? 'This reel is empty' : wordsOf(item, hasFailed);
  return (
    <div
      aria-live="polite"
      className={classNames(
        'pointer-events-none absolute inset-0 grid place-content-center bg-sunken p-6 text-center transition-opacity motion-reduce:transition-none',
        words === null && 'opacity-0',
      )}
    >
      {item?.kind === 'title' ? (
        <p className="max-w-[40ch] text-balance font-semibold text-2xl">
          <Name>{item.text}</Name>
        </p>
      ) : (
        <p className="text-muted">{words}</p>
      )}
    </div>
  );
}

/** Returns the words in place of the video, or null if the video is visible. */
function wordsOf(item: ReelItem, hasFailed: boolean): string | null {
  if (item.kind === 'title') return item.text;
  if (item.kind === 'gone') return GONE_WORDS[item.why];
  return hasFailed ? GONE_WORDS.failed : null;
}

/** Maximum number of items with marks between them, because more marks would be one grey bar. */
const MARKED_ITEMS_MAX = 24;

/** Position in the reel, and the current item. */
function Progress({ reel }: { reel: Reel }) {
  const items = useStore(reel, (state) => state.items);
  const at = useStore(reel, (state) => state.at);
  const now = useStore(reel, (state) => Math.round(state.atMs / 100) * 100);
  const lengthMs = reel.durationMs;
  const time = `${formatDuration(now)} of ${formatDuration(lengthMs)}`;
  return (
    <>
      <div className="relative mx-2 min-w-32 grow">
        <input
          type="range"
          data-timeline
          aria-label="Position in the reel"
          aria-valuetext={`${time}, item ${at + 1} of ${items.length}`}
          min={0}
          max={lengthMs}
          step={100}
          value={Math.min(now, lengthMs)}
          onChange={({ target }) => reel.seek(target.valueAsNumber)}
          className="block h-6 w-full cursor-pointer accent-accent"
        />
        {(items.length > MARKED_ITEMS_MAX ? [] : items.slice(1)).map(({ id }, before) => (
          <span
            key={id}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 my-auto h-3 w-px -translate-x-1/2 bg-text"
            style={{ left: `calc(8px + (100% - 16px) * ${reel.startOf(before + 1) / lengthMs})` }}
          />
        ))}
      </div>
      <span className="shrink-0 text-sm tabular-nums">
        {formatDuration(now)}
        <span className="text-muted"> / {formatDuration(lengthMs)}</span>
      </span>
    </>
  );
}

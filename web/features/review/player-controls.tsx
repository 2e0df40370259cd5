// The row of buttons under the timeline.
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Captions,
  CaptionsOff,
  Keyboard,
  Maximize,
  MessageSquarePlus,
  StepBack,
  StepForward,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { Player } from '#web/entities/recording/player.ts';
import { PlayButton } from '#web/entities/recording/player-parts.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Drafts } from './drafts.ts';
import { type KeyTarget, keyHelp, toMark } from './player.keys.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export function PlayerControls({ target }: { target: KeyTarget }) {
  const { player, marksMs } = target;
  const ready = useStore(player, ({ phase }) => phase === 'ready');
  const playing = useStore(player, (state) => state.playing);
  const noMarks = marksMs.length === 0;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1 max-sm:gap-x-0">
      <span className="-ml-2">
        <PlayButton playing={playing} disabled={!ready} onToggle={() => player.toggle()} />
      </span>
      <IconButton
        label="Previous click (P)"
        icon={<StepBack aria-hidden className="size-5" />}
        disabled={!ready || noMarks}
        onClick={() => toMark(target, 'previous')}
      />
      <IconButton
        label="Next click (N)"
        icon={<StepForward aria-hidden className="size-5" />}
        disabled={!ready || noMarks}
        onClick={() => toMark(target, 'next')}
      />
      <Clock player={player} />
      {target.drafts && <WriteButtons player={player} drafts={target.drafts} disabled={!ready} />}
      <div className="ml-auto flex items-center gap-1">
        <VolumeControl player={player} />
        <RateSelect player={player} />
        {target.toggleCaptions && (
          <IconButton
            label={target.captioned ? 'Captions off (C)' : 'Captions on (C)'}
            icon={
              target.captioned ? (
                <Captions aria-hidden className="size-5" />
              ) : (
                <CaptionsOff aria-hidden className="size-5" />
              )
            }
            onClick={target.toggleCaptions}
          />
        )}
        <IconButton
          label="Keyboard shortcuts (?)"
          // A phone has no keys.
          className="max-sm:hidden"
          icon={<Keyboard aria-hidden className="size-5" />}
          onClick={target.toggleHelp}
        />
        {document.fullscreenEnabled && (
          <IconButton
            label="Full screen (F)"
            icon={<Maximize aria-hidden className="size-5" />}
            onClick={target.toggleFullScreen}
          />
        )}
      </div>
    </div>
  );
}

/** The same as by keys: a note at this second, and the ends of a clip. */
function WriteButtons(props: { player: Player; drafts: Drafts; disabled: boolean }) {
  const { player, drafts, disabled } = props;
  const now = () => player.getSnapshot().atMs;
  return (
    <div className="flex items-center gap-1 max-sm:gap-x-0">
      <IconButton
        label="Add note (T)"
        icon={<MessageSquarePlus aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={() => drafts.writeNote(now())}
      />
      <IconButton
        label="Start clip here (I)"
        icon={<ArrowRightFromLine aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={() => drafts.setFrom(now())}
      />
      <IconButton
        label="End clip here (O)"
        icon={<ArrowRightToLine aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={() => drafts.setTo(now())}
      />
    </div>
  );
}

function Clock({ player }: { player: Player }) {
  const at = useStore(player, ({ atMs }) => formatDuration(atMs));
  const duration = useStore(player, ({ durationMs }) => formatDuration(durationMs));
  return (
    <p className="px-1.5 text-sm tabular-nums">
      <span className="sr-only">Position </span>
      {at}
      <span aria-hidden className="text-muted">
        {' / '}
      </span>
      <span className="sr-only"> of </span>
      <span className="text-muted">{duration}</span>
    </p>
  );
}

function RateSelect({ player }: { player: Player }) {
  const rate = useStore(player, (state) => state.rate);
  return (
    <select
      aria-label="Speed"
      title="Speed"
      value={rate}
      onChange={(event) => player.setRate(Number(event.target.value))}
      className="field-sizing-content h-control appearance-none rounded-md bg-surface px-2 text-center font-semibold text-muted text-sm tabular-nums hover:bg-hover hover:text-text"
    >
      {rates.map((value) => (
        <option key={value} value={value}>
          {value}×
        </option>
      ))}
    </select>
  );
}

/** Sound on and off, and how loud; a phone has keys for it. */
function VolumeControl({ player }: { player: Player }) {
  const muted = useStore(player, (state) => state.muted);
  const volume = useStore(player, (state) => state.volume);
  const level = muted ? 0 : volume;
  const Icon = iconOf(level);
  return (
    <>
      <IconButton
        label={muted ? 'Sound on (M)' : 'Sound off (M)'}
        className="max-sm:hidden"
        icon={<Icon aria-hidden className="size-5" />}
        onClick={() => player.toggleMute()}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={level}
        aria-valuetext={`${Math.round(level * 100)} %`}
        onChange={(event) => player.setVolume(event.target.valueAsNumber)}
        className="mr-1 h-6 w-20 cursor-pointer accent-accent max-sm:hidden"
      />
    </>
  );
}

function iconOf(level: number) {
  if (level === 0) return VolumeX;
  return level < 0.5 ? Volume1 : Volume2;
}

interface PlayerHelpProps {
  open: boolean;
  mayWrite: boolean;
  onClose: () => void;
}

/** The player's keys, on one card. */
export function PlayerHelp({ open, mayWrite, onClose }: PlayerHelpProps) {
  const visibleKeys = keyHelp.filter(({ writes }) => mayWrite || !writes);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They work when the page opens, and after a click on the video, its controls or the list beside it."
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {visibleKeys.map(({ keys, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

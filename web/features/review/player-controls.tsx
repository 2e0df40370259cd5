// The row of buttons under the timeline.
import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Maximize,
  MessageSquarePlus,
  StepBack,
  StepForward,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { KeyHelpButton, type PlayerKeys } from '#web/entities/recording/key-help.tsx';
import type { Player } from '#web/entities/recording/player.ts';
import type { KeyActions } from '#web/entities/recording/player-keys.ts';
import { CaptionsButton, PlayButton } from '#web/entities/recording/player-parts.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { IconButton } from '#web/ui/button.tsx';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

interface PlayerControlsProps {
  player: Player;
  hasClicks: boolean;
  isCaptioned: boolean;
  /** Actions of the player's keys, which buttons offer too. */
  actions: KeyActions;
  keys: PlayerKeys;
}

export function PlayerControls(props: PlayerControlsProps) {
  const { player, hasClicks, isCaptioned, actions, keys } = props;
  const ready = useStore(player, ({ phase }) => phase === 'ready');
  const playing = useStore(player, (state) => state.playing);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1 max-sm:gap-x-0">
      <span className="-ml-2">
        <PlayButton playing={playing} disabled={!ready} onToggle={() => player.toggle()} />
      </span>
      <IconButton
        label="Previous click (Shift P)"
        icon={<StepBack aria-hidden className="size-5" />}
        disabled={!ready || !hasClicks}
        onClick={actions.previousClick}
      />
      <IconButton
        label="Next click (Shift N)"
        icon={<StepForward aria-hidden className="size-5" />}
        disabled={!ready || !hasClicks}
        onClick={actions.nextClick}
      />
      <Clock player={player} />
      {actions.note && <WriteButtons actions={actions} disabled={!ready} />}
      <div className="ml-auto flex items-center gap-1">
        <VolumeControl player={player} />
        <RateSelect player={player} />
        {actions.captions && <CaptionsButton isShown={isCaptioned} onToggle={actions.captions} />}
        <KeyHelpButton keys={keys} />
        {document.fullscreenEnabled && (
          <IconButton
            label="Full screen (F)"
            icon={<Maximize aria-hidden className="size-5" />}
            onClick={actions.fullScreen}
          />
        )}
      </div>
    </div>
  );
}

/** Buttons of what keys do too: a note at this second, and the ends of a clip. */
function WriteButtons({ actions, disabled }: { actions: KeyActions; disabled: boolean }) {
  return (
    <div className="flex items-center gap-1 max-sm:gap-x-0">
      <IconButton
        label="Add note (T)"
        icon={<MessageSquarePlus aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={actions.note}
      />
      <IconButton
        label="Start clip here (I)"
        icon={<ArrowRightFromLine aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={actions.clipIn}
      />
      <IconButton
        label="End clip here (O)"
        icon={<ArrowRightToLine aria-hidden className="size-5" />}
        disabled={disabled}
        onClick={actions.clipOut}
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

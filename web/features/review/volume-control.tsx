// Sound on and off, and how loud; narrow screens leave the loudness to the device.
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { type Player, usePlayer } from './player.ts';

export function VolumeControl({ player }: { player: Player }) {
  const muted = usePlayer(player, (state) => state.muted);
  const volume = usePlayer(player, (state) => state.volume);
  const level = muted ? 0 : volume;
  const Icon = iconOf(level);
  return (
    <>
      <IconButton
        label={muted ? 'Sound on (M)' : 'Sound off (M)'}
        icon={<Icon aria-hidden className="size-4.5" />}
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

// Parts of every player: the buttons that play, pause and show captions, and the sign over a video that waits for bytes.
import { Captions, CaptionsOff, Pause, Play } from 'lucide-react';
import { useStore } from '#web/lib/use-store.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import type { Player } from './player.ts';

interface PlayButtonProps {
  playing: boolean;
  onToggle: () => void;
  disabled?: boolean;
}

export function PlayButton({ playing, onToggle, disabled = false }: PlayButtonProps) {
  const Icon = playing ? Pause : Play;
  return (
    <IconButton
      label={playing ? 'Pause (Space)' : 'Play (Space)'}
      icon={<Icon aria-hidden className="size-5 fill-current" />}
      className="text-text"
      disabled={disabled}
      onClick={onToggle}
    />
  );
}

export function CaptionsButton(props: { isShown: boolean; onToggle: () => void }) {
  const { isShown, onToggle } = props;
  const Icon = isShown ? Captions : CaptionsOff;
  return (
    <IconButton
      label={isShown ? 'Captions off (C)' : 'Captions on (C)'}
      icon={<Icon aria-hidden className="size-5" />}
      onClick={onToggle}
    />
  );
}

/** The sign over a video that waits for bytes. */
export function Waiting({ player }: { player: Player }) {
  const waiting = useStore(player, (state) => state.waiting || state.phase === 'empty');
  if (!waiting) return null;
  return (
    <div className="late pointer-events-none absolute inset-0 grid place-items-center">
      <Spinner size="lg" label="Loading…" />
    </div>
  );
}

// Plays or pauses: the first button under every video.
import { Pause, Play } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';

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

// The microphone's level as a bar that moves with the voice.
import { Mic } from 'lucide-react';
import type { LevelMeter } from '#capture/devices/level-meter.ts';
import { Store } from '#capture/store.ts';
import { useStore } from '#web/lib/use-store.ts';

const silent = new Store(0);

export function LevelBar({ meter }: { meter: LevelMeter | null }) {
  const level = useStore(meter ?? silent);
  return (
    <div className="flex w-full max-w-56 items-center gap-2.5 text-muted">
      <Mic aria-hidden className="size-4.5 shrink-0" />
      <meter aria-label="Microphone level" value={level} className="sr-only" />
      <div
        aria-hidden
        className="h-2 flex-1 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line"
      >
        <div
          className="h-full origin-left bg-success transition-transform duration-75"
          style={{ transform: `scaleX(${level})` }}
        />
      </div>
    </div>
  );
}

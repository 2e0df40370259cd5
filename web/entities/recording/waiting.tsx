// Over a video: it waits for bytes.
import { useStore } from '#web/lib/use-store.ts';
import { Spinner } from '#web/ui/loading.tsx';
import type { Player } from './player.ts';

export function Waiting({ player }: { player: Player }) {
  const waiting = useStore(player, (state) => state.waiting || state.phase === 'empty');
  if (!waiting) return null;
  return (
    <div className="late pointer-events-none absolute inset-0 grid place-items-center">
      <Spinner size="lg" label="Loading…" />
    </div>
  );
}

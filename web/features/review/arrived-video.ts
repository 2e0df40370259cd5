// Which bytes of a running session the player has: it goes on with what arrived since when it comes
// to the end, or when asked.
import { useCallback, useEffect, useState } from 'react';
import type { RecordingDetail } from '#contract/recordings.ts';
import { type Player, usePlayer } from './player.ts';

/** Less than this is not worth an interruption. */
const WORTH_LOADING_MS = 2000;

export function useArrivedVideo(
  { videoUrl, sizeBytes, durationMs, state }: RecordingDetail,
  player: Player,
): { src: string; more: boolean; onLoadMore: () => void } {
  const [loaded, setLoaded] = useState({ sizeBytes, growing: state === 'receiving' });
  const ended = usePlayer(player, (now) => now.ended);
  const playableMs = usePlayer(player, (now) => now.durationMs);
  const more =
    loaded.growing &&
    sizeBytes > loaded.sizeBytes &&
    (state === 'ready' || (durationMs ?? 0) - playableMs >= WORTH_LOADING_MS);

  const onLoadMore = useCallback(() => {
    player.keepSlot();
    setLoaded({ sizeBytes, growing: state === 'receiving' });
  }, [player, sizeBytes, state]);

  useEffect(() => {
    if (more && ended) onLoadMore();
  }, [more, ended, onLoadMore]);

  // Another address for each length: a browser keeps what it knows of a file's size by its address.
  const src = loaded.growing ? `${videoUrl}?arrived=${loaded.sizeBytes}` : videoUrl;
  return { src, more, onLoadMore };
}

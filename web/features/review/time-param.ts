// The time in the address (`?t=41.2`, seconds): the page opens there, and the address follows pauses and seeks.
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Player } from '#web/entities/recording/player.ts';

const TIME_PARAM = 't';
/** Keys and sliders seek often, but browsers limit how often an address may change. */
const SETTLED_MS = 300;
/** A longer step than this between two updates is a seek. */
const SEEK_STEP_MS = 1000;

/** Returns milliseconds, or null if the address contains no valid time. */
export function readTime(params: URLSearchParams): number | null {
  const text = params.get(TIME_PARAM) ?? '';
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) * 1000 : null;
}

/** Sets the time in the address, or removes it at the start. */
export function withTime(params: URLSearchParams, atMs: number): URLSearchParams {
  const next = new URLSearchParams(params);
  const seconds = (atMs / 1000).toFixed(1);
  if (Number(seconds) === 0) next.delete(TIME_PARAM);
  else next.set(TIME_PARAM, seconds);
  return next;
}

/** Returns a player that begins at the time in the address. */
export function playerAt(atMs: number | null): Player {
  const player = new Player();
  if (atMs !== null) player.seek(atMs);
  return player;
}

/** Writes the position of the last pause or seek into the address. */
export function useTimeParam(player: Player): void {
  const [, setParams] = useSearchParams();
  const latest = useRef(setParams);
  latest.current = setParams;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let { atMs: lastMs, playing: wasPlaying } = player.getSnapshot();
    const write = (atMs: number) =>
      latest.current((before) => withTime(before, atMs), {
        replace: true,
        preventScrollReset: true,
      });
    const look = () => {
      const { atMs, playing, phase } = player.getSnapshot();
      const isMoved = atMs !== lastMs && (!playing || Math.abs(atMs - lastMs) > SEEK_STEP_MS);
      const isPaused = wasPlaying && !playing;
      [lastMs, wasPlaying] = [atMs, playing];
      if (phase !== 'ready' || !(isMoved || isPaused)) return;
      clearTimeout(timer);
      timer = setTimeout(() => write(atMs), SETTLED_MS);
    };
    const unsubscribe = player.subscribe(look);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [player]);
}

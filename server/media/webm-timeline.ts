// When a WebM recording begins and how long it lasts, from its index alone.
import type { WebmIndex } from './webm-index.schema.ts';

const NS_IN_MS = 1_000_000;

/**
 * Ticks to take off every cluster's time so that playback begins at 0. No cluster's time may fall below zero, and a
 * recording's own first frame never comes before it.
 */
export function startTicks(index: Readonly<WebmIndex>): number {
  let start = Number.POSITIVE_INFINITY;
  for (const { ticks } of index.clusters) {
    if (ticks !== undefined && ticks < start) start = ticks;
  }
  for (const track of index.tracks) {
    const first = Math.floor(track.firstTicks - (track.codecDelayTicks ?? 0));
    if (track.blocks > 0 && first < start) start = first;
  }
  return Number.isFinite(start) ? Math.max(start, 0) : 0;
}

/** From the first frame to the end of the last one, in ticks; 0 without frames. */
export function durationTicks(index: Readonly<WebmIndex>): number {
  const ends = index.tracks
    .filter((track) => track.blocks > 0)
    .map((track) => track.lastTicks + track.lastFrameTicks - (track.codecDelayTicks ?? 0));
  return Math.max(0, ...ends.map((end) => end - startTicks(index)));
}

/** From the first frame to the end of the last one, in milliseconds; 0 without frames. */
export function webmDurationMs(index: Readonly<WebmIndex>): number {
  return (durationTicks(index) * index.tickNs) / NS_IN_MS;
}

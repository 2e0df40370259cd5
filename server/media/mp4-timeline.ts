// When an MP4 recording's tracks begin and how long it lasts, from its index alone.
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';

const MS_IN_SECOND = 1000;

/** Tracks of which something came. */
function filledTracks({ tracks }: Readonly<Mp4Index>): readonly Mp4Track[] {
  return tracks.filter((track) => track.sizes.length > 0);
}

/** Seconds after the recorder's zero at which a track's first sample would be shown; below 0 it is cut off. */
function firstSeconds({ delaySeconds, firstTicks, editTicks, ticksPerSecond }: Mp4Track): number {
  return delaySeconds + (firstTicks - editTicks) / ticksPerSecond;
}

/** Seconds to take off every track's time so that playing begins at 0. */
function startSeconds(index: Readonly<Mp4Index>): number {
  const starts = filledTracks(index).map((track) => Math.max(0, firstSeconds(track)));
  return starts.length > 0 ? Math.min(...starts) : 0;
}

/** Where a track's first sample stands in what is played: so much later, or so many ticks of it cut off. */
export type Placing = { delaySeconds: number; cutTicks: number; seconds: number };

/** How each track with samples is placed, and until when it is shown. */
export function placings(index: Readonly<Mp4Index>): Map<Mp4Track, Placing> {
  const start = startSeconds(index);
  return new Map(
    filledTracks(index).map((track) => {
      const at = firstSeconds(track) - start;
      const lengthSeconds = (track.shownUntilTicks - track.firstTicks) / track.ticksPerSecond;
      const placing = {
        delaySeconds: Math.max(0, at),
        cutTicks: Math.round(Math.max(0, -at) * track.ticksPerSecond),
        seconds: Math.max(0, at + lengthSeconds),
      };
      return [track, placing];
    }),
  );
}

/** From the first frame to the end of the last one, in milliseconds; null before the first frame. */
export function mp4DurationMs(index: Readonly<Mp4Index>): number | null {
  if (index.whole) {
    const { seconds, hasMedia } = index.whole;
    return hasMedia && seconds !== undefined ? seconds * MS_IN_SECOND : null;
  }
  const ends = [...placings(index).values()].map(({ seconds }) => seconds);
  return ends.length > 0 ? Math.max(...ends) * MS_IN_SECOND : null;
}

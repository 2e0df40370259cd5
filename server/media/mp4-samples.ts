// Notes a fragment's samples in the index, as the tables of a movie say them: in runs, where numbers repeat.
import { MalformedBox } from './mp4-box.ts';
import type { Run } from './mp4-fragment.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';

// Video at 60 frames a second with sound for two hours and a half; more is made to fill our memory.
export const MOST_SAMPLES = 1_000_000;
// Nothing that was recorded in one go has a longer silence; a larger gap is damage.
const LONGEST_GAP_SECONDS = 24 * 3600;

/** All samples of the index. */
export function countSamples({ tracks }: Mp4Index): number {
  return tracks.reduce((sum, track) => sum + track.sizes.length, 0);
}

/** Whether the runs' times follow what is noted of their tracks. @throws {MalformedBox} */
export function checkTimes(runs: readonly Run[]): void {
  for (const { track, startTicks } of runs) {
    if (startTicks === undefined || track.sizes.length === 0) continue;
    if (startTicks - track.endTicks > LONGEST_GAP_SECONDS * track.ticksPerSecond) {
      throw new MalformedBox('a fragment is days after the one before');
    }
  }
}

/** Adds samples that have wholly arrived. */
export function noteRun({ track, at, description, startTicks, samples }: Run): void {
  meet(track, startTicks);
  track.chunks.push({ at, samples: samples.length, description });
  for (const sample of samples) {
    track.sizes.push(sample.sizeBytes);
    addToRuns(track.durations, sample.durationTicks);
    addToRuns(track.offsets, sample.offsetTicks);
    if (sample.key && track.kind !== 'audio') track.keys.push(track.sizes.length);
    const shownUntil = track.endTicks + sample.offsetTicks + sample.durationTicks;
    track.shownUntilTicks = Math.max(track.shownUntilTicks, shownUntil);
    track.endTicks += sample.durationTicks;
  }
}

/** A movie's tables know no gaps: the sample before one lasts longer, and one that would overlap shorter. */
function meet(track: Mp4Track, startTicks = track.endTicks): void {
  const last = track.durations.at(-1);
  if (last === undefined) {
    track.firstTicks = startTicks;
    track.endTicks = startTicks;
    return;
  }
  const lasts = Math.max(0, last + startTicks - track.endTicks);
  if (lasts === last) return;
  track.endTicks += lasts - last;
  const alike = track.durations.at(-2) ?? 1;
  track.durations.splice(-2, 2, ...(alike > 1 ? [alike - 1, last] : []));
  addToRuns(track.durations, lasts);
}

function addToRuns(runs: number[], value: number): void {
  const count = runs.at(-2);
  if (count !== undefined && runs.at(-1) === value) runs[runs.length - 2] = count + 1;
  else runs.push(1, value);
}

// Notes a fragment's samples in the index, as the tables of a movie say them: in runs, where numbers repeat.
import { MalformedBox } from './mp4-box.ts';
import { type Run, readSamples } from './mp4-fragment.ts';
import type { Mp4Track } from './mp4-index.schema.ts';
import type { NumberList } from './number-list.ts';

// Nothing that was recorded in one go has a longer silence; a larger gap is damage.
const LONGEST_GAP_SECONDS = 24 * 3600;
// A sample lasts as many ticks as 32 bits hold (ISO/IEC 14496-12 section 8.6.1.2): what would last longer is damage.
const LONGEST_TICKS = 2 ** 32 - 1;
// Sums of ticks stay whole numbers below 2^53, whatever clock a recorder has.
const LATEST_TICKS = 2 ** 50;
// What a number takes in the index; a free third of each list is part of its weight.
const NUMBER_BYTES = 6;
// Place, number of samples and description.
const CHUNK_NUMBERS = 3;

/** Whether the runs' times follow what is noted of their tracks. @throws {MalformedBox} */
export function checkTime({ track, startTicks }: Run): void {
  if (startTicks === undefined) return;
  if (startTicks > LATEST_TICKS) throw new MalformedBox('a fragment is at no time');
  if (track.sizes.length === 0) return;
  const gapTicks = startTicks - track.endTicks;
  const lasts = (track.durations.at(-1) ?? 0) + gapTicks;
  if (gapTicks > LONGEST_GAP_SECONDS * track.ticksPerSecond || lasts > LONGEST_TICKS) {
    throw new MalformedBox('a fragment is days after the one before');
  }
}

/** What a run may add to the index at most, in bytes. */
export function runWeight({ track, table, samples }: Run): number {
  const perSample =
    1 +
    (table.hasDurations ? 2 : 0) +
    (table.hasOffsets ? 2 : 0) +
    (track.kind === 'audio' ? 0 : 1);
  return (samples * perSample + CHUNK_NUMBERS) * NUMBER_BYTES;
}

/** Adds samples that have wholly arrived. */
export function noteRun(run: Run): void {
  const { track, at, description, startTicks, samples } = run;
  meet(track, startTicks);
  for (const number of [at, samples, description]) track.chunks.push(number);
  readSamples(run, (sample) => {
    track.sizes.push(sample.sizeBytes);
    addToRuns(track.durations, sample.durationTicks);
    addToRuns(track.offsets, sample.offsetTicks);
    if (sample.key && track.kind !== 'audio') track.keys.push(track.sizes.length);
    const shownUntil = track.endTicks + sample.offsetTicks + sample.durationTicks;
    track.shownUntilTicks = Math.max(track.shownUntilTicks, shownUntil);
    track.endTicks += sample.durationTicks;
  });
}

/** A movie's tables know no gaps: the sample before one lasts longer, and one that would overlap shorter. */
function meet(track: Mp4Track, startTicks = track.endTicks): void {
  const { durations } = track;
  const last = durations.at(-1);
  if (last === undefined) {
    track.firstTicks = startTicks;
    track.endTicks = startTicks;
    return;
  }
  const lasts = Math.max(0, last + startTicks - track.endTicks);
  if (lasts === last) return;
  track.endTicks += lasts - last;
  const alike = durations.at(-2) ?? 1;
  if (alike > 1) durations.set(-2, alike - 1);
  else durations.drop(2);
  addToRuns(durations, lasts);
}

function addToRuns(runs: NumberList, value: number): void {
  if (runs.at(-1) === value) {
    runs.set(-2, (runs.at(-2) ?? 0) + 1);
  } else {
    runs.push(1);
    runs.push(value);
  }
}

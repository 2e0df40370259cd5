// Adds a fragment's samples to the index in the form of a movie's tables: repeated numbers in runs.
import { MalformedBox } from './mp4-box.ts';
import { type Run, readSamples } from './mp4-fragment.ts';
import type { Mp4Track } from './mp4-index.schema.ts';
import type { NumberList } from './number-list.ts';
import { LATEST_TICKS } from './video-index.ts';

// No recording has a longer silence; a larger gap is damage.
const LONGEST_GAP_SECONDS = 24 * 3600;
// A sample's duration has 32 bits (ISO/IEC 14496-12 section 8.6.1.2); a longer one is damage.
const LONGEST_TICKS = 2 ** 32 - 1;
// Memory of a number in the index, including the free third of its list.
const NUMBER_BYTES = 6;
// Position, number of samples and description.
const CHUNK_NUMBERS = 3;

/** Checks that a run's time follows its track. @throws {MalformedBox} */
export function checkTime({ track, startTicks }: Run): void {
  if (startTicks === undefined) return;
  if (startTicks > LATEST_TICKS) throw new MalformedBox('a fragment has an impossible time');
  if (track.sizes.length === 0) return;
  const gapTicks = startTicks - track.endTicks;
  const lasts = (track.durations.at(-1) ?? 0) + gapTicks;
  if (gapTicks > LONGEST_GAP_SECONDS * track.ticksPerSecond || lasts > LONGEST_TICKS) {
    throw new MalformedBox('a fragment is days after the one before');
  }
}

/** Returns the most bytes that a run adds to the index. */
export function runWeight({ track, table, samples }: Run): number {
  const perSample =
    1 +
    (table.hasDurations ? 2 : 0) +
    (table.hasOffsets ? 2 : 0) +
    (track.kind === 'audio' ? 0 : 1);
  return (samples * perSample + CHUNK_NUMBERS) * NUMBER_BYTES;
}

/** Adds the samples of a run whose media has arrived. */
export function addRun(run: Run): void {
  const { track, at, description, startTicks, samples } = run;
  closeGap(track, startTicks);
  for (const number of [at, samples, description]) track.chunks.push(number);
  readSamples(run, (sample) => {
    track.sizes.push(sample.sizeBytes);
    addToRuns(track.durations, sample.durationTicks);
    addToRuns(track.offsets, sample.offsetTicks);
    if (sample.key && track.kind !== 'audio') track.keys.push(track.sizes.length);
    const displayEnd = track.endTicks + sample.offsetTicks + sample.durationTicks;
    track.shownUntilTicks = Math.max(track.shownUntilTicks, displayEnd);
    track.endTicks += sample.durationTicks;
  });
}

/** Ends the track where the next run starts. Tables have no gaps, so the last sample gets longer or shorter. */
function closeGap(track: Mp4Track, startTicks = track.endTicks): void {
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

/** Adds a value to a list of runs: the number of repetitions, then the value. */
export function addToRuns(runs: NumberList, value: number): void {
  if (runs.at(-1) === value) {
    runs.set(-2, (runs.at(-2) ?? 0) + 1);
  } else {
    runs.push(1);
    runs.push(value);
  }
}

/** Returns a function that returns the next value of a list of runs at each call, and 0 after the last one. */
export function runValues(runs: NumberList): () => number {
  let at = -2;
  let remaining = 0;
  return () => {
    while (remaining === 0) {
      at += 2;
      remaining = runs.at(at) ?? Number.POSITIVE_INFINITY;
    }
    remaining -= 1;
    return runs.at(at + 1) ?? 0;
  };
}

// A stretch of an MP4 recording as a file of its own: from the key frame before to the last frame within, over the stored
// bytes. Tables of the samples within, and the fragments that hold them.
import { chunksOf, type Mp4Index, type Mp4Track } from './mp4-index.schema.ts';
import { addToRuns } from './mp4-samples.ts';
import { NumberList } from './number-list.ts';
import type { CutFile, Stretch } from './video-index.ts';
import { firstSeconds, fragmentsLayout, startSeconds } from './virtual-mp4.ts';

const MS_IN_SECOND = 1000;

/** Seconds since the recorder's zero. */
type Bounds = { start: number; end: number };
/** A sample in its track: its number from 0, and when it is decoded and shown, in ticks of the track. */
type Timed = { number: number; decodeTicks: number; shownTicks: number; durationTicks: number };
type Samples = { first: number; last: number };

/**
 * The file of a stretch. It begins at the key frame before; without one at the asked time, and the picture follows.
 * @returns null when no frame is in it
 */
export function mp4Cut(
  index: Readonly<Mp4Index>,
  durationMs: number,
  { fromMs, toMs }: Stretch,
): CutFile | null {
  if (fromMs >= durationMs) return null;
  const zero = startSeconds(index);
  const from = zero + fromMs / MS_IN_SECOND;
  const end = zero + Math.min(toMs, durationMs) / MS_IN_SECOND;
  const video = index.tracks.find(({ kind, sizes }) => kind === 'video' && sizes.length > 0);
  const bounds = { start: (video && keyBefore(video, from)) ?? from, end };
  const tracks = index.tracks.flatMap((track) => cutTrack(track, bounds) ?? []);
  if (tracks.length === 0) return null;
  const layout = fragmentsLayout({ ...index, tracks, ...mediaOf(tracks) }, bounds);
  if (!layout) return null;
  const startMs = (bounds.start - zero) * MS_IN_SECOND;
  return { layout: { ...layout, etagBasis: `${layout.etagBasis}-${fromMs}-${toMs}` }, startMs };
}

/** When the last key frame at or before a time is shown. */
function keyBefore(track: Mp4Track, seconds: number): number | undefined {
  let found: number | undefined;
  const isKey = keysOf(track);
  for (const sample of samplesOf(track)) {
    if (!isKey(sample.number)) continue;
    const shown = shownSeconds(track, sample);
    if (shown <= seconds) found = Math.max(found ?? shown, shown);
  }
  return found;
}

/** Whether a sample can be decoded alone, as each of sound can; asked in order. */
function keysOf({ kind, keys }: Mp4Track): (number: number) => boolean {
  let next = 0;
  return (number) => {
    while ((keys.at(next) ?? Number.POSITIVE_INFINITY) <= number) next += 1;
    return kind === 'audio' || keys.at(next) === number + 1;
  };
}

function shownSeconds(track: Mp4Track, { shownTicks }: Timed): number {
  return firstSeconds(track) + (shownTicks - track.firstTicks) / track.ticksPerSecond;
}

/** Each sample of a track in the order of decoding; one object, used again. */
function* samplesOf({ firstTicks, sizes, durations, offsets }: Mp4Track): Generator<Timed> {
  const nextDuration = fromRuns(durations);
  const nextOffset = fromRuns(offsets);
  const sample = { number: 0, decodeTicks: firstTicks, shownTicks: 0, durationTicks: 0 };
  for (let number = 0; number < sizes.length; number += 1) {
    sample.number = number;
    sample.durationTicks = nextDuration();
    sample.shownTicks = sample.decodeTicks + nextOffset();
    yield sample;
    sample.decodeTicks += sample.durationTicks;
  }
}

/** The next value of a list of runs, at each call. */
function fromRuns(runs: NumberList): () => number {
  let at = -2;
  let left = 0;
  return () => {
    while (left === 0) {
      at += 2;
      left = runs.at(at) ?? Number.POSITIVE_INFINITY;
    }
    left -= 1;
    return runs.at(at + 1) ?? 0;
  };
}

/** A track with its samples of a stretch; null when none is in it. */
function cutTrack(track: Mp4Track, bounds: Bounds): Mp4Track | null {
  const samples = samplesWithin(track, bounds);
  if (!samples) return null;
  const { first, last } = samples;
  const cut = {
    ...track,
    sizes: new NumberList('unsigned'),
    durations: new NumberList('unsigned'),
    offsets: new NumberList('signed'),
    keys: new NumberList(
      'unsigned',
      [...track.keys].flatMap((key) => renumbered(key, samples)),
    ),
    chunks: cutChunks(track, samples),
    shownUntilTicks: 0,
  };
  const endTicks =
    track.firstTicks + Math.round((bounds.end - firstSeconds(track)) * track.ticksPerSecond);
  for (const { number, decodeTicks, shownTicks, durationTicks } of samplesOf(track)) {
    if (number < first || number > last) continue;
    if (number === first) cut.firstTicks = decodeTicks;
    // The last frame is not shown beyond the end. One that is shown out of its turn is cut by the edit list.
    const left = Math.max(1, endTicks - shownTicks);
    const lasts = number === last ? Math.min(durationTicks, left) : durationTicks;
    cut.sizes.push(track.sizes.at(number) ?? 0);
    addToRuns(cut.durations, lasts);
    addToRuns(cut.offsets, shownTicks - decodeTicks);
    cut.endTicks = decodeTicks + lasts;
    const shownUntil = Math.min(shownTicks + lasts, endTicks);
    cut.shownUntilTicks = Math.max(cut.shownUntilTicks, shownUntil);
  }
  return cut;
}

/** From the key frame before the start, or the first one after it, to the last frame before the end. */
function samplesWithin(track: Mp4Track, { start, end }: Bounds): Samples | null {
  const isKey = keysOf(track);
  let first: number | undefined;
  let last = -1;
  for (const sample of samplesOf(track)) {
    const { number } = sample;
    const shown = shownSeconds(track, sample);
    if (shown < end) last = number;
    if (isKey(number) && (shown <= start || first === undefined)) first = number;
  }
  // A decoder of sound needs the sample before.
  const before = track.kind === 'audio' && first !== undefined && first > 0 ? 1 : 0;
  return first === undefined || first > last ? null : { first: first - before, last };
}

/** The number of a sample in its cut track, both counted from 1. */
function renumbered(key: number, { first, last }: Samples): number[] {
  return key > first && key <= last + 1 ? [key - first] : [];
}

function cutChunks(track: Mp4Track, { first, last }: Samples): NumberList {
  const chunks = new NumberList('unsigned');
  let number = 0;
  for (const { at, samples, description } of chunksOf(track)) {
    const begin = Math.max(number, first);
    const end = Math.min(number + samples, last + 1);
    if (begin < end) {
      for (const value of [at + bytesOf(track, number, begin), end - begin, description]) {
        chunks.push(value);
      }
    }
    number += samples;
  }
  return chunks;
}

/** Of the samples from one to before another. */
function bytesOf({ sizes }: Mp4Track, from: number, to: number): number {
  let sum = 0;
  for (let number = from; number < to; number += 1) sum += sizes.at(number) ?? 0;
  return sum;
}

/** First byte of the tracks' samples, and first byte after them. */
function mediaOf(tracks: readonly Mp4Track[]): Pick<Mp4Index, 'mediaAt' | 'mediaEnd'> {
  let [mediaAt, mediaEnd] = [Number.POSITIVE_INFINITY, 0];
  for (const track of tracks) {
    let number = 0;
    for (const { at, samples } of chunksOf(track)) {
      mediaAt = Math.min(mediaAt, at);
      mediaEnd = Math.max(mediaEnd, at + bytesOf(track, number, number + samples));
      number += samples;
    }
  }
  return { mediaAt, mediaEnd };
}

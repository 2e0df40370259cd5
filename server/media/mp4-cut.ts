// Cuts a stretch of an MP4 recording into a file of its own, over the stored bytes: pictures from the key frame before
// it to its last frame, sound of the stretch alone. The file has new tables and the bytes of exactly these samples.
import { gatherMedia } from './mp4-cut-media.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';
import { addToRuns, runValues } from './mp4-samples.ts';
import { NumberList } from './number-list.ts';
import type { CutFile, KeyFrames, Stretch } from './video-index.ts';
import { firstSeconds, samplesLayout } from './virtual-mp4.ts';

const MS_IN_SECOND = 1000;

/** An MP4 with known samples, and the time in seconds since the recorder's zero that players show first. */
interface CutSource {
  index: Readonly<Mp4Index>;
  zeroSeconds: number;
  durationMs: number;
}

/** Times in seconds since the recorder's zero: start and end of the file, and `from`, the start of the stretch. */
type Bounds = { start: number; from: number; end: number };
/** A sample of a track: its number from 0, and the times of decoding and display in ticks of the track. */
type Timed = { number: number; decodeTicks: number; displayTicks: number; durationTicks: number };
type Samples = { first: number; last: number };

/**
 * Returns the file of a stretch. It begins at the key frame before the stretch. Without one it begins with the stretch,
 * and the picture follows later.
 * @returns null if the stretch has no frame, or its samples are in too many places
 */
export function mp4Cut(
  { index, zeroSeconds, durationMs }: CutSource,
  { fromMs, toMs }: Stretch,
): CutFile | null {
  if (fromMs >= durationMs) return null;
  const from = zeroSeconds + fromMs / MS_IN_SECOND;
  const end = zeroSeconds + Math.min(toMs, durationMs) / MS_IN_SECOND;
  const video = videoTrack(index);
  const start = (video && keyFramesAround(video, from).before) ?? from;
  const cuts = index.tracks.flatMap((track) => cutTrack(track, { start, from, end }) ?? []);
  if (cuts.length === 0) return null;
  const media = gatherMedia(cuts);
  if (!media) return null;
  const layout = samplesLayout({ ...index, tracks: media.tracks }, { start, end, media });
  return {
    layout: { ...layout, etagBasis: `${layout.etagBasis}-${fromMs}-${toMs}` },
    startMs: (start - zeroSeconds) * MS_IN_SECOND,
    isCut: true,
  };
}

/** Returns the key frames around a time of the recording. */
export function mp4KeyFrames({ index, zeroSeconds }: CutSource, atMs: number): KeyFrames {
  const video = videoTrack(index);
  const { before, next } = video
    ? keyFramesAround(video, zeroSeconds + atMs / MS_IN_SECOND)
    : { before: undefined, next: undefined };
  const msOf = (seconds: number | undefined) =>
    seconds === undefined ? null : (seconds - zeroSeconds) * MS_IN_SECOND;
  return { beforeMs: msOf(before), nextMs: msOf(next) };
}

function videoTrack({ tracks }: Readonly<Mp4Index>): Mp4Track | undefined {
  return tracks.find(({ kind, sizes }) => kind === 'video' && sizes.length > 0);
}

/**
 * Returns the display times of the last key frame at or before a time, and of the first one after it. Pictures that are
 * decoded after a key frame and displayed before it count as part of it.
 */
function keyFramesAround(track: Mp4Track, seconds: number): { before?: number; next?: number } {
  const isKey = keysOf(track);
  const keys: { atSeconds: number; earliest: number }[] = [];
  let before: (typeof keys)[number] | undefined;
  let next: number | undefined;
  let present: (typeof keys)[number] | undefined;
  for (const sample of samplesOf(track)) {
    const atSeconds = displaySeconds(track, sample);
    if (present) present.earliest = Math.min(present.earliest, atSeconds);
    if (!isKey(sample.number)) continue;
    present = { atSeconds, earliest: atSeconds };
    if (atSeconds > seconds) next = Math.min(next ?? atSeconds, atSeconds);
    else if (!before || atSeconds >= before.atSeconds) before = present;
  }
  return {
    ...(before && { before: before.earliest }),
    ...(next !== undefined && { next }),
  };
}

/** Returns a function that tests whether a sample can be decoded alone, as every sound sample can. Call it in order. */
function keysOf({ kind, keys }: Mp4Track): (number: number) => boolean {
  let next = 0;
  return (number) => {
    while ((keys.at(next) ?? Number.POSITIVE_INFINITY) <= number) next += 1;
    return kind === 'audio' || keys.at(next) === number + 1;
  };
}

function displaySeconds(track: Mp4Track, { displayTicks }: Timed): number {
  return firstSeconds(track) + (displayTicks - track.firstTicks) / track.ticksPerSecond;
}

/** Yields each sample of a track in decoding order. The object is reused. */
function* samplesOf({ firstTicks, sizes, durations, offsets }: Mp4Track): Generator<Timed> {
  const nextDuration = runValues(durations);
  const nextOffset = runValues(offsets);
  const sample = { number: 0, decodeTicks: firstTicks, displayTicks: 0, durationTicks: 0 };
  for (let number = 0; number < sizes.length; number += 1) {
    sample.number = number;
    sample.durationTicks = nextDuration();
    sample.displayTicks = sample.decodeTicks + nextOffset();
    yield sample;
    sample.decodeTicks += sample.durationTicks;
  }
}

/** Returns a track reduced to its samples in a stretch, or null if it has none or is neither picture nor sound. */
function cutTrack(
  track: Mp4Track,
  bounds: Bounds,
): { track: Mp4Track; of: Mp4Track; first: number } | null {
  const samples = track.kind === 'other' ? null : samplesWithin(track, bounds);
  if (!samples) return null;
  const { first, last } = samples;
  const cut = {
    ...track,
    sizes: new NumberList('unsigned'),
    durations: new NumberList('unsigned'),
    offsets: new NumberList('signed'),
    keys: new NumberList(
      'unsigned',
      [...track.keys].flatMap((key) => renumberKey(key, samples)),
    ),
    shownUntilTicks: 0,
  };
  const endTicks =
    track.firstTicks + Math.round((bounds.end - firstSeconds(track)) * track.ticksPerSecond);
  for (const { number, decodeTicks, displayTicks, durationTicks } of samplesOf(track)) {
    if (number < first || number > last) continue;
    if (number === first) cut.firstTicks = decodeTicks;
    // The last frame is not displayed beyond the end.
    const remainingTicks = Math.max(1, endTicks - displayTicks);
    const lasts = number === last ? Math.min(durationTicks, remainingTicks) : durationTicks;
    cut.sizes.push(track.sizes.at(number) ?? 0);
    addToRuns(cut.durations, lasts);
    addToRuns(cut.offsets, displayTicks - decodeTicks);
    cut.endTicks = decodeTicks + lasts;
    const displayEnd = Math.min(displayTicks + lasts, endTicks);
    cut.shownUntilTicks = Math.max(cut.shownUntilTicks, displayEnd);
  }
  return { track: cut, of: track, first };
}

/**
 * Returns the consecutive samples that are all displayed within the bounds: pictures from the first key frame on, sound
 * from the start of the stretch on. A frame that is decoded before the end and displayed after it ends the row, because
 * its bytes would be in the file even if hidden. The few frames that are decoded after it and displayed before it are
 * missing too.
 */
function samplesWithin(track: Mp4Track, { start, from, end }: Bounds): Samples | null {
  const isKey = keysOf(track);
  const begin = track.kind === 'audio' ? from : start;
  let first: number | undefined;
  let last = -1;
  for (const sample of samplesOf(track)) {
    const { number } = sample;
    const key = isKey(number);
    const atSeconds = displaySeconds(track, sample);
    const isWithin = atSeconds >= begin && atSeconds < end;
    if (first === undefined && isWithin && key) first = number;
    if (first === undefined) continue;
    if (!isWithin) break;
    last = number;
  }
  return first === undefined ? null : { first, last };
}

/** Returns the number of a key sample in its cut track, or nothing if it is outside. Both numbers count from 1. */
function renumberKey(key: number, { first, last }: Samples): number[] {
  return key > first && key <= last + 1 ? [key - first] : [];
}

// A stretch of an MP4 recording as a file of its own, over the stored bytes: pictures from the key frame before to the last
// frame within, sound of the stretch alone. New tables, and the bytes of exactly these samples.
import { gatherMedia } from './mp4-cut-media.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';
import { addToRuns, runValues } from './mp4-samples.ts';
import { NumberList } from './number-list.ts';
import type { CutFile, KeyFrames, Stretch } from './video-index.ts';
import { firstSeconds, samplesLayout } from './virtual-mp4.ts';

const MS_IN_SECOND = 1000;

/** An MP4 whose samples are known, and the second since the recorder's zero that players show first. */
interface CutSource {
  index: Readonly<Mp4Index>;
  zeroSeconds: number;
  durationMs: number;
}

/** Seconds since the recorder's zero: of the file, and of the stretch within it. */
type Bounds = { start: number; from: number; end: number };
/** A sample in its track: its number from 0, and when it is decoded and shown, in ticks of the track. */
type Timed = { number: number; decodeTicks: number; shownTicks: number; durationTicks: number };
type Samples = { first: number; last: number };

/**
 * The file of a stretch. It begins at the key frame before; without one at the stretch's beginning, and the picture follows.
 * @returns null when no frame is in it, or its samples lie in too many places
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

/** The key frames around a time of the recording. */
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
 * When the last key frame at or before a time is shown, and the first one after it. Pictures that are decoded after a key
 * frame and shown before it count as its own.
 */
function keyFramesAround(track: Mp4Track, seconds: number): { before?: number; next?: number } {
  const isKey = keysOf(track);
  const keys: { shown: number; earliest: number }[] = [];
  let before: (typeof keys)[number] | undefined;
  let next: number | undefined;
  let present: (typeof keys)[number] | undefined;
  for (const sample of samplesOf(track)) {
    const shown = shownSeconds(track, sample);
    if (present) present.earliest = Math.min(present.earliest, shown);
    if (!isKey(sample.number)) continue;
    present = { shown, earliest: shown };
    if (shown > seconds) next = Math.min(next ?? shown, shown);
    else if (!before || shown >= before.shown) before = present;
  }
  return {
    ...(before && { before: before.earliest }),
    ...(next !== undefined && { next }),
  };
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
  const nextDuration = runValues(durations);
  const nextOffset = runValues(offsets);
  const sample = { number: 0, decodeTicks: firstTicks, shownTicks: 0, durationTicks: 0 };
  for (let number = 0; number < sizes.length; number += 1) {
    sample.number = number;
    sample.durationTicks = nextDuration();
    sample.shownTicks = sample.decodeTicks + nextOffset();
    yield sample;
    sample.decodeTicks += sample.durationTicks;
  }
}

/** A track with its samples of a stretch; null when none is in it, and for tracks of neither picture nor sound. */
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
      [...track.keys].flatMap((key) => renumbered(key, samples)),
    ),
    shownUntilTicks: 0,
  };
  const endTicks =
    track.firstTicks + Math.round((bounds.end - firstSeconds(track)) * track.ticksPerSecond);
  for (const { number, decodeTicks, shownTicks, durationTicks } of samplesOf(track)) {
    if (number < first || number > last) continue;
    if (number === first) cut.firstTicks = decodeTicks;
    // The last frame is not shown beyond the end.
    const left = Math.max(1, endTicks - shownTicks);
    const lasts = number === last ? Math.min(durationTicks, left) : durationTicks;
    cut.sizes.push(track.sizes.at(number) ?? 0);
    addToRuns(cut.durations, lasts);
    addToRuns(cut.offsets, shownTicks - decodeTicks);
    cut.endTicks = decodeTicks + lasts;
    const shownUntil = Math.min(shownTicks + lasts, endTicks);
    cut.shownUntilTicks = Math.max(cut.shownUntilTicks, shownUntil);
  }
  return { track: cut, of: track, first };
}

/**
 * Samples in a row that are all shown within the bounds: pictures from the first key frame on, sound from the beginning of
 * the stretch on. A frame that is decoded before the end and shown after it ends the row, because its bytes would be in the
 * file however it is hidden; the few frames that are decoded after it and shown before it are missing too.
 */
function samplesWithin(track: Mp4Track, { start, from, end }: Bounds): Samples | null {
  const isKey = keysOf(track);
  const begin = track.kind === 'audio' ? from : start;
  let first: number | undefined;
  let last = -1;
  for (const sample of samplesOf(track)) {
    const { number } = sample;
    const key = isKey(number);
    const shown = shownSeconds(track, sample);
    const isWithin = shown >= begin && shown < end;
    if (first === undefined && isWithin && key) first = number;
    if (first === undefined) continue;
    if (!isWithin) break;
    last = number;
  }
  return first === undefined ? null : { first, last };
}

/** The number of a sample in its cut track, both counted from 1. */
function renumbered(key: number, { first, last }: Samples): number[] {
  return key > first && key <= last + 1 ? [key - first] : [];
}

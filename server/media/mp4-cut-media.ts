// The media of a cut MP4: the stored bytes of exactly its samples, in the order of the stored file, and tracks with the
// new positions of their chunks. Bytes between the samples are left out: earlier sound, boxes, samples of no track.
import { chunksOf, type Mp4Track } from './mp4-index.schema.ts';
import { NumberList } from './number-list.ts';

/** A run of stored bytes, and its offset in the media. */
export interface MediaRun {
  storedAt: number;
  lengthBytes: number;
  at: number;
}

/** The samples of one track that belong to the cut. */
interface CutSamples {
  /** The track with these samples alone, but with the chunks of the whole track. */
  track: Mp4Track;
  /** The whole track. */
  of: Mp4Track;
  /** Number of the first sample in the whole track, from 0. */
  first: number;
}

export interface CutMedia {
  tracks: Mp4Track[];
  runs: readonly MediaRun[];
  sizeBytes: number;
}

// Each run takes about 100 bytes of memory. Recorders and other writers need one or two a second.
const MOST_RUNS = 20_000;

/** @returns null if the samples have more runs than any writer produces */
export function gatherMedia(cuts: readonly CutSamples[]): CutMedia | null {
  const chunks = cuts.map((cut) => [...storedChunks(cut)]);
  const runs = placeRuns(chunks.flat());
  if (runs.length > MOST_RUNS) return null;
  const last = runs.at(-1);
  return {
    tracks: cuts.map(({ track }, place) => ({
      ...track,
      chunks: placedChunks(chunks[place] ?? [], runs),
    })),
    runs,
    sizeBytes: last ? last.at + last.lengthBytes : 0,
  };
}

interface StoredChunk {
  storedAt: number;
  lengthBytes: number;
  samples: number;
  description: number;
}

/** Yields the chunks of a track, reduced to the samples of the cut. */
function* storedChunks({ track, of, first }: CutSamples): Generator<StoredChunk> {
  const end = first + track.sizes.length;
  let number = 0;
  for (const { at, samples, description } of chunksOf(of)) {
    const from = Math.max(number, first);
    const to = Math.min(number + samples, end);
    if (from < to) {
      yield {
        storedAt: at + bytesOf(of, number, from),
        lengthBytes: bytesOf(of, from, to),
        samples: to - from,
        description,
      };
    }
    number += samples;
    if (number >= end) return;
  }
}

/** Sums the bytes of the samples from one up to another, exclusive. */
function bytesOf({ sizes }: Mp4Track, from: number, to: number): number {
  let sum = 0;
  for (let number = from; number < to; number += 1) sum += sizes.at(number) ?? 0;
  return sum;
}

/** Returns the runs in the order of the stored file. Bytes that two chunks of a damaged file share occur once. */
function placeRuns(chunks: readonly StoredChunk[]): MediaRun[] {
  const runs: MediaRun[] = [];
  let at = 0;
  for (const { storedAt, lengthBytes } of chunks.toSorted((a, b) => a.storedAt - b.storedAt)) {
    const last = runs.at(-1);
    const lastEnd = last ? last.storedAt + last.lengthBytes : 0;
    if (last && storedAt <= lastEnd) {
      const added = Math.max(0, storedAt + lengthBytes - lastEnd);
      last.lengthBytes += added;
      at += added;
    } else {
      runs.push({ storedAt, lengthBytes, at });
      at += lengthBytes;
    }
  }
  return runs;
}

/** Returns the chunks of a track with their offsets in the media. */
function placedChunks(chunks: readonly StoredChunk[], runs: readonly MediaRun[]): NumberList {
  const placed = new NumberList('unsigned');
  for (const { storedAt, samples, description } of chunks) {
    const run = runAt(runs, storedAt);
    for (const value of [run.at + storedAt - run.storedAt, samples, description]) {
      placed.push(value);
    }
  }
  return placed;
}

/** Finds the run that contains a stored byte, by bisection. */
function runAt(runs: readonly MediaRun[], storedAt: number): MediaRun {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle]?.storedAt ?? 0) <= storedAt) low = middle;
    else high = middle - 1;
  }
  return runs[low] ?? { storedAt, lengthBytes: 0, at: 0 };
}

// The media of a cut MP4: the stored bytes of exactly its samples, in the order of the stored file, and the tracks whose
// chunks lie in them. What lies between two samples of the stretch is left out: sound before it, boxes, samples of no track.
import { chunksOf, type Mp4Track } from './mp4-index.schema.ts';
import { NumberList } from './number-list.ts';

/** A run of stored bytes, and its place in the media. */
export interface MediaRun {
  storedAt: number;
  lengthBytes: number;
  at: number;
}

/** The samples of one track that are cut out of it. */
interface CutSamples {
  /** The track with these samples alone, but still the chunks of the whole one. */
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

// Each takes some 100 bytes of memory. Recorders and other writers need one or two a second.
const MOST_RUNS = 20_000;

/** @returns null when the samples lie in more places than any writer spreads them over */
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

/** The chunks of a track, as far as their samples are cut out. */
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

/** Bytes of the samples from one to before another. */
function bytesOf({ sizes }: Mp4Track, from: number, to: number): number {
  let sum = 0;
  for (let number = from; number < to; number += 1) sum += sizes.at(number) ?? 0;
  return sum;
}

/** Runs in the order of the stored file; bytes that two chunks of a damaged file share are there once. */
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

/** The chunks of a track, each at its place in the media. */
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

/** The run that holds a stored byte, by bisection. */
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

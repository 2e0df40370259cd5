// Reads the box that stands before each fragment's media: which samples follow, of which track, where and when.
import { boxesIn, boxIn, FieldReader, MalformedBox } from './mp4-box.ts';
import type { Mp4Track } from './mp4-index.schema.ts';

/** A frame, or some milliseconds of sound. */
export type Sample = {
  durationTicks: number;
  sizeBytes: number;
  /** Ticks that it is shown after it is decoded. */
  offsetTicks: number;
  key: boolean;
};

/** Samples of one track that lie in a row. */
export type Run = {
  track: Mp4Track;
  description: number;
  /** First byte in the file, and first byte after it. */
  at: number;
  end: number;
  /** Decoding time of the first one; absent: when the track's last one ends. */
  startTicks: number | undefined;
  samples: Sample[];
};

// ISO/IEC 14496-12 section 8.8.7.
const TRACK_FLAGS = {
  baseDataOffset: 0x01,
  description: 0x02,
  duration: 0x08,
  size: 0x10,
  flags: 0x20,
  baseIsFragment: 0x02_0000,
};
// Section 8.8.8.
const RUN_FLAGS = {
  dataOffset: 0x001,
  firstFlags: 0x004,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  compositionOffset: 0x800,
};
// Section 8.8.3.1.
const IS_NON_SYNC = 0x01_0000;

/**
 * The runs of a fragment, in the file's order.
 * @param fragment the data of its MovieFragmentBox, which begins at byte `at` of the file
 * @throws {MalformedBox} also when there are more samples than `mostSamples`
 */
export function readFragment(
  fragment: Uint8Array,
  place: { at: number; tracks: readonly Mp4Track[]; mostSamples: number },
): Run[] {
  const runs: Run[] = [];
  // Section 8.8.7.1: data without a position of its own follows the data of the track before.
  let end = place.at;
  // Counted along: a head of a megabyte may hold 65,000 runs.
  let samples = 0;
  for (const { type, data } of boxesIn(fragment)) {
    if (type !== 'traf') continue;
    for (const run of readTrackRuns(data, { ...place, end })) {
      end = run.end;
      if (run.samples.length > 0) runs.push(run);
      samples += run.samples.length;
      if (samples > place.mostSamples) throw new MalformedBox('it has too many samples');
    }
  }
  return runs;
}

type TrackHead = { track: Mp4Track; base: number; defaults: Mp4Track['defaults'] };

function* readTrackRuns(
  fragment: Uint8Array,
  place: { at: number; end: number; tracks: readonly Mp4Track[]; mostSamples: number },
): Generator<Run> {
  const head = readTrackHead(boxIn(fragment, 'tfhd'), place);
  let startTicks: number | undefined;
  let at = head.base;
  for (const { type, data } of boxesIn(fragment)) {
    if (type === 'tfdt') startTicks = new FieldReader(data).time();
    if (type !== 'trun') continue;
    const run = readRun(data, head, { at, mostSamples: place.mostSamples });
    yield { ...run, startTicks };
    startTicks = undefined;
    at = run.end;
  }
}

function readTrackHead(
  data: Uint8Array,
  { at, end, tracks }: { at: number; end: number; tracks: readonly Mp4Track[] },
): TrackHead {
  const fields = new FieldReader(data);
  const id = fields.uint32();
  const track = tracks.find((candidate) => candidate.id === id);
  if (!track) throw new MalformedBox('a fragment belongs to no track');
  const has = (flag: number) => (fields.flags & flag) !== 0;
  const implied = has(TRACK_FLAGS.baseIsFragment) ? at : end;
  const base = has(TRACK_FLAGS.baseDataOffset) ? fields.uint64() : implied;
  const { defaults } = track;
  return {
    track,
    base,
    defaults: {
      description: has(TRACK_FLAGS.description) ? fields.uint32() : defaults.description,
      durationTicks: has(TRACK_FLAGS.duration) ? fields.uint32() : defaults.durationTicks,
      sizeBytes: has(TRACK_FLAGS.size) ? fields.uint32() : defaults.sizeBytes,
      flags: has(TRACK_FLAGS.flags) ? fields.uint32() : defaults.flags,
    },
  };
}

function readRun(
  data: Uint8Array,
  { track, base, defaults }: TrackHead,
  { at, mostSamples }: { at: number; mostSamples: number },
): Omit<Run, 'startTicks'> {
  const fields = new FieldReader(data);
  const has = (flag: number) => (fields.flags & flag) !== 0;
  const count = fields.uint32();
  if (count > mostSamples) throw new MalformedBox('it has too many samples');
  const start = has(RUN_FLAGS.dataOffset) ? base + fields.int32() : at;
  const firstFlags = has(RUN_FLAGS.firstFlags) ? fields.uint32() : undefined;
  const samples: Sample[] = [];
  let end = start;
  for (let number = 0; number < count; number += 1) {
    const durationTicks = has(RUN_FLAGS.duration) ? fields.uint32() : defaults.durationTicks;
    const sizeBytes = has(RUN_FLAGS.size) ? fields.uint32() : defaults.sizeBytes;
    const own = has(RUN_FLAGS.flags) ? fields.uint32() : defaults.flags;
    const flags = number === 0 ? (firstFlags ?? own) : own;
    // Without a sign in version 0, says the standard; no offset is that large, and writers mean a sign.
    const offsetTicks = has(RUN_FLAGS.compositionOffset) ? fields.int32() : 0;
    samples.push({ durationTicks, sizeBytes, offsetTicks, key: (flags & IS_NON_SYNC) === 0 });
    end += sizeBytes;
  }
  return { track, description: defaults.description, at: start, end, samples };
}

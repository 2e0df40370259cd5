// Reads the box before each fragment's media: the samples that follow, with their track, position and time.
import { FieldReader, findBox, MalformedBox, readBoxes } from './mp4-box.ts';
import type { Mp4Track } from './mp4-index.schema.ts';

/** A frame of video, or some milliseconds of sound. */
export type Sample = {
  durationTicks: number;
  sizeBytes: number;
  /** Ticks from decoding to display. */
  offsetTicks: number;
  key: boolean;
};

/** Consecutive samples of one track. `readSamples` reads them from the fragment. */
export type Run = {
  track: Mp4Track;
  description: number;
  /** Offset of the first byte in the file, and of the first byte after the run. */
  at: number;
  end: number;
  /** Decoding time of the first sample, or undefined if it follows the track's last one. */
  startTicks: number | undefined;
  samples: number;
  table: SampleTable;
};

/** The run's table of samples, and defaults for the fields that the table leaves out. */
type SampleTable = {
  bytes: Uint8Array;
  hasDurations: boolean;
  hasSizes: boolean;
  hasFlags: boolean;
  hasOffsets: boolean;
  firstFlags: number | undefined;
  defaults: Mp4Track['defaults'];
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

// Each field of a sample has 32 bits.
const FIELD_BYTES = 4;

type Place = { at: number; tracks: readonly Mp4Track[] };

/**
 * Yields the runs of a fragment in the file's order. Allocates nothing for a sample, because a run may promise any
 * number.
 * @param fragment the data of its MovieFragmentBox, which begins at byte `at` of the file
 * @throws {MalformedBox} also for samples that have neither an entry in their run's table nor a byte of media
 */
export function* readFragment(fragment: Uint8Array, place: Place): Generator<Run> {
  // Section 8.8.7.1: data without a position follows the data of the track before.
  let end = place.at;
  for (const { type, data } of readBoxes(fragment)) {
    if (type !== 'traf') continue;
    for (const run of readTrackRuns(data, { ...place, end })) {
      end = run.end;
      if (run.samples > 0) yield run;
    }
  }
}

/** Calls a function with each sample of a run. The object is reused, because there are more than 100,000. */
export function readSamples({ samples, table }: Run, note: (sample: Sample) => void): void {
  const { bytes, defaults, firstFlags, hasDurations, hasSizes, hasFlags, hasOffsets } = table;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sample = { durationTicks: 0, sizeBytes: 0, offsetTicks: 0, key: false };
  let at = 0;
  const next = () => {
    at += FIELD_BYTES;
    return view.getUint32(at - FIELD_BYTES);
  };
  for (let number = 0; number < samples; number += 1) {
    sample.durationTicks = hasDurations ? next() : defaults.durationTicks;
    sample.sizeBytes = hasSizes ? next() : defaults.sizeBytes;
    const own = hasFlags ? next() : defaults.flags;
    const flags = number === 0 ? (firstFlags ?? own) : own;
    sample.key = (flags & IS_NON_SYNC) === 0;
    // Version 0 of the standard has unsigned offsets. Writers store signed ones, and no real offset is that large.
    sample.offsetTicks = hasOffsets ? next() | 0 : 0;
    note(sample);
  }
}

type TrackHead = { track: Mp4Track; base: number; defaults: Mp4Track['defaults'] };

function* readTrackRuns(fragment: Uint8Array, place: Place & { end: number }): Generator<Run> {
  const head = readTrackHead(findBox(fragment, 'tfhd'), place);
  let startTicks: number | undefined;
  let at = head.base;
  for (const { type, data } of readBoxes(fragment)) {
    if (type === 'tfdt') startTicks = new FieldReader(data).time();
    if (type !== 'trun') continue;
    const run = readRun(data, head, at);
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
  at: number,
): Omit<Run, 'startTicks'> {
  const fields = new FieldReader(data);
  const has = (flag: number) => (fields.flags & flag) !== 0;
  const samples = fields.uint32();
  const start = has(RUN_FLAGS.dataOffset) ? base + fields.int32() : at;
  const table = {
    firstFlags: has(RUN_FLAGS.firstFlags) ? fields.uint32() : undefined,
    bytes: fields.rest(),
    defaults,
    hasDurations: has(RUN_FLAGS.duration),
    hasSizes: has(RUN_FLAGS.size),
    hasFlags: has(RUN_FLAGS.flags),
    hasOffsets: has(RUN_FLAGS.compositionOffset),
  };
  const end = start + mediaBytes(samples, table);
  return { track, description: defaults.description, at: start, end, samples, table };
}

/**
 * Returns the size of all samples of a run.
 * @throws {MalformedBox} the run promises samples without an entry or a byte
 */
function mediaBytes(samples: number, table: SampleTable): number {
  const { bytes, defaults, hasDurations, hasSizes, hasFlags, hasOffsets } = table;
  const fieldCount = [hasDurations, hasSizes, hasFlags, hasOffsets].filter(Boolean).length;
  const entryBytes = fieldCount * FIELD_BYTES;
  if (samples * entryBytes > bytes.length) throw new MalformedBox('a box ends too early');
  if (!hasSizes) {
    const isBacked = samples === 0 || entryBytes > 0 || defaults.sizeBytes > 0;
    if (!isBacked) throw new MalformedBox('a run has samples without a byte');
    return samples * defaults.sizeBytes;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  let at = hasDurations ? FIELD_BYTES : 0;
  for (let remaining = samples; remaining > 0; remaining -= 1, at += entryBytes)
    sum += view.getUint32(at);
  return sum;
}

// MP4 files for tests: what a browser and other writers make, and made ones with every oddity.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatBytes } from '#server/media/ebml.ts';
import { box, numbersBox } from '#server/media/mp4-box.ts';
import type { Mp4Index } from '#server/media/mp4-index.schema.ts';
import { Mp4Indexer } from '#server/media/mp4-indexer.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

/**
 * Fragmented files: those that `scripts/record-fixtures.mjs` recorded in Chromium, and some in the format of
 * Safari and others.
 */
export const MP4_FRAGMENTS = [
  'h264-opus',
  'mp4-vp9-opus',
  'h264-aac',
  'h264-aac-reordered',
] as const;
/** Fragmented files, and one with tables of its own. */
export const MP4_FILES = [...MP4_FRAGMENTS, 'h264-aac-whole'] as const;

export async function mp4File(name: (typeof MP4_FILES)[number]): Promise<Uint8Array> {
  return readFile(join(FOLDER, `${name}.mp4`));
}

export function mp4IndexOf(file: Uint8Array): Mp4Index {
  const indexer = new Mp4Indexer();
  indexer.feed(file);
  return indexer.index;
}

export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;
export const MADE_TICKS_PER_SECOND = 1000;

export const fileType = box('ftyp', Buffer.from('isom'), new Uint8Array(4), Buffer.from('isom'));

/** A movie of one video and one audio track without any sample. */
export function makeMovie(
  options: { version?: 0 | 1; edits?: Uint8Array; fragments?: boolean } = {},
) {
  const { version = 0, edits = new Uint8Array(), fragments = true } = options;
  const tracks = [
    makeTrack(VIDEO_TRACK, { handler: 'vide', codec: 'avc1', version, edits }),
    makeTrack(AUDIO_TRACK, { handler: 'soun', codec: 'mp4a', version, edits }),
  ];
  const extended = box(
    'mvex',
    ...[VIDEO_TRACK, AUDIO_TRACK].map((id) => numbersBox('trex', [id, 1, 0, 0, 0])),
  );
  return box('moov', clock('mvhd', version), ...tracks, ...(fragments ? [extended] : []));
}

/** The fields of MovieHeaderBox and MediaHeaderBox that are read here. */
function clock(type: string, version: 0 | 1): Uint8Array {
  const wide = version === 1 ? [0] : [];
  const times = [...wide, 0, ...wide, 0];
  return numbersBox(type, [...times, MADE_TICKS_PER_SECOND, ...wide, 0, 0], version);
}

type TrackOptions = { handler: string; codec: string; version: 0 | 1; edits: Uint8Array };

function makeTrack(id: number, { handler, codec, version, edits }: TrackOptions): Uint8Array {
  const wide = version === 1 ? [0] : [];
  const description = box('stsd', new Uint8Array([0, 0, 0, 0, 0, 0, 0, 1]), box(codec));
  return box(
    'trak',
    numbersBox('tkhd', [...wide, 0, ...wide, 0, id, 0, ...wide, 0, 0], version),
    edits,
    box(
      'mdia',
      clock('mdhd', version),
      box('hdlr', new Uint8Array(8), Buffer.from(handler), new Uint8Array(12)),
      box('minf', box('stbl', description)),
    ),
  );
}

export type RunSpec = {
  track: number;
  startTicks?: number;
  /** Ticks and bytes of each sample. */
  samples: { ticks: number; bytes: number; offset?: number; key?: boolean }[];
};

const NO_SYNC = 0x01_0000;
const BASE_IS_FRAGMENT = 0x02_0000;
// Flags of a run with position, durations, sizes, flags and composition offsets.
const ALL_SAID = 0xf01;

/** A fragment: its head and its media, whose bytes are zero. */
export function makeFragment(runs: RunSpec[], shiftBytes = 0): Uint8Array {
  const mediaBytes = runs
    .flatMap(({ samples }) => samples)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const headBytes = fragmentHead(runs, 0).length;
  const head = fragmentHead(runs, headBytes + 8 + shiftBytes);
  return concatBytes([head, box('mdat', new Uint8Array(mediaBytes))]);
}

function fragmentHead(runs: RunSpec[], dataAt: number): Uint8Array {
  let at = dataAt;
  const tracks = runs.map(({ track, startTicks, samples }) => {
    const fields = samples.flatMap(({ ticks, bytes, offset = 0, key = true }) => [
      ticks,
      bytes,
      key ? 0 : NO_SYNC,
      offset,
    ]);
    const run = box('trun', words([ALL_SAID, samples.length, at, ...fields]));
    at += samples.reduce((sum, { bytes }) => sum + bytes, 0);
    const time = startTicks === undefined ? [] : [numbersBox('tfdt', [startTicks])];
    return box('traf', box('tfhd', words([BASE_IS_FRAGMENT, track])), ...time, run);
  });
  return box('moof', numbersBox('mfhd', [1]), ...tracks);
}

/** 32-bit numbers in a row; the first one is a full box's version and flags. */
export function words(numbers: number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * numbers.length);
  let at = 0;
  for (const number of numbers) at = bytes.writeUInt32BE(number >>> 0, at);
  return bytes;
}

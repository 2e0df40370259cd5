// Videos made to fill a server's memory: small files whose index would be large.
import { concatBytes, element, uintElement, writeUint } from '#server/media/ebml.ts';
import { box, numbersBox } from '#server/media/mp4-box.ts';
import { CLUSTER, SEGMENT } from '#server/media/webm-ids.ts';
import { fileType, makeMovie, VIDEO_TRACK, words } from './mp4-files.ts';
import { makeWebm, unknownHead, VIDEO } from './webm-files.ts';

const MOVIE = concatBytes([fileType, makeMovie()]);
// ISO/IEC 14496-12 sections 8.8.7 and 8.8.8: fields of a track's head and a run.
const BASE_IS_FRAGMENT = 0x02_0000;
const DEFAULT_SIZE = 0x10;
const DATA_OFFSET = 0x01;
const SIZES = 0x200;
const EVERYTHING = 0xf01;
const MILLION = 1_000_000;

/** A fragment of runs of samples that have `sizeBytes` each, and its media. */
function fragment(runs: Uint8Array[], sizeBytes: number, mediaBytes: number): Uint8Array {
  const head = box('tfhd', words([BASE_IS_FRAGMENT | DEFAULT_SIZE, VIDEO_TRACK, sizeBytes]));
  return concatBytes([
    box('moof', numbersBox('mfhd', [1]), box('traf', head, ...runs)),
    box('mdat', new Uint8Array(mediaBytes)),
  ]);
}

function run(samples: number, flags = 0, table: readonly number[] = []): Uint8Array {
  return box('trun', words([flags, samples, ...table]));
}

function times<Item>(count: number, make: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

/** Returns the offset of the media in a fragment with these runs. */
function mediaAt(runBytes: number): number {
  return 8 + 16 + 8 + 20 + runBytes + 8;
}

const one = run(1, DATA_OFFSET, [0]);
const oneByteEach = run(MILLION, DATA_OFFSET, [mediaAt(20)]);
const row = (number: number) => [number, 0, 0, number];

export const MP4_BOMBS: Readonly<Record<string, Uint8Array>> = {
  'a million samples of no bytes': concatBytes([MOVIE, fragment([run(MILLION)], 0, 0)]),
  'sixty runs of a million samples of no bytes': concatBytes([
    MOVIE,
    fragment(
      times(60, () => run(MILLION)),
      0,
      0,
    ),
  ]),
  'a million samples whose bytes never come': concatBytes([MOVIE, fragment([oneByteEach], 1, 0)]),
  'a million samples of a byte each': concatBytes([MOVIE, fragment([oneByteEach], 1, MILLION)]),
  'a head of 60,000 runs without media': concatBytes([
    MOVIE,
    fragment(
      times(50_000, () => one),
      0,
      0,
    ).subarray(0, -8),
  ]),
  '40,000 runs of the same byte': concatBytes([
    MOVIE,
    fragment(
      times(40_000, () => run(1, DATA_OFFSET, [mediaAt(20 * 40_000)])),
      1,
      1,
    ),
  ]),
  'a table of 200,000 sizes, all zero': concatBytes([
    MOVIE,
    fragment(
      [run(200_000, SIZES | DATA_OFFSET, [mediaAt(800_020), ...times(200_000, () => 0)])],
      0,
      0,
    ),
  ]),
  'a table in which nothing repeats': concatBytes([
    MOVIE,
    ...times(5, () =>
      fragment([run(60_000, EVERYTHING, [mediaAt(960_020), ...times(60_000, row).flat()])], 0, 0),
    ),
  ]),
};

const header = makeWebm([]);
/** A key frame of a byte in the shortest way. */
const smallBlock = Uint8Array.of(0xa3, 0x85, 0x80 | VIDEO, 0, 0, 0x80, 0);
const emptyCluster = concatBytes([writeUint(SEGMENT.cluster, 4), Uint8Array.of(0x80)]);
const time = uintElement(CLUSTER.timestamp, 0);
const cluster = element(SEGMENT.cluster, time, smallBlock);
const slowClock = (ticks: number) =>
  Uint8Array.of(0xa3, 0x85, 0x80 | VIDEO, ticks >> 8, ticks & 0xff, 0x80, 0);

export const WEBM_BOMBS: Readonly<Record<string, Uint8Array>> = {
  '200,000 clusters without anything': concatBytes([header, ...times(200_000, () => emptyCluster)]),
  '100,000 clusters of a block': concatBytes([header, ...times(100_000, () => cluster)]),
  '60,000 key frames days apart': concatBytes([
    makeWebm([], { tickNs: 10 ** 15 }),
    element(SEGMENT.cluster, time, ...times(32_000, slowClock)),
    element(SEGMENT.cluster, time, ...times(32_000, slowClock)),
  ]),
  'a million elements of nothing': concatBytes([
    header,
    element(SEGMENT.cluster, time, new Uint8Array(times(MILLION, () => [0xec, 0x80]).flat())),
  ]),
  'a cue table without an end': concatBytes([header, unknownHead(SEGMENT.cues, 8)]),
};

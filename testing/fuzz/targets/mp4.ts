// MP4 as anything: recorded files with damage, and boxes with wrong sizes and counts.
import fc, { type Arbitrary } from 'fast-check';
import { concatBytes } from '#server/media/ebml.ts';
import { box } from '#server/media/mp4-box.ts';
import { fileType, makeMovie, words } from '#testing/mp4-files.ts';
import { bytesOf, type Damaged, damaged, filesOf } from '../damaged-files.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { readVideo, videoSteps } from '../read-video.ts';

const files = filesOf([
  'h264-opus.mp4',
  'mp4-vp9-opus.mp4',
  'h264-aac.mp4',
  'h264-aac-reordered.mp4',
  'h264-aac-whole.mp4',
]);
const marks = [
  'moov',
  'mvhd',
  'tkhd',
  'mdhd',
  'elst',
  'stsd',
  'trex',
  'moof',
  'tfhd',
  'tfdt',
  'trun',
];

interface BoxSpec {
  type: string;
  words: number[];
  boxes: BoxSpec[];
  /** Added to its true size. */
  lie: number;
}

const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(0, 1, 2, 3, 8, 0x200, 0x301, 0xf01, 0x02_0000, 0x02_0038),
  },
  { weight: 1, arbitrary: fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 1_000_000, 0x7fff_ffff, 0xffff_ffff) },
);

/** Boxes in boxes. */
function tree(depth: number): Arbitrary<BoxSpec> {
  return fc.record({
    type: fc.constantFrom(
      ...['moof', 'moof', 'traf', 'traf', 'tfhd', 'trun', 'trun', 'tfdt', 'mdat', 'mdat', 'free'],
      ...['moov', 'mvhd', 'trak', 'tkhd', 'mdia', 'mdhd', 'hdlr', 'stbl', 'stsz', 'edts', 'elst'],
    ),
    words: fc.array(word, { maxLength: 12 }),
    boxes: depth > 0 ? fc.array(tree(depth - 1), { maxLength: 4 }) : fc.constant([]),
    lie: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -8, max: 100_000 })),
  });
}

interface Fragment {
  base: number[];
  runs: number[][];
  mediaBytes: number;
}

/** A valid fragment except for the values of its numbers. */
const fragment: Arbitrary<Fragment> = fc.record({
  base: fc.tuple(
    fc.constantFrom(0, 0x02_0000, 0x02_0010, 0x38),
    fc.constantFrom(1, 2, 9),
    word,
    word,
    word,
  ),
  runs: fc.array(fc.array(word, { minLength: 2, maxLength: 30 }), { maxLength: 5 }),
  mediaBytes: fc.nat(300),
});

type Input = { chunkBytes: number } & (
  | { damaged: Damaged }
  | { boxes: BoxSpec[] }
  | { fragments: Fragment[] }
);

const chunkBytes = fc.integer({ min: 61, max: 5000 });

export const target = fuzzTarget<Input>({
  name: 'mp4',
  arbitrary: fc.oneof(
    fc.record({ chunkBytes, damaged: damaged(files, marks) }),
    fc.record({ chunkBytes, boxes: fc.array(tree(3), { maxLength: 6 }) }),
    fc.record({ chunkBytes, fragments: fc.array(fragment, { maxLength: 5 }) }),
  ),
  run: (input) => readVideo(fileOf(input), input.chunkBytes),
  allowedSteps: (input) => videoSteps(fileOf(input).length),
  weight: 0.5,
});

function fileOf(input: Input): Uint8Array {
  if ('damaged' in input) return bytesOf(input.damaged, files);
  const rest = 'boxes' in input ? input.boxes.map(write) : input.fragments.map(writeFragment);
  return concatBytes([fileType, makeMovie(), ...rest]);
}

function write({ type, words: numbers, boxes, lie }: BoxSpec): Uint8Array {
  const bytes = Buffer.from(box(type, words(numbers), ...boxes.map(write)));
  bytes.writeUInt32BE(Math.max(0, bytes.length + lie));
  return bytes;
}

function writeFragment({ base, runs, mediaBytes }: Fragment): Uint8Array {
  const trunks = runs.map((run) => box('trun', words(run)));
  return concatBytes([
    box('moof', box('traf', box('tfhd', words(base)), ...trunks)),
    box('mdat', new Uint8Array(mediaBytes)),
  ]);
}

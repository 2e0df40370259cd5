// WebM as anything: recorded files with damage, and elements with wrong sizes and values.
import fc, { type Arbitrary } from 'fast-check';
import { concatBytes, element, writeHead, writeUint } from '#server/media/ebml.ts';
import { CLUSTER, CUE, EBML, INFO, SEGMENT, TRACK } from '#server/media/webm-ids.ts';
import { makeTracks, makeWebm, unknownHead } from '#testing/webm-files.ts';
import { bytesOf, type Damaged, damaged, filesOf } from '../damaged-files.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { readVideo, videoSteps } from '../read-video.ts';

const files = filesOf([
  'vp8-opus.webm',
  'vp9-opus.webm',
  'av1-opus.webm',
  'opus-only.webm',
  'firefox-vp8-opus.webm',
  'firefox-opus-only.webm',
]);
// The ids of Info, Tracks and Cluster.
const marks = ['\x15\x49\xa9\x66', '\x16\x54\xae\x6b', '\x1f\x43\xb6\x75'];

interface ElementSpec {
  id: number;
  data: Uint8Array;
  children: ElementSpec[];
  /** Correctness of the size field: true, unknown, or this number of bytes. */
  size: 'true' | 'unknown' | number;
}

const ids = [EBML, SEGMENT, CLUSTER, INFO, TRACK, CUE].flatMap((group) => Object.values(group));
const often = [SEGMENT.cluster, CLUSTER.timestamp, CLUSTER.simpleBlock, CLUSTER.blockGroup];
const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...often, CLUSTER.block, CLUSTER.blockDuration) },
  { weight: 1, arbitrary: fc.constantFrom(...ids) },
);

const blockData = fc
  .tuple(fc.constantFrom(0x81, 0x82, 0x89), fc.nat(0xffff), fc.nat(255))
  .map(([track, ticks, flags]) => Uint8Array.of(track, ticks >> 8, ticks & 255, flags, 0));
const number = fc
  .tuple(fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 52, 2 ** 60, 2 ** 64 - 2048)), fc.nat(8))
  .map(([value, width]) => writeUint(value, width));
const data = fc.oneof(blockData, number, fc.uint8Array({ maxLength: 12 }));
const size = fc.oneof(
  { weight: 8, arbitrary: fc.constant('true' as const) },
  { weight: 1, arbitrary: fc.constant('unknown' as const) },
  { weight: 1, arbitrary: fc.oneof(fc.nat(2000), fc.constantFrom(0, 2 ** 31, 2 ** 52)) },
);

const EMPTY: ElementSpec = { id: EBML.void, data: new Uint8Array(), children: [], size: 'true' };

/** Elements in elements. */
function tree(depth: number): Arbitrary<ElementSpec> {
  const children = fc.array(depth > 0 ? tree(depth - 1) : fc.constant(EMPTY), {
    maxLength: depth > 0 ? 5 : 0,
  });
  return fc.record({ id, data, children, size });
}

/** A valid cluster except for the values of its numbers. */
const cluster: Arbitrary<ElementSpec> = fc.record({
  id: fc.constant(SEGMENT.cluster),
  data: number.map((ticks) => element(CLUSTER.timestamp, ticks)),
  children: fc.array(
    fc.record({
      id: fc.constant(CLUSTER.simpleBlock),
      data: blockData,
      children: fc.constant([]),
      size: fc.constant('true' as const),
    }),
    { maxLength: 20 },
  ),
  size,
});

type Input = { chunkBytes: number } & (
  | { damaged: Damaged }
  | { tickNs: number; inSegment: ElementSpec[] }
  | { any: ElementSpec[] }
);

const chunkBytes = fc.integer({ min: 61, max: 5000 });
const tickNs = fc.oneof(
  fc.constantFrom(1, 1_000_000, 10 ** 9, 2 ** 53 - 1),
  fc.integer({ min: 1 }),
);

export const target = fuzzTarget<Input>({
  name: 'webm',
  arbitrary: fc.oneof(
    fc.record({ chunkBytes, damaged: damaged(files, marks) }),
    fc.record({
      chunkBytes,
      tickNs,
      inSegment: fc.array(fc.oneof(cluster, tree(2)), { maxLength: 8 }),
    }),
    fc.record({ chunkBytes, any: fc.array(tree(3), { maxLength: 8 }) }),
  ),
  run: (input) => readVideo(fileOf(input), input.chunkBytes),
  allowedSteps: (input) => videoSteps(fileOf(input).length),
  weight: 0.5,
});

function fileOf(input: Input): Uint8Array {
  if ('damaged' in input) return bytesOf(input.damaged, files);
  if ('inSegment' in input) {
    const { tickNs: scale, inSegment } = input;
    return concatBytes([makeWebm([], { tickNs: scale }), ...inSegment.map(write)]);
  }
  const header = makeWebm([]).subarray(0, -makeTracks().length);
  return concatBytes([header, ...input.any.map(write)]);
}

function write(spec: ElementSpec): Uint8Array {
  const content = concatBytes([spec.data, ...spec.children.map(write)]);
  if (spec.size === 'true') return element(spec.id, content);
  const idBytes = writeUint(spec.id, Math.ceil(spec.id.toString(16).length / 2));
  if (spec.size !== 'unknown') return concatBytes([writeHead(spec.id, spec.size), content]);
  return concatBytes([idBytes, unknownHead(spec.id, 1).subarray(4), content]);
}

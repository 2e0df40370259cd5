// WebM files for tests: recorded ones, and made ones with every oddity.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatBytes, element, stringElement, uintElement, writeUint } from '#server/media/ebml.ts';
import { CLUSTER, EBML, INFO, SEGMENT, TRACK } from '#server/media/webm-ids.ts';
import type { WebmIndex } from '#server/media/webm-index.schema.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

/** Recordings that `scripts/record-fixtures.mjs` made in Chromium and Firefox. */
export const RECORDED = [
  'vp8-opus',
  'vp9-opus',
  'av1-opus',
  'vp8-only',
  'opus-only',
  'firefox-vp8-opus',
  'firefox-opus-only',
] as const;

export async function recorded(name: (typeof RECORDED)[number]): Promise<Uint8Array> {
  return readFile(join(FOLDER, `${name}.webm`));
}

export function indexOf(file: Uint8Array): WebmIndex {
  const indexer = new WebmIndexer();
  indexer.feed(file);
  return indexer.index;
}

export type BlockSpec = {
  track: number;
  relativeTicks: number;
  key?: boolean;
  group?: Uint8Array[];
};
export type ClusterSpec = {
  ticks: number;
  blocks: BlockSpec[];
  /** Width of an unknown-size field, or 'known' for a true size. Eight when left out. */
  size?: number | 'known';
  /** Elements before the blocks and after the cluster. */
  inside?: Uint8Array[];
  after?: Uint8Array[];
};

export const VIDEO = 1;
export const AUDIO = 2;

/** A whole file with one VP8 and one Opus track and frames of a few bytes. */
export function makeWebm(
  clusters: ClusterSpec[],
  options: {
    segment?: 'known';
    docType?: string;
    beforeTracks?: Uint8Array[];
    tickNs?: number;
  } = {},
): Uint8Array {
  const inSegment = concatBytes([
    element(SEGMENT.info, uintElement(INFO.timestampScale, options.tickNs ?? 1_000_000)),
    ...(options.beforeTracks ?? []),
    makeTracks(),
    ...clusters.map(makeCluster),
  ]);
  return concatBytes([
    element(EBML.header, stringElement(EBML.docType, options.docType ?? 'webm')),
    options.segment === 'known'
      ? element(SEGMENT.segment, inSegment)
      : concatBytes([unknownHead(SEGMENT.segment, 8), inSegment]),
  ]);
}

/** RFC 9559 section 5.1.4; the indexer passes over it. */
const CODEC_ID = 0x86;

export function makeTracks(): Uint8Array {
  const entry = (number: number, type: number, codec: string) =>
    element(
      TRACK.entry,
      uintElement(TRACK.number, number),
      uintElement(TRACK.type, type),
      stringElement(CODEC_ID, codec),
    );
  return element(SEGMENT.tracks, entry(VIDEO, 1, 'V_VP8'), entry(AUDIO, 2, 'A_OPUS'));
}

function makeCluster(cluster: ClusterSpec): Uint8Array {
  const payload = concatBytes([
    uintElement(CLUSTER.timestamp, cluster.ticks, 3),
    ...(cluster.inside ?? []),
    ...cluster.blocks.map(makeBlock),
  ]);
  const { size = 8, after = [] } = cluster;
  const head = size === 'known' ? [] : [unknownHead(SEGMENT.cluster, size)];
  const whole = size === 'known' ? element(SEGMENT.cluster, payload) : payload;
  return concatBytes([...head, whole, ...after]);
}

export function makeBlock({ track, relativeTicks, key, group }: BlockSpec): Uint8Array {
  const data = concatBytes([
    new Uint8Array([0x80 | track]),
    writeUint(relativeTicks & 0xffff, 2),
    new Uint8Array([key && !group ? 0x80 : 0, 1, 2, 3, 4, 5]),
  ]);
  if (!group) return element(CLUSTER.simpleBlock, data);
  return element(CLUSTER.blockGroup, element(CLUSTER.block, data), ...group);
}

/** An id and a size field of `width` bytes with all bits set. */
export function unknownHead(id: number, width: number): Uint8Array {
  const size = new Uint8Array(width).fill(0xff);
  size[0] = (0xff >> width) | (0x80 >> (width - 1));
  return concatBytes([writeUint(id, 4), size]);
}

// WebM files for tests: recorded ones, made ones with every oddity, and what ffprobe says of them.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { element, joined, stringElement, uintElement, writeUint } from '#server/media/ebml.ts';
import { CLUSTER, EBML, INFO, SEGMENT, TRACK } from '#server/media/webm-ids.ts';
import type { WebmIndex } from '#server/media/webm-index.schema.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';
import { findProgram } from './programs.ts';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, 'fixtures');

/** What `scripts/record-fixtures.mjs` recorded in Chromium and Firefox. */
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

/** The same numbers below `limit` for the same seed (mulberry32). */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export type MadeBlock = {
  track: number;
  relativeTicks: number;
  key?: boolean;
  group?: Uint8Array[];
};
export type MadeCluster = {
  ticks: number;
  blocks: MadeBlock[];
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
  clusters: MadeCluster[],
  options: { segment?: 'known'; docType?: string; beforeTracks?: Uint8Array[] } = {},
): Uint8Array {
  const inSegment = joined([
    element(SEGMENT.info, uintElement(INFO.timestampScale, 1_000_000)),
    ...(options.beforeTracks ?? []),
    makeTracks(),
    ...clusters.map(makeCluster),
  ]);
  return joined([
    element(EBML.header, stringElement(EBML.docType, options.docType ?? 'webm')),
    options.segment === 'known'
      ? element(SEGMENT.segment, inSegment)
      : joined([unknownHead(SEGMENT.segment, 8), inSegment]),
  ]);
}

export function makeTracks(): Uint8Array {
  const entry = (number: number, type: number, codec: string) =>
    element(
      TRACK.entry,
      uintElement(TRACK.number, number),
      uintElement(TRACK.type, type),
      stringElement(TRACK.codecId, codec),
    );
  return element(SEGMENT.tracks, entry(VIDEO, 1, 'V_VP8'), entry(AUDIO, 2, 'A_OPUS'));
}

function makeCluster(cluster: MadeCluster): Uint8Array {
  const payload = joined([
    uintElement(CLUSTER.timestamp, cluster.ticks, 3),
    ...(cluster.inside ?? []),
    ...cluster.blocks.map(makeBlock),
  ]);
  const { size = 8, after = [] } = cluster;
  const head = size === 'known' ? [] : [unknownHead(SEGMENT.cluster, size)];
  const whole = size === 'known' ? element(SEGMENT.cluster, payload) : payload;
  return joined([...head, whole, ...after]);
}

export function makeBlock({ track, relativeTicks, key, group }: MadeBlock): Uint8Array {
  const data = joined([
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
  return joined([writeUint(id, 4), size]);
}

// Left out when a track has no packet.
const packetCount = z.coerce.number().default(0);
const probeSchema = z.object({
  format: z.object({ duration: z.coerce.number().optional(), start_time: z.coerce.number() }),
  streams: z.array(z.object({ codec_name: z.string(), nb_read_packets: packetCount })),
});

/** What ffprobe reads of a file, and what ffmpeg complains of while it decodes all of it. */
export async function probe(file: Uint8Array) {
  return withPath(file, async (path) => {
    const asked = ['-count_packets', '-show_format', '-show_streams', '-of', 'json', path];
    const probed = await run(findProgram('ffprobe'), ['-v', 'error', ...asked]);
    const decoded = await run(findProgram('ffmpeg'), [
      '-v',
      'error',
      '-i',
      path,
      '-f',
      'null',
      '-',
    ]);
    const { format, streams } = probeSchema.parse(JSON.parse(probed.stdout));
    return {
      durationSeconds: format.duration,
      startSeconds: format.start_time,
      packets: streams.map((stream) => `${stream.codec_name} ${stream.nb_read_packets}`),
      complaints: probed.stderr + decoded.stderr,
    };
  });
}

/** Every packet's track, time, size, flags and hash, in the file's order, as ffprobe reads them. */
export async function packetsOf(file: Uint8Array): Promise<string[]> {
  return withPath(file, async (path) => {
    const fields = 'packet=stream_index,pts,size,flags,data_hash';
    const asked = ['-show_entries', fields, '-show_data_hash', 'sha256', '-of', 'csv', path];
    const { stdout } = await run(findProgram('ffprobe'), ['-v', 'quiet', ...asked]);
    return stdout.trim().split('\n');
  });
}

async function withPath<T>(file: Uint8Array, task: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  const path = join(folder, 'file.webm');
  try {
    await writeFile(path, file);
    return await task(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

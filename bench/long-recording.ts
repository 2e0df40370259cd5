// Makes recordings of any length for benchmarks: the clusters of one real clip, again and again, as a live recorder writes them.
import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { concatBytes, element, writeUint } from '#server/media/ebml.ts';
import { webmDurationMs } from '#server/media/virtual-webm.ts';
import { CLUSTER, SEGMENT } from '#server/media/webm-ids.ts';
import type { WebmIndex } from '#server/media/webm-index.schema.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';
import { findProgram } from '#testing/programs.ts';

const run = promisify(execFile);

/** Ten seconds of noisy pictures and a tone; a cluster of 1 s each. */
const CLIP = [
  '-v error -y -f lavfi -i testsrc2=s=640x360:r=30,noise=alls=30:allf=t -f lavfi -i sine=440 -t 10',
  '-c:v libvpx -deadline realtime -cpu-used 8 -g 30 -c:a libopus -b:a 48k -cluster_time_limit 1000',
]
  .join(' ')
  .split(' ');

/** A second is about 0.4 MB: what 20 minutes at 720p came to. */
const VIDEO_BITS_PER_SECOND = 3_000_000;

/** A recording without end, in the pieces that a recorder would give. */
export interface LiveRecording {
  /** The bytes before the first cluster. */
  head: Uint8Array;
  /** Clusters of about a second, from 0; those of the clip come again with later times. */
  cluster(number: number): Uint8Array;
}

/** @param scratch path of a file that may be made and is removed again. */
export async function makeLiveRecording(
  scratch: string,
  videoBitsPerSecond = VIDEO_BITS_PER_SECOND,
): Promise<LiveRecording> {
  await run(findProgram('ffmpeg'), [
    ...CLIP,
    '-b:v',
    `${videoBitsPerSecond}`,
    '-f',
    'webm',
    scratch,
  ]);
  const clip = await readFile(scratch);
  await rm(scratch);
  const indexer = new WebmIndexer();
  indexer.feed(clip);
  const { index } = indexer;
  return {
    head: updatesHeader(index),
    cluster: (number) => liveCluster(clip, index, number),
  };
}

/** Writes a recording of at least `sizeBytes` and returns how many bytes it has. */
export async function writeLongRecording(path: string, sizeBytes: number): Promise<number> {
  const { head, cluster } = await makeLiveRecording(`${path}.clip`);
  const handle = await open(path, 'w');
  try {
    await handle.write(head);
    let written = head.length;
    for (let number = 0; written < sizeBytes; number += 1) {
      const bytes = cluster(number);
      await handle.write(bytes);
      written += bytes.length;
    }
    return written;
  } finally {
    await handle.close();
  }
}

function updatesHeader(index: Readonly<WebmIndex>): Uint8Array {
  const copied = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64');
  return concatBytes([
    copied(index.ebmlHeader),
    unknownSize(SEGMENT.segment),
    copied(index.info),
    copied(index.tracksElement),
  ]);
}

/** One of the clip's clusters with unknown size, moved to the time of its repetition. */
function liveCluster(clip: Uint8Array, index: Readonly<WebmIndex>, number: number): Uint8Array {
  const round = Math.floor(number / index.clusters.length);
  const cluster = index.clusters[number % index.clusters.length];
  if (!cluster) throw new Error('the clip has no cluster');
  const { at, headBytes, payloadBytes, ticks = 0, ticksAt = 0, ticksBytes = 0 } = cluster;
  const payload = clip.subarray(at + headBytes, at + headBytes + payloadBytes);
  const shifted = ticks + round * Math.ceil(webmDurationMs(index));
  const time = element(CLUSTER.timestamp, writeUint(shifted, 8));
  return concatBytes([unknownSize(SEGMENT.cluster), time, payload.subarray(ticksAt + ticksBytes)]);
}

function unknownSize(id: number): Uint8Array {
  return concatBytes([writeUint(id, 4), new Uint8Array([0x01, ...Array(7).fill(0xff)])]);
}

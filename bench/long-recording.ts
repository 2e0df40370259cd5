// Makes recordings of any length for benchmarks: the clusters of one real clip, again and again, as a live recorder writes them.
import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { element, joined, writeUint } from '#server/media/ebml.ts';
import { CLUSTER, SEGMENT } from '#server/media/webm-ids.ts';
import type { WebmIndex } from '#server/media/webm-index.schema.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';
import { durationMs } from '#server/media/webm-timeline.ts';
import { findProgram } from '#testing/programs.ts';

const run = promisify(execFile);

// A second of noisy pictures is about 0.4 MB, a cluster of 20 minutes at 720p.
const CLIP = [
  '-v error -y -f lavfi -i testsrc2=s=640x360:r=30,noise=alls=30:allf=t -f lavfi -i sine=440 -t 10',
  '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 3M -g 30 -c:a libopus -b:a 48k',
  '-cluster_time_limit 1000 -f webm',
]
  .join(' ')
  .split(' ');

/** Writes a recording of at least `sizeBytes` and returns how many bytes it has. */
export async function writeLongRecording(path: string, sizeBytes: number): Promise<number> {
  const clipPath = join(`${path}.clip`);
  await run(findProgram('ffmpeg'), [...CLIP, clipPath]);
  const clip = await readFile(clipPath);
  const indexer = new WebmIndexer();
  indexer.feed(clip);
  const { index } = indexer;
  const handle = await open(path, 'w');
  try {
    let written = await append(handle, liveHeader(index));
    for (let round = 0; written < sizeBytes; round += 1) {
      written += await append(handle, liveClusters(clip, index, round));
    }
    return written;
  } finally {
    await handle.close();
  }
}

async function append(handle: { write(data: Uint8Array): Promise<unknown> }, bytes: Uint8Array) {
  await handle.write(bytes);
  return bytes.length;
}

function liveHeader(index: Readonly<WebmIndex>): Uint8Array {
  const copied = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64');
  return joined([
    copied(index.ebmlHeader),
    unknownSize(SEGMENT.segment),
    copied(index.info),
    copied(index.tracksElement),
  ]);
}

/** The clip's clusters with unknown sizes, moved to the given repetition's time. */
function liveClusters(clip: Uint8Array, index: Readonly<WebmIndex>, round: number): Uint8Array {
  const shift = round * Math.ceil(durationMs(index));
  const parts: Uint8Array[] = [];
  for (const {
    at,
    headBytes,
    payloadBytes,
    ticks = 0,
    ticksAt = 0,
    ticksBytes = 0,
  } of index.clusters) {
    const payload = clip.subarray(at + headBytes, at + headBytes + payloadBytes);
    const time = element(CLUSTER.timestamp, writeUint(ticks + shift, 8));
    parts.push(unknownSize(SEGMENT.cluster), time, payload.subarray(ticksAt + ticksBytes));
  }
  return joined(parts);
}

function unknownSize(id: number): Uint8Array {
  return joined([writeUint(id, 4), new Uint8Array([0x01, ...Array(7).fill(0xff)])]);
}

// The virtual file of a WebM recording: as players want it, put together from its index while the stored bytes stay
// as they came.
import { sizeField, writeHead, writeUint } from './ebml.ts';
import type { Patch, VirtualLayout, VirtualPart } from './virtual-layout.ts';
import { firstVideoTrack, KEY_FLAG } from './webm-block.ts';
import { type SeekPoint, virtualHeader } from './webm-header.write.ts';
import { SEGMENT } from './webm-ids.ts';
import type { WebmCluster, WebmIndex } from './webm-index.schema.ts';
import { durationTicks, startTicks, webmDurationMs } from './webm-timeline.ts';

// Part of every ETag: a new way of making the file must not be taken for the old one by a cache.
const LAYOUT_VERSION = 1;
// Id and the size in 8 bytes.
const MADE_HEAD_BYTES = 12;
const CLUSTER_ID_BYTES = 4;

type PlacedCluster = WebmCluster & { ticks: number; offset: number; madeHead: boolean };

/**
 * The file that can be played of a recording as far as it is indexed: for a growing one what is there now, for a
 * damaged one what is readable. Takes the time of a loop over the clusters; no stored byte is read.
 * @returns null while there isn't a single whole block
 */
export function webmLayout(index: Readonly<WebmIndex>): VirtualLayout | null {
  if (index.ebmlHeader === undefined || index.tracksElement === undefined) return null;
  const clusters = placeClusters(index);
  const last = [...clusters.values()].at(-1);
  if (!last) return null;
  const clustersBytes = last.offset + placedBytes(last);
  const header = virtualHeader({
    ebmlHeader: Buffer.from(index.ebmlHeader, 'base64'),
    tracks: Buffer.from(index.tracksElement, 'base64'),
    info: index.info === undefined ? undefined : Buffer.from(index.info, 'base64'),
    tickNs: index.tickNs,
    durationTicks: durationTicks(index),
    clustersBytes,
    ...seekPoints(index, clusters),
  });
  return {
    sizeBytes: header.length + clustersBytes,
    durationMs: webmDurationMs(index),
    etagBasis: `v${LAYOUT_VERSION}-${index.indexedBytes}`,
    ...layOut(header, clusters, startTicks(index)),
  };
}

/** Whether there is anything to play: what `webmLayout` makes a file of, without making it. */
export function hasBlocks(index: Readonly<WebmIndex>): boolean {
  const isDescribed = index.ebmlHeader !== undefined && index.tracksElement !== undefined;
  return isDescribed && index.clusters.some(isPlayed);
}

function isPlayed(cluster: WebmCluster): cluster is WebmCluster & { ticks: number } {
  return cluster.blocks > 0 && cluster.ticks !== undefined;
}

/** The clusters that have blocks, by their place in the index, one after another from offset 0. */
function placeClusters(index: Readonly<WebmIndex>): Map<number, PlacedCluster> {
  const placed = new Map<number, PlacedCluster>();
  let offset = 0;
  for (const [position, cluster] of index.clusters.entries()) {
    if (!isPlayed(cluster)) continue;
    const sizeWidth = cluster.headBytes - CLUSTER_ID_BYTES;
    const madeHead = sizeField(cluster.payloadBytes, sizeWidth) === undefined;
    const place = { ...cluster, offset, madeHead };
    placed.set(position, place);
    offset += placedBytes(place);
  }
  return placed;
}

function placedBytes(cluster: PlacedCluster): number {
  return (cluster.madeHead ? MADE_HEAD_BYTES : cluster.headBytes) + cluster.payloadBytes;
}

/** Every key frame of the video; without video, or before its first key frame, the beginning of every cluster. */
function seekPoints(
  index: Readonly<WebmIndex>,
  clusters: ReadonlyMap<number, PlacedCluster>,
): { seekTrack: number; seekPoints: SeekPoint[] } {
  const start = startTicks(index);
  const video = firstVideoTrack(index);
  if (video && index.keyFrames.length > 0) {
    const points = index.keyFrames.map(({ ticks, cluster }) => ({
      ticks: Math.max(0, ticks - start),
      clusterOffset: clusters.get(cluster)?.offset ?? 0,
    }));
    return { seekTrack: video.number, seekPoints: points };
  }
  const track = index.tracks.find((candidate) => candidate.blocks > 0);
  const points = [...clusters.values()].map(({ ticks, offset }) => ({
    ticks: ticks - start,
    clusterOffset: offset,
  }));
  return { seekTrack: track?.number ?? 1, seekPoints: points };
}

/** Runs of stored bytes as long as possible: most recordings are a made header and one run. */
function layOut(
  header: Uint8Array,
  clusters: ReadonlyMap<number, PlacedCluster>,
  start: number,
): { parts: VirtualPart[]; patches: Patch[] } {
  const parts: VirtualPart[] = [{ at: 0, lengthBytes: header.length, bytes: header }];
  const patches: Patch[] = [];
  for (const cluster of clusters.values()) {
    const at = header.length + cluster.offset;
    const payloadAt = at + placedBytes(cluster) - cluster.payloadBytes;
    const storedPayloadAt = cluster.at + cluster.headBytes;
    if (cluster.madeHead) {
      const bytes = writeHead(SEGMENT.cluster, cluster.payloadBytes);
      parts.push({ at, lengthBytes: bytes.length, bytes });
      addStored(parts, {
        at: payloadAt,
        lengthBytes: cluster.payloadBytes,
        storedAt: storedPayloadAt,
      });
    } else {
      addStored(parts, { at, lengthBytes: placedBytes(cluster), storedAt: cluster.at });
      const size = sizeField(cluster.payloadBytes, cluster.headBytes - CLUSTER_ID_BYTES);
      if (size) patches.push({ at: at + CLUSTER_ID_BYTES, bytes: size });
    }
    patches.push(
      ...payloadPatches(cluster, start).map((patch) => ({ ...patch, at: patch.at + payloadAt })),
    );
  }
  return { parts, patches };
}

/** What changes within a cluster, counted from its first byte after the head. */
function payloadPatches(cluster: PlacedCluster, start: number): Patch[] {
  const patches: Patch[] = [];
  const { ticks, ticksAt, ticksBytes, firstAudio } = cluster;
  if (start > 0 && ticksAt !== undefined && ticksBytes !== undefined) {
    patches.push({ at: ticksAt, bytes: writeUint(ticks - start, ticksBytes) });
  }
  if (firstAudio && (firstAudio.flags & KEY_FLAG) === 0) {
    patches.push({ at: firstAudio.flagsAt, bytes: Uint8Array.of(firstAudio.flags | KEY_FLAG) });
  }
  return patches;
}

function addStored(
  parts: VirtualPart[],
  run: { at: number; lengthBytes: number; storedAt: number },
): void {
  const last = parts.at(-1);
  if (last && 'storedAt' in last && last.storedAt + last.lengthBytes === run.storedAt) {
    last.lengthBytes += run.lengthBytes;
  } else {
    parts.push(run);
  }
}

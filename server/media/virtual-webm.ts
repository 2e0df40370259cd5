// The virtual file of a WebM recording: a generated header with sizes, duration and seek points, and the unchanged
// stored bytes.
import { sizeField, writeHead, writeUint } from './ebml.ts';
import type { Patch, VirtualLayout, VirtualPart } from './virtual-file.ts';
import { firstVideoTrack, KEY_FLAG } from './webm-block.ts';
import type { EdgeCluster } from './webm-edge.ts';
import { type SeekPoint, virtualHeader } from './webm-header.write.ts';
import { SEGMENT } from './webm-ids.ts';
import type { WebmCluster, WebmIndex } from './webm-index.schema.ts';

// Part of every ETag. Change it whenever this code changes the file, so that no cache mixes two files.
const LAYOUT_VERSION = 2;
const NS_IN_MS = 1_000_000;
// Bytes of the id, and of the size in 8 bytes.
const NEW_HEAD_BYTES = 12;
const CLUSTER_ID_BYTES = 4;

/** A cluster with blocks. */
export type PlayedCluster = WebmCluster & { ticks: number };
type PlacedCluster = PlayedCluster & { offset: number; hasNewHead: boolean; edge?: EdgeCluster };

/** The part of a recording that a file contains, in ticks since the recorder's zero. */
export interface WebmStretch {
  startTicks: number;
  endTicks: number;
  /** Clusters by their number in the index, in order. Those near the ends have the blocks that stay. */
  clusters: ReadonlyMap<number, PlayedCluster & { edge?: EdgeCluster }>;
}

/**
 * Returns the playable file of a recording as far as it is indexed. For a damaged recording, this is its readable part.
 * Reads no stored byte.
 * @returns null before the first whole block
 */
export function webmLayout(index: Readonly<WebmIndex>): VirtualLayout | null {
  return stretchLayout(index, { ...webmSpan(index), clusters: playedClusters(index) });
}

/** Returns the clusters with blocks, by their number in the index. */
export function playedClusters({ clusters }: Readonly<WebmIndex>): Map<number, PlayedCluster> {
  const played = new Map<number, PlayedCluster>();
  for (const [number, cluster] of clusters.entries()) {
    if (isPlayed(cluster)) played.set(number, cluster);
  }
  return played;
}

/** Returns the playable file of a stretch of a recording, or null if it contains no block. */
export function stretchLayout(
  index: Readonly<WebmIndex>,
  stretch: WebmStretch,
): VirtualLayout | null {
  if (index.ebmlHeader === undefined || index.tracksElement === undefined) return null;
  const { startTicks, endTicks, clusters } = stretch;
  const placed = placeClusters(clusters);
  const last = [...placed.values()].at(-1);
  if (!last) return null;
  const clustersBytes = last.offset + placedBytes(last);
  const header = virtualHeader({
    ebmlHeader: Buffer.from(index.ebmlHeader, 'base64'),
    tracks: Buffer.from(index.tracksElement, 'base64'),
    info: index.info === undefined ? undefined : Buffer.from(index.info, 'base64'),
    tickNs: index.tickNs,
    durationTicks: endTicks - startTicks,
    clustersBytes,
    ...seekPoints(index, placed, stretch),
  });
  return {
    sizeBytes: header.length + clustersBytes,
    durationMs: durationMs(stretch, index),
    etagBasis: `v${LAYOUT_VERSION}-${index.indexedBytes}`,
    ...layOut(header, placed, startTicks),
  };
}

/** Returns whether `webmLayout` returns a file. */
export function hasBlocks(index: Readonly<WebmIndex>): boolean {
  const isDescribed = index.ebmlHeader !== undefined && index.tracksElement !== undefined;
  return isDescribed && index.clusters.some(isPlayed);
}

function isPlayed(cluster: WebmCluster): cluster is PlayedCluster {
  return cluster.blocks > 0 && cluster.ticks !== undefined;
}

/** Places clusters in a row from offset 0. */
function placeClusters(clusters: WebmStretch['clusters']): Map<number, PlacedCluster> {
  const placed = new Map<number, PlacedCluster>();
  let offset = 0;
  for (const [number, cluster] of clusters) {
    const sizeWidth = cluster.headBytes - CLUSTER_ID_BYTES;
    const hasNewHead = sizeField(cluster.payloadBytes, sizeWidth) === undefined;
    const place = { ...cluster, offset, hasNewHead };
    placed.set(number, place);
    offset += placedBytes(place);
  }
  return placed;
}

function placedBytes({ edge, hasNewHead, headBytes, payloadBytes }: PlacedCluster): number {
  return edge ? edge.sizeBytes : (hasNewHead ? NEW_HEAD_BYTES : headBytes) + payloadBytes;
}

/** Returns the video's key frames, or the beginning of each cluster if there are none. */
function seekPoints(
  index: Readonly<WebmIndex>,
  clusters: ReadonlyMap<number, PlacedCluster>,
  { startTicks, endTicks }: Pick<WebmStretch, 'startTicks' | 'endTicks'>,
): { seekTrack: number; seekPoints: SeekPoint[] } {
  const video = firstVideoTrack(index);
  const keyFrames = index.keyFrames.filter(
    ({ ticks, cluster }) => ticks <= endTicks && ticks >= startTicks && clusters.has(cluster),
  );
  if (video && keyFrames.length > 0) {
    const points = keyFrames.map(({ ticks, cluster }) => ({
      ticks: ticks - startTicks,
      clusterOffset: clusters.get(cluster)?.offset ?? 0,
    }));
    return { seekTrack: video.number, seekPoints: points };
  }
  const track = index.tracks.find((candidate) => candidate.blocks > 0);
  const points = [...clusters.values()].map(({ ticks, offset }) => ({
    ticks: Math.max(0, ticks - startTicks),
    clusterOffset: offset,
  }));
  return { seekTrack: track?.number ?? 1, seekPoints: points };
}

/** Joins stored bytes into runs as long as possible. Most recordings are a header and one run. */
function layOut(
  header: Uint8Array,
  clusters: ReadonlyMap<number, PlacedCluster>,
  start: number,
): { parts: VirtualPart[]; patches: Patch[] } {
  const parts: VirtualPart[] = [{ at: 0, lengthBytes: header.length, bytes: header }];
  const patches: Patch[] = [];
  for (const cluster of clusters.values()) {
    const at = header.length + cluster.offset;
    if (cluster.edge) {
      addEdge({ parts, patches }, cluster.edge, at);
      continue;
    }
    const { headBytes, payloadBytes, ticks, ticksAt, ticksBytes, firstAudio } = cluster;
    const payloadAt = at + placedBytes(cluster) - payloadBytes;
    if (cluster.hasNewHead) {
      const bytes = writeHead(SEGMENT.cluster, payloadBytes);
      parts.push({ at, lengthBytes: bytes.length, bytes });
      const storedAt = cluster.at + headBytes;
      addStored(parts, { at: payloadAt, lengthBytes: payloadBytes, storedAt });
    } else {
      addStored(parts, { at, lengthBytes: placedBytes(cluster), storedAt: cluster.at });
      const size = sizeField(payloadBytes, headBytes - CLUSTER_ID_BYTES);
      if (size) patches.push({ at: at + CLUSTER_ID_BYTES, bytes: size });
    }
    if (start > 0 && ticksAt !== undefined && ticksBytes !== undefined) {
      patches.push({ at: payloadAt + ticksAt, bytes: writeUint(ticks - start, ticksBytes) });
    }
    if (firstAudio && (firstAudio.flags & KEY_FLAG) === 0) {
      const bytes = Uint8Array.of(firstAudio.flags | KEY_FLAG);
      patches.push({ at: payloadAt + firstAudio.flagsAt, bytes });
    }
  }
  return { parts, patches };
}

function addEdge(
  { parts, patches }: { parts: VirtualPart[]; patches: Patch[] },
  { head, blocks, patches: overStored }: EdgeCluster,
  at: number,
): void {
  parts.push({ at, lengthBytes: head.length, bytes: head });
  let next = 0;
  let blockAt = at + head.length;
  for (const { at: storedAt, lengthBytes } of blocks) {
    addStored(parts, { at: blockAt, lengthBytes, storedAt });
    for (let patch = overStored[next]; patch && patch.at < storedAt + lengthBytes; ) {
      patches.push({ at: blockAt + patch.at - storedAt, bytes: patch.bytes });
      next += 1;
      patch = overStored[next];
    }
    blockAt += lengthBytes;
  }
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

/** Returns the ticks to subtract from every cluster's time, so that playback begins at 0 and no time is negative. */
function firstTicks(index: Readonly<WebmIndex>): number {
  let start = Number.POSITIVE_INFINITY;
  for (const { ticks } of index.clusters) {
    if (ticks !== undefined && ticks < start) start = ticks;
  }
  for (const track of index.tracks) {
    const first = Math.floor(track.firstTicks - (track.codecDelayTicks ?? 0));
    if (track.blocks > 0 && first < start) start = first;
  }
  return Number.isFinite(start) ? Math.max(start, 0) : 0;
}

/** Returns start and end of the frames, in ticks since the recorder's zero. They are equal without frames. */
export function webmSpan(index: Readonly<WebmIndex>): Pick<WebmStretch, 'startTicks' | 'endTicks'> {
  const startTicks = firstTicks(index);
  const ends = index.tracks
    .filter((track) => track.blocks > 0)
    .map((track) => track.lastTicks + track.lastFrameTicks - (track.codecDelayTicks ?? 0));
  return { startTicks, endTicks: Math.max(startTicks, ...ends) };
}

/** Returns the duration from the first frame to the end of the last one, in milliseconds. */
export function webmDurationMs(index: Readonly<WebmIndex>): number {
  return durationMs(webmSpan(index), index);
}

function durationMs(
  { startTicks, endTicks }: Pick<WebmStretch, 'startTicks' | 'endTicks'>,
  { tickNs }: Readonly<WebmIndex>,
): number {
  return ((endTicks - startTicks) * tickNs) / NS_IN_MS;
}

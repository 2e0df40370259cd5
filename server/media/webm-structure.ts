// Where elements may stand in a WebM file: the standard's rules by which the indexer tells structure from damage.
import type { ElementHead } from './ebml.ts';
import { CLUSTER, EBML, SEGMENT } from './webm-ids.ts';
import type { WebmIndex } from './webm-index.schema.ts';

/** An element with its head read: what we see of it, from its head on, and where it stands in the file. */
export type Sighting = {
  head: ElementHead;
  dataBytes: number;
  bytes: Uint8Array;
  position: number;
};

// RFC 9559 section 5.1; Void and CRC-32 may stand anywhere (RFC 8794 section 11.3).
const SEGMENT_CHILDREN: ReadonlySet<number> = new Set([
  ...Object.values(SEGMENT).filter((id) => id !== SEGMENT.segment),
  EBML.void,
  EBML.crc32,
]);
// RFC 9559 section 5.1.3 and its appendix of former elements.
const CLUSTER_CHILDREN: ReadonlySet<number> = new Set([
  CLUSTER.timestamp,
  CLUSTER.silentTracks,
  CLUSTER.position,
  CLUSTER.prevSize,
  CLUSTER.simpleBlock,
  CLUSTER.blockGroup,
  CLUSTER.encryptedBlock,
  EBML.void,
  EBML.crc32,
]);

/** Whether the standard knows this element directly below the segment. */
export function mayStandInSegment(id: number): boolean {
  return SEGMENT_CHILDREN.has(id);
}

/** Whether the standard knows this element directly below a cluster. */
export function mayStandInCluster(id: number): boolean {
  return CLUSTER_CHILDREN.has(id);
}

/** RFC 8794 section 6.2: what can't be its child ends an element of unknown size. */
export function endsUnknownCluster(index: WebmIndex, { id }: ElementHead): boolean {
  if (!index.inCluster || index.clusterEnd !== undefined) return false;
  return id === EBML.header || (mayStandInSegment(id) && !mayStandInCluster(id));
}

/** First byte of the file after the element. */
export function endOf({ head, dataBytes, position }: Sighting): number {
  return position + head.headBytes + dataBytes;
}

/** First byte after the cluster or segment that the next element stands in; infinite when unknown. */
export function parentEnd({ inCluster, clusterEnd, segmentEnd }: WebmIndex): number {
  return (inCluster ? clusterEnd : undefined) ?? segmentEnd ?? Number.POSITIVE_INFINITY;
}

/** A small element, head and data, as base64. */
export function copyOf({ bytes, head, dataBytes }: Sighting): string {
  return Buffer.from(bytes.subarray(0, head.headBytes + dataBytes)).toString('base64');
}

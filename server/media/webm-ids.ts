// The elements of WebM: their ids (RFC 9559 section 5; EBML's own: RFC 8794 section 11), and their allowed parents.
import type { WebmIndex } from './webm-index.schema.ts';

export const EBML = {
  header: 0x1a45dfa3,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  void: 0xec,
  crc32: 0xbf,
} as const;

/** Section 5.1: the segment and its children. */
export const SEGMENT = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  tags: 0x1254c367,
} as const;

/** Section 5.1.1. */
export const SEEK = { seek: 0x4dbb, id: 0x53ab, position: 0x53ac } as const;

/** Section 5.1.2. */
export const INFO = {
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
} as const;

/** Section 5.1.3. */
export const CLUSTER = {
  timestamp: 0xe7,
  silentTracks: 0x5854,
  position: 0xa7,
  prevSize: 0xab,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  encryptedBlock: 0xaf,
  block: 0xa1,
  blockDuration: 0x9b,
  referenceBlock: 0xfb,
} as const;

/** Section 5.1.4. */
export const TRACK = {
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  defaultDuration: 0x23e383,
  codecDelay: 0x56aa,
} as const;

/** Section 5.1.5. */
export const CUE = {
  point: 0xbb,
  time: 0xb3,
  positions: 0xb7,
  track: 0xf7,
  clusterPosition: 0xf1,
} as const;

/** Elements directly below the segment (section 5.1). Void and CRC-32 are allowed everywhere (RFC 8794 11.3). */
export const SEGMENT_CHILDREN: ReadonlySet<number> = new Set([
  ...Object.values(SEGMENT).filter((id) => id !== SEGMENT.segment),
  EBML.void,
  EBML.crc32,
]);
/** Elements directly below a cluster (section 5.1.3 and the appendix of former elements). */
export const CLUSTER_CHILDREN: ReadonlySet<number> = new Set([
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

/** RFC 8794 section 6.2: an element that can't be a child ends a cluster of unknown size. */
export function endsUnknownCluster({ inCluster, clusterEnd }: WebmIndex, id: number): boolean {
  if (!inCluster || clusterEnd !== undefined) return false;
  return id === EBML.header || (SEGMENT_CHILDREN.has(id) && !CLUSTER_CHILDREN.has(id));
}

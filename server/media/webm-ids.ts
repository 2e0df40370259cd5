// The element ids that reading and writing WebM needs (RFC 9559 section 5; EBML's own: RFC 8794 section 11).

export const EBML = {
  header: 0x1a45dfa3,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  void: 0xec,
  crc32: 0xbf,
} as const;

/** Section 5.1: the segment and what stands directly in it. */
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
  codecId: 0x86,
  defaultDuration: 0x23e383,
  codecDelay: 0x56aa,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
} as const;

/** Section 5.1.5. */
export const CUE = {
  point: 0xbb,
  time: 0xb3,
  positions: 0xb7,
  track: 0xf7,
  clusterPosition: 0xf1,
} as const;

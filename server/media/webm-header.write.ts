// Writes the header that players read first and recorders can't write: sizes, duration and seek points.
import {
  concatBytes,
  element,
  floatElement,
  readChildren,
  readHead,
  stringElement,
  uintElement,
  writeHead,
} from './ebml.ts';
import { CUE, INFO, SEEK, SEGMENT } from './webm-ids.ts';

/** A seek point: a time, and the offset of its cluster from the first cluster. */
export type SeekPoint = { ticks: number; clusterOffset: number };

type HeaderParts = {
  /** The recorder's EBML header, Tracks element and, if it wrote one, Info element, as received. */
  ebmlHeader: Uint8Array;
  tracks: Uint8Array;
  info: Uint8Array | undefined;
  tickNs: number;
  durationTicks: number;
  /** The track that the seek points belong to. */
  seekTrack: number;
  seekPoints: readonly SeekPoint[];
  /** Bytes of all clusters together. */
  clustersBytes: number;
};

const APPLICATION = 'Tryout';
// A cue point has a fixed width: 27 bytes, and three for a wide track number.
const CUE_POINT_BYTES = 30;
// Copied elements: the recorder's clock and names. A title or a date could disclose more than the cut; the duration is
// new.
const COPIED_INFO: ReadonlySet<number> = new Set([
  INFO.timestampScale,
  INFO.muxingApp,
  INFO.writingApp,
]);

/** Returns everything before the first cluster: EBML header, the segment's head, SeekHead, Info, Tracks, Cues. */
export function virtualHeader(parts: HeaderParts): Uint8Array {
  const info = writeInfo(parts);
  const seekHeadBytes = writeSeekHead({ info: 0, tracks: 0, cues: 0 }).length;
  const cuesBytes = cuesLength(parts.seekPoints.length);
  const infoAt = seekHeadBytes;
  const tracksAt = infoAt + info.length;
  const cuesAt = tracksAt + parts.tracks.length;
  const clustersAt = cuesAt + cuesBytes;
  return concatBytes([
    parts.ebmlHeader,
    writeHead(SEGMENT.segment, clustersAt + parts.clustersBytes),
    writeSeekHead({ info: infoAt, tracks: tracksAt, cues: cuesAt }),
    info,
    parts.tracks,
    writeCues(parts, clustersAt),
  ]);
}

function writeInfo({ info, tickNs, durationTicks }: HeaderParts): Uint8Array {
  const duration = floatElement(INFO.duration, durationTicks);
  const reading = info && readHead(info);
  if (!info || !reading || !('head' in reading)) {
    return element(
      SEGMENT.info,
      uintElement(INFO.timestampScale, tickNs),
      duration,
      stringElement(INFO.muxingApp, APPLICATION),
      stringElement(INFO.writingApp, APPLICATION),
    );
  }
  const copiedElements = [...readChildren(info.subarray(reading.head.headBytes))]
    .filter((child) => COPIED_INFO.has(child.id))
    .map((child) => child.whole);
  return element(SEGMENT.info, ...copiedElements, duration);
}

/** Writes positions after the segment's head (RFC 9559 section 5.1.1). The length is constant. */
function writeSeekHead(at: { info: number; tracks: number; cues: number }): Uint8Array {
  const entry = (id: number, position: number) =>
    element(SEEK.seek, uintElement(SEEK.id, id), uintElement(SEEK.position, position, 8));
  return element(
    SEGMENT.seekHead,
    entry(SEGMENT.info, at.info),
    entry(SEGMENT.tracks, at.tracks),
    entry(SEGMENT.cues, at.cues),
  );
}

function cuesLength(points: number): number {
  return points === 0 ? 0 : writeHead(SEGMENT.cues, 0).length + points * CUE_POINT_BYTES;
}

/** Writes cues into one buffer, because a long recording has thousands (RFC 9559 section 5.1.5). */
function writeCues({ seekPoints, seekTrack }: HeaderParts, clustersAt: number): Uint8Array {
  if (seekPoints.length === 0) return new Uint8Array();
  const head = writeHead(SEGMENT.cues, seekPoints.length * CUE_POINT_BYTES);
  const cues = Buffer.alloc(cuesLength(seekPoints.length));
  cues.set(head);
  const pattern = cuePoint(seekTrack);
  for (const [index, point] of seekPoints.entries()) {
    const at = head.length + index * CUE_POINT_BYTES;
    cues.set(pattern.bytes, at);
    cues.writeBigUInt64BE(BigInt(point.ticks), at + pattern.ticksAt);
    const position = clustersAt + point.clusterOffset;
    cues.writeBigUInt64BE(BigInt(position), at + pattern.positionAt);
  }
  return cues;
}

/** Returns a cue point with zeros as values, and the offsets of the values. */
function cuePoint(track: number): { bytes: Uint8Array; ticksAt: number; positionAt: number } {
  const bytes = element(
    CUE.point,
    uintElement(CUE.time, 0, 8),
    element(
      CUE.positions,
      uintElement(CUE.track, track, 4),
      uintElement(CUE.clusterPosition, 0, 8),
    ),
  );
  // The offset follows the heads of the point (2) and of CueTime (2). The cluster's position ends the point.
  return { bytes, ticksAt: 4, positionAt: bytes.length - 8 };
}

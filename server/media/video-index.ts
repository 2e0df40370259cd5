// Limits and fields that the indexes of WebM and MP4 share, and the error for bytes that are no recording.
import { z } from 'zod';
import type { VirtualLayout } from './virtual-file.ts';

export type NotVideoReason =
  /** The first bytes belong to no supported container. */
  | 'unknown_container'
  /** Matroska or another format of EBML. */
  | 'not_webm_doctype'
  /** The bytes before the media don't follow the standard. */
  | 'malformed_header'
  /** Media, or a megabyte, came before any audio or video track was described. */
  | 'no_tracks';

/** The bytes are no recording. The first bytes show this, so none of them stay stored. */
export class NotVideo extends Error {
  override readonly name = 'NotVideo';
  readonly reason: NotVideoReason;
  constructor(reason: NotVideoReason, detail: string) {
    super(`not a recording: ${detail}`);
    this.reason = reason;
  }
}

/** Recorders write about a kilobyte; the index of each recording contains these bytes. */
export const LARGEST_HEADER_BYTES = 64 * 1024;
/** A recorder describes its tracks in the first piece. Before that the bytes may be no recording. */
export const TRACKS_WITHIN_BYTES = 1024 * 1024;
/** Upper bound that leaves sums of ticks below 2^53 with every clock. */
export const LATEST_TICKS = 2 ** 50;
/** A recording has three tracks: screen, voice and camera. */
const MOST_TRACKS = 32;

/**
 * Memory that every index may take, in bytes. 20 minutes of a muted microphone (60,000 samples of 3 bytes) take 240 kB;
 * a cluster per second takes 220 kB.
 */
export const INDEX_FREE_BYTES = 512 * 1024;
/**
 * Beyond that, an index takes at most one byte per so many stored ones. The smallest frames of a static screen (20
 * bytes, and 12 in the fragment's table) take a third of it.
 */
const STORED_BYTES_PER_INDEX_BYTE = 2;
/**
 * Size of the largest index: two and a half hours of MP4 at 60 frames a second, or 20 minutes of 27 WebM clusters a
 * second. As JSON it has at most 12 MB, written or read in less than 100 ms.
 */
export const INDEX_MAX_BYTES = 8 * 1024 * 1024;

/** Returns the memory in bytes that the index of so many stored bytes may take. */
export function weightLimit(storedBytes: number): number {
  const share = INDEX_FREE_BYTES + storedBytes / STORED_BYTES_PER_INDEX_BYTE;
  return Math.min(INDEX_MAX_BYTES, share);
}

/** @throws {NotVideo} none of the tracks is video or audio, or there are more than any recorder writes */
export function checkTracks(tracks: readonly { kind: 'video' | 'audio' | 'other' }[]): void {
  if (tracks.length > MOST_TRACKS) {
    throw new NotVideo('malformed_header', `it has more than ${MOST_TRACKS} tracks`);
  }
  if (tracks.every(({ kind }) => kind === 'other')) {
    throw new NotVideo('no_tracks', 'it has neither video nor audio');
  }
}

export const count = z.number().int().nonnegative();
/** Base64 of bytes of the file as received, at most 64 kB. */
export const base64Copy = z.base64();
export const trackKind = z.enum(['video', 'audio', 'other']);

/** Returns the fields of both indexes. @param track schema of a track */
export function indexFields<Track extends z.ZodType>(track: Track) {
  return {
    version: z.literal(1),
    /** The indexer has read every byte before this one, where an element begins. */
    indexedBytes: count,
    /** Why indexing stopped for good. The file is readable up to `indexedBytes`; 'end' is no fault. */
    stopped: z.object({ kind: z.enum(['end', 'damage']), reason: z.string() }).optional(),
    tracks: z.array(track).max(MOST_TRACKS),
  };
}

/** A stretch of a recording, in milliseconds of the time that players show. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** The file of a stretch. Pictures begin at a key frame or at `fromMs`; sound is from inside the stretch only. */
export interface CutFile {
  layout: VirtualLayout;
  /** Time of the recording at which the file begins, in milliseconds. */
  startMs: number;
  /** The file is a part of the recording, or its whole if nothing can be cut out. */
  isCut: boolean;
}

/** Times in milliseconds of the last key frame at or before a time, and of the first one after it. */
export interface KeyFrames {
  beforeMs: number | null;
  nextMs: number | null;
}

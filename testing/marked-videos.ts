// Made videos whose every frame names its kind and time in its bytes, so that a test finds out what a file holds without
// trusting any of its tables.
import { concatBytes, element, writeUint } from '#server/media/ebml.ts';
import { readBoxes } from '#server/media/mp4-box.ts';
import { virtualLayout } from '#server/media/video-container.ts';
import { VideoIndexer } from '#server/media/video-indexer.ts';
import type { VirtualLayout } from '#server/media/virtual-file.ts';
import { CLUSTER } from '#server/media/webm-ids.ts';
import { AUDIO_TRACK, fileType, makeFragment, makeMovie, VIDEO_TRACK } from './mp4-files.ts';
import { AUDIO, makeWebm, VIDEO } from './webm-files.ts';

export const MARKED_CONTAINERS = ['webm', 'fragments', 'tables-first', 'tables-last'] as const;

export interface MarkedVideo {
  container: (typeof MARKED_CONTAINERS)[number];
  lengthMs: number;
  /** Milliseconds from one picture to the next; null for a recording without pictures. */
  pictureMs: number | null;
  /** Every so many pictures one is a key frame. */
  picturesPerKey: number;
  /** Milliseconds from one packet of sound to the next; null for a recording without sound. */
  packetMs: number | null;
  /** So much later than the picture of the same time a packet lies in the file. */
  skewMs: number;
  /** Length of a cluster or fragment. */
  rowMs: number;
  /** Pictures are decoded in another order than they are shown, as far as the container has that. */
  isReordered: boolean;
  /** Packets of sound come two in a block, as far as the container has that. */
  isLaced: boolean;
}

export interface Frame {
  kind: 'picture' | 'sound';
  ms: number;
}

interface PlacedFrame extends Frame {
  isKey: boolean;
  decodeMs: number;
  durationMs: number;
  /** Position in the file. */
  orderMs: number;
  bytes: Uint8Array;
}

const LETTERS = { picture: 'p', sound: 's' } as const;
const MARK = /<([ps]):(\d{7})>/g;

function markOf({ kind, ms }: Frame): Uint8Array {
  return Buffer.from(`<${LETTERS[kind]}:${String(ms).padStart(7, '0')}>`, 'latin1');
}

/** Every frame whose bytes are in a file, in the file's order. */
export function framesIn(file: Uint8Array): Frame[] {
  return Array.from(Buffer.from(file).toString('latin1').matchAll(MARK), ([, letter, ms]) => ({
    kind: letter === 'p' ? ('picture' as const) : ('sound' as const),
    ms: Number(ms),
  }));
}

export function markedVideo(video: MarkedVideo): Uint8Array {
  const rows = rowsOf(video);
  if (video.container === 'webm') return markedWebm(rows, video);
  const fragments = concatBytes([fileType, makeMovie(), ...rows.map(markedFragment)]);
  if (video.container === 'fragments') return fragments;
  const whole = materialized(fragments);
  return video.container === 'tables-first' ? whole : withTablesLast(whole);
}

function rowsOf(video: MarkedVideo): PlacedFrame[][] {
  const frames = [...picturesOf(video), ...packetsOf(video)];
  const rows = Map.groupBy(frames, ({ orderMs }) => Math.floor(orderMs / video.rowMs));
  return [...rows.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row.toSorted((one, other) => one.orderMs - other.orderMs));
}

function picturesOf({ lengthMs, pictureMs, picturesPerKey, isReordered, container }: MarkedVideo) {
  if (pictureMs === null) return [];
  return Array.from({ length: Math.ceil(lengthMs / pictureMs) }, (_, number): PlacedFrame => {
    const isKey = number % picturesPerKey === 0;
    const decodeMs = number * pictureMs;
    const isSwapped = isReordered && container !== 'webm';
    // A key frame, then pairs of which the second one is shown first; all a picture later than they are decoded.
    const place = number % picturesPerKey;
    const isLast = place === picturesPerKey - 1;
    const step = isKey || (place % 2 === 1 && isLast) ? 0 : place % 2 === 1 ? 1 : -1;
    const ms = isSwapped ? decodeMs + pictureMs * (1 + step) : decodeMs;
    const frame = { kind: 'picture' as const, ms };
    return {
      ...frame,
      isKey,
      decodeMs,
      durationMs: pictureMs,
      orderMs: decodeMs,
      bytes: markOf(frame),
    };
  });
}

function packetsOf({ lengthMs, packetMs, skewMs, isLaced, container }: MarkedVideo) {
  if (packetMs === null) return [];
  const laced = isLaced && container === 'webm' ? 2 : 1;
  const blockMs = packetMs * laced;
  return Array.from({ length: Math.ceil(lengthMs / blockMs) }, (_, number): PlacedFrame => {
    const ms = number * blockMs;
    const marks = Array.from({ length: laced }, (_one, place) =>
      markOf({ kind: 'sound', ms: ms + place * packetMs }),
    );
    return {
      kind: 'sound',
      ms,
      isKey: true,
      decodeMs: ms,
      durationMs: blockMs,
      orderMs: ms + skewMs,
      bytes: concatBytes(marks),
    };
  });
}

function markedWebm(rows: readonly PlacedFrame[][], { isLaced }: MarkedVideo): Uint8Array {
  return makeWebm(
    rows.map((row) => {
      const ticks = Math.min(...row.map(({ ms }) => ms));
      const blocks = row.map(({ kind, ms, isKey, bytes }) => {
        const flags = (isKey ? 0x80 : 0) | (isLaced && kind === 'sound' ? 0x02 : 0);
        const head = [
          0x80 | (kind === 'sound' ? AUDIO : VIDEO),
          ...writeUint(ms - ticks, 2),
          flags,
        ];
        return element(CLUSTER.simpleBlock, Uint8Array.from(head), bytes);
      });
      return { ticks, blocks: [], inside: blocks };
    }),
  );
}

function markedFragment(row: readonly PlacedFrame[]): Uint8Array {
  const runs = [VIDEO_TRACK, AUDIO_TRACK].flatMap((track) => {
    const kind = track === VIDEO_TRACK ? 'picture' : 'sound';
    const frames = row.filter((frame) => frame.kind === kind);
    const [first] = frames;
    if (!first) return [];
    const samples = frames.map(({ ms, decodeMs, durationMs, isKey, bytes }) => ({
      ticks: durationMs,
      bytes: bytes.length,
      offset: ms - decodeMs,
      key: isKey,
    }));
    return [{ frames, run: { track, startTicks: first.decodeMs, samples } }];
  });
  const media = concatBytes(runs.flatMap(({ frames }) => frames.map(({ bytes }) => bytes)));
  const fragment = makeFragment(runs.map(({ run }) => run));
  fragment.set(media, fragment.length - media.length);
  return fragment;
}

/** The bytes of a virtual file over these. */
export function bytesOfLayout({ parts, patches, sizeBytes }: VirtualLayout, stored: Uint8Array) {
  const file = new Uint8Array(sizeBytes);
  for (const part of parts) {
    const isMade = 'bytes' in part;
    const bytes = isMade
      ? part.bytes
      : stored.subarray(part.storedAt, part.storedAt + part.lengthBytes);
    file.set(bytes, part.at);
  }
  for (const { at, bytes } of patches) file.set(bytes, at);
  return file;
}

function materialized(file: Uint8Array): Uint8Array {
  const indexer = new VideoIndexer();
  indexer.feed(file);
  const layout = indexer.index && virtualLayout(indexer.index);
  if (!layout) throw new Error('a made video that has nothing to play');
  return bytesOfLayout(layout, file);
}

/** The same file with its tables behind the media, as most writers make it. */
export function withTablesLast(file: Uint8Array): Uint8Array {
  const boxes = [...readBoxes(file)];
  const movie = boxes.find(({ type }) => type === 'moov')?.whole;
  if (!movie) throw new Error('a file without tables');
  const others = boxes.filter(({ type }) => type !== 'moov');
  return concatBytes([...others.map(({ whole }) => whole), withChunksMoved(movie, -movie.length)]);
}

/** The same file with its tables before the media. */
export function withTablesFirst(file: Uint8Array): Uint8Array {
  const boxes = [...readBoxes(file)];
  const movie = boxes.find(({ type }) => type === 'moov')?.whole;
  const [type, ...others] = boxes.filter((box) => box.type !== 'moov');
  if (!movie || !type) throw new Error('a file without tables');
  const moved = withChunksMoved(movie, movie.length);
  return concatBytes([type.whole, moved, ...others.map(({ whole }) => whole)]);
}

/** A movie with all chunks shifted by this number of bytes (ISO/IEC 14496-12 section 8.7.5). */
function withChunksMoved(movie: Uint8Array, bytes: number): Uint8Array {
  const moved = Buffer.from(movie);
  for (let at = moved.indexOf('stco'); at >= 0; at = moved.indexOf('stco', at + 1)) {
    const chunks = moved.readUInt32BE(at + 8);
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const place = at + 12 + 4 * chunk;
      moved.writeUInt32BE(moved.readUInt32BE(place) + bytes, place);
    }
  }
  return moved;
}

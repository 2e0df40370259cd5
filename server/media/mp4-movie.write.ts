// Writes the movie box that players read first and recorders can't write: each track's samples, their times, sizes and
// positions, and the key frames (ISO/IEC 14496-12 sections 8.2 to 8.7).
import { box, findBox, listBox, MalformedBox, numbersBox, readBoxes } from './mp4-box.ts';
import { chunksOf, type Mp4Track } from './mp4-index.schema.ts';

/** Position of a track in the played file: a delay in seconds, or ticks cut from its start. `seconds` is its end. */
export type Placing = { delaySeconds: number; cutTicks: number; seconds: number };

type MovieParts = {
  /** The recorder's MovieBox, head and data. */
  movie: Uint8Array;
  ticksPerSecond: number;
  seconds: number;
  placings: ReadonlyMap<Mp4Track, Placing>;
};

// The largest time in 32 bits; the next value means 'unknown'.
const LARGEST_TIME = 0xffff_fffe;
// Offset of the duration in each header, by version (sections 8.2.2, 8.3.2, 8.4.2).
const DURATION_AT: Record<string, readonly [number, number]> = {
  mvhd: [16, 24],
  tkhd: [20, 28],
  mdhd: [16, 24],
};
// Section 8.6.6.3: a rate of 1 in 16.16 bits, and the media time of an empty edit.
const EDIT_ONCE = 0x0001_0000;
const EMPTY_EDIT = -1;

/**
 * Writes the movie of a recording with all samples. Chunks begin `shift` bytes after their offset in the index. The
 * length of the box does not depend on `shift`.
 */
export function writeMovie(parts: MovieParts, shift: number): Uint8Array {
  const tracks = [...parts.placings.keys()];
  return rewriteBox(parts.movie, {
    mvhd: (whole) => withDuration('mvhd', whole, parts.seconds * parts.ticksPerSecond),
    trak: (whole, data) => {
      const track = tracks.find((candidate) => candidate.id === trackIdOf(data));
      return track ? writeTrack(whole, { ...parts, track, shift }) : NOTHING;
    },
  });
}

/** Checks that `writeMovie` can write a movie of these tracks. @throws {MalformedBox} it can't */
export function checkMovie(movie: Uint8Array, tracks: readonly Mp4Track[]): void {
  const placing = { delaySeconds: 1, cutTicks: 0, seconds: 1 };
  const placings = new Map(tracks.map((track) => [track, placing]));
  writeMovie({ movie, ticksPerSecond: 1, seconds: 1, placings }, 0);
}

type Rewriting = Record<string, (whole: Uint8Array, data: Uint8Array) => Uint8Array>;

const NOTHING = new Uint8Array();

/**
 * Boxes copied unchanged: how a track is decoded and displayed. Other boxes may contain a title, a location or a cover
 * picture (`udta`, `meta`, `uuid`), which a cut must not have.
 */
const COPIED: ReadonlySet<string> = new Set('elng hdlr dinf vmhd smhd nmhd sthd gmhd'.split(' '));

/** Returns a box with some children replaced. Others that are not in `COPIED` are left out. */
function rewriteBox(whole: Uint8Array, rewriting: Rewriting, ...added: Uint8Array[]): Uint8Array {
  const [parent] = readBoxes(whole);
  if (!parent) return whole;
  const children = [...readBoxes(parent.data)].map((child) => {
    const rewrite = rewriting[child.type];
    if (rewrite) return rewrite(child.whole, child.data);
    return COPIED.has(child.type) ? child.whole : NOTHING;
  });
  return box(parent.type, ...children, ...added);
}

function trackIdOf(track: Uint8Array): number {
  const header = Buffer.from(findBox(track, 'tkhd'));
  return header.readUInt32BE(header[0] === 1 ? 20 : 12);
}

function writeTrack(
  whole: Uint8Array,
  parts: MovieParts & { track: Mp4Track; shift: number },
): Uint8Array {
  const { track, ticksPerSecond, shift } = parts;
  const placing = parts.placings.get(track);
  if (!placing) return NOTHING;
  const edits = writeEdits(placing, ticksPerSecond);
  return rewriteBox(
    whole,
    {
      tkhd: (header) => withDuration('tkhd', header, placing.seconds * ticksPerSecond),
      mdia: (media) =>
        rewriteBox(media, {
          mdhd: (header) => withDuration('mdhd', header, track.endTicks - track.firstTicks),
          minf: (info) => rewriteBox(info, { stbl: (tables) => writeTables(tables, track, shift) }),
        }),
    },
    edits,
  );
}

/** Returns a header with another duration. */
function withDuration(type: string, whole: Uint8Array, ticks: number): Uint8Array {
  const [header] = readBoxes(whole);
  const data = Buffer.from(header?.data ?? NOTHING);
  const isLong = data[0] === 1;
  const at = DURATION_AT[type]?.[isLong ? 1 : 0] ?? 0;
  const rounded = Math.min(Math.max(0, Math.round(ticks)), Number.MAX_SAFE_INTEGER);
  const isWhole = data.length >= at + (isLong ? 8 : 4);
  if (!isWhole) throw new MalformedBox(`${type} ends too early`);
  if (isLong) data.writeBigUInt64BE(BigInt(rounded), at);
  else data.writeUInt32BE(Math.min(rounded, LARGEST_TIME), at);
  return box(type, data);
}

/** Writes a delay and then the media (section 8.6.6), or nothing if the media begins at 0. */
function writeEdits(placing: Placing, ticksPerSecond: number): Uint8Array {
  const delay = Math.round(placing.delaySeconds * ticksPerSecond);
  const length = Math.round(placing.seconds * ticksPerSecond) - delay;
  if (delay === 0 && placing.cutTicks === 0) return NOTHING;
  const empty = delay > 0 ? [delay, EMPTY_EDIT, EDIT_ONCE] : [];
  const entries = [...empty, length, placing.cutTicks, EDIT_ONCE];
  return box('edts', numbersBox('elst', [entries.length / 3, ...entries]));
}

/** Writes the SampleTableBox: the recorder's descriptions and new tables. */
function writeTables(whole: Uint8Array, track: Mp4Track, shift: number): Uint8Array {
  const [tables] = readBoxes(whole);
  const descriptions = [...readBoxes(tables?.data ?? NOTHING)].filter(
    ({ type }) => type === 'stsd',
  );
  const { sizes, durations, offsets, keys } = track;
  // Section 8.6.1.3: offsets may be negative in version 1.
  const isShifted = offsets.length > 2 || (offsets.at(1) ?? 0) !== 0;
  const hasKeys = keys.length > 0 && keys.length < sizes.length;
  const places = Array.from(chunksOf(track), ({ at }) => at + shift);
  return box(
    'stbl',
    ...descriptions.map((description) => description.whole),
    listBox('stts', { numbers: [durations.length / 2], list: durations }),
    ...(isShifted
      ? [listBox('ctts', { numbers: [offsets.length / 2], list: offsets, version: 1 })]
      : []),
    ...(hasKeys ? [listBox('stss', { numbers: [keys.length], list: keys })] : []),
    writeChunks(track),
    listBox('stsz', { numbers: [0, sizes.length], list: sizes }),
    numbersBox('stco', [places.length, ...places]),
  );
}

/** Writes the number of samples per chunk, one entry for each change (section 8.7.4). */
function writeChunks(track: Mp4Track): Uint8Array {
  const entries: number[] = [];
  let number = 0;
  let before: { samples: number; description: number } | undefined;
  for (const chunk of chunksOf(track)) {
    number += 1;
    const { samples, description } = chunk;
    const isAlike = before?.samples === samples && before.description === description;
    if (!isAlike) entries.push(number, samples, description);
    before = chunk;
  }
  return numbersBox('stsc', [entries.length / 3, ...entries]);
}

// Reads the box before an MP4's media: its tracks and their clocks.
import { type Box, FieldReader, findBox, MalformedBox, readBoxes } from './mp4-box.ts';
import type { Mp4Track } from './mp4-index.schema.ts';
import { NumberList } from './number-list.ts';
import { checkTracks } from './video-index.ts';

// ISO/IEC 14496-12 section 8.4.3: the handler of a track defines its kind.
const TRACK_KINDS: Record<string, Mp4Track['kind']> = { vide: 'video', soun: 'audio' };
// Section 8.2.2: creation and modification time take four bytes each in version 0, and eight in version 1.
const TIMES_BYTES = [8, 16];
const NO_DEFAULTS = { description: 1, durationTicks: 0, sizeBytes: 0, flags: 0 };

export type Movie = { tracks: Mp4Track[]; isFragmented: boolean };

/** Reads the clock and length of a movie (MovieHeaderBox). @throws {MalformedBox} */
export function readMovieHeader(movie: Uint8Array): { ticksPerSecond: number; seconds: number } {
  return readClock(findBox(movie, 'mvhd'));
}

/**
 * Reads the tracks of a MovieBox, without samples.
 * @param movie the box's data
 * @throws {MalformedBox}
 * @throws {NotVideo}
 */
export function readMovie(movie: Uint8Array): Movie {
  const boxes = [...readBoxes(movie)];
  const { ticksPerSecond } = readMovieHeader(movie);
  const extended = boxes.find(({ type }) => type === 'mvex');
  const defaults = extended ? readDefaults(extended.data) : new Map();
  const tracks = boxes
    .filter(({ type }) => type === 'trak')
    .map(({ data }) => readTrack(data, { defaults, ticksPerSecond }));
  checkTracks(tracks);
  return { tracks, isFragmented: extended !== undefined };
}

/** Reads the default values that fragments may leave out, by track (section 8.8.3). */
function readDefaults(extended: Uint8Array): Map<number, Mp4Track['defaults']> {
  const defaults = new Map<number, Mp4Track['defaults']>();
  for (const { type, data } of readBoxes(extended)) {
    if (type !== 'trex') continue;
    const fields = new FieldReader(data);
    defaults.set(fields.uint32(), {
      description: fields.uint32(),
      durationTicks: fields.uint32(),
      sizeBytes: fields.uint32(),
      flags: fields.uint32(),
    });
  }
  return defaults;
}

function readTrack(
  track: Uint8Array,
  movie: { defaults: Map<number, Mp4Track['defaults']>; ticksPerSecond: number },
): Mp4Track {
  const media = findBox(track, 'mdia');
  const header = new FieldReader(findBox(track, 'tkhd'));
  header.skip(TIMES_BYTES[header.version] ?? 0);
  const id = header.uint32();
  const handler = new FieldReader(findBox(media, 'hdlr'));
  handler.skip(4);
  const descriptions = new FieldReader(findBox(findBox(findBox(media, 'minf'), 'stbl'), 'stsd'));
  if (descriptions.uint32() === 0) throw new MalformedBox('a track has no description');
  return {
    id,
    kind: TRACK_KINDS[handler.text(4)] ?? 'other',
    ticksPerSecond: readClock(findBox(media, 'mdhd')).ticksPerSecond,
    defaults: movie.defaults.get(id) ?? NO_DEFAULTS,
    ...readEdits([...readBoxes(track)], movie.ticksPerSecond),
    firstTicks: 0,
    endTicks: 0,
    shownUntilTicks: 0,
    sizes: new NumberList('unsigned'),
    durations: new NumberList('unsigned'),
    offsets: new NumberList('signed'),
    keys: new NumberList('unsigned'),
    chunks: new NumberList('unsigned'),
  };
}

/** Reads the fields with which MovieHeaderBox and MediaHeaderBox begin alike (sections 8.2.2 and 8.4.2). */
function readClock(header: Uint8Array): { ticksPerSecond: number; seconds: number } {
  const fields = new FieldReader(header);
  fields.skip(TIMES_BYTES[fields.version] ?? 0);
  const ticksPerSecond = fields.uint32();
  if (ticksPerSecond === 0) throw new MalformedBox('a clock has no ticks');
  return { ticksPerSecond, seconds: fields.time() / ticksPerSecond };
}

/** Section 8.6.6: an empty edit (time -1) delays the next one. The first other edit defines where playback begins. */
function readEdits(track: readonly Box[], ticksPerSecond: number) {
  const edits = track.find(({ type }) => type === 'edts');
  if (!edits) return { delaySeconds: 0, editTicks: 0 };
  let delayTicks = 0;
  const fields = new FieldReader(findBox(edits.data, 'elst'));
  for (let remaining = fields.uint32(); remaining > 0; remaining -= 1) {
    const durationTicks = fields.time();
    const editTicks = fields.signedTime();
    fields.skip(4);
    if (editTicks >= 0) return { delaySeconds: delayTicks / ticksPerSecond, editTicks };
    delayTicks += durationTicks;
  }
  return { delaySeconds: delayTicks / ticksPerSecond, editTicks: 0 };
}

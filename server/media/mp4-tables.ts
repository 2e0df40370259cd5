// Reads the index of an MP4 with its own tables of all samples from the stored bytes, when a stretch is cut out of it.
// The index has the form of one of a file in fragments, so that the same code cuts both.
import { type Box, FieldReader, findBox, MalformedBox, readBoxes, readBoxHead } from './mp4-box.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';
import { readMovie } from './mp4-movie.ts';
import { runValues } from './mp4-samples.ts';
import { NumberList } from './number-list.ts';
import { INDEX_MAX_BYTES, NotVideo } from './video-index.ts';
import type { ReadStored } from './webm-edge.ts';

// A head with a large size has 16 bytes.
const LONGEST_HEAD_BYTES = 16;
// Writers put five or six boxes beside the media; each costs a read of the storage.
const MOST_BOXES = 64;
/** The largest movie box that is read, in bytes: an hour at 60 frames a second has 5 MB. */
const LARGEST_MOVIE_BYTES = INDEX_MAX_BYTES;
const MOST_SAMPLES = INDEX_MAX_BYTES / 4;
const LARGEST_OFFSET = 2 ** 32 - 1;
// A rate of 1 in 16.16 bits (ISO/IEC 14496-12 section 8.6.6.3).
const NORMAL_RATE = 0x0001_0000;

/** @returns the index with all samples, or null if the file's tables are damaged, too large, or have several edits */
export async function readTables(
  index: Readonly<Mp4Index>,
  read: ReadStored,
): Promise<Mp4Index | null> {
  const movie = await readMovieBox(index.indexedBytes, read);
  if (!movie) return null;
  try {
    const [box] = readBoxes(movie);
    if (!box) return null;
    const entries = [...readBoxes(box.data)].filter(({ type }) => type === 'trak');
    const tracks = readMovie(box.data).tracks.map((track, place) =>
      fillTrack(track, entries[place]?.data ?? new Uint8Array(), index.indexedBytes),
    );
    return { ...index, movie: movie.toString('base64'), tracks };
  } catch (error) {
    if (error instanceof MalformedBox || error instanceof NotVideo) return null;
    throw error;
  }
}

/** Reads the file's MovieBox, head and data, which is before the media or after it. */
async function readMovieBox(fileBytes: number, read: ReadStored): Promise<Buffer | null> {
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at < fileBytes; boxes += 1) {
    const end = Math.min(at + LONGEST_HEAD_BYTES, fileBytes);
    const reading = readBoxHead(await readAll(read, at, end));
    if (!('head' in reading)) return null;
    const { type, sizeBytes } = reading.head;
    if (type === 'moov') {
      const isReadable = sizeBytes <= LARGEST_MOVIE_BYTES && at + sizeBytes <= fileBytes;
      return isReadable ? await readAll(read, at, at + sizeBytes) : null;
    }
    at += sizeBytes;
  }
  return null;
}

async function readAll(read: ReadStored, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // The chunk's memory is reused.
  for await (const chunk of read({ start, end })) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

/** @throws {MalformedBox} the tables contradict each other or the file */
function fillTrack(track: Mp4Track, entry: Uint8Array, fileBytes: number): Mp4Track {
  const boxes = [...readBoxes(findBox(findBox(findBox(entry, 'mdia'), 'minf'), 'stbl'))];
  checkEdits([...readBoxes(entry)]);
  const tableOf = (type: string) => boxes.find((box) => box.type === type)?.data;
  const sizes = readSizes(requireTable(tableOf('stsz'), 'stsz'));
  const filled = {
    ...track,
    sizes,
    durations: readRuns(requireTable(tableOf('stts'), 'stts'), 'unsigned'),
    offsets: readRuns(tableOf('ctts'), 'signed'),
    keys: track.kind === 'video' ? readKeys(tableOf('stss'), sizes.length) : track.keys,
    chunks: readChunks(boxes, sizes, fileBytes),
  };
  return { ...filled, ...spanOf(filled) };
}

function requireTable(table: Uint8Array | undefined, type: string): Uint8Array {
  if (!table) throw new MalformedBox(`${type} is missing`);
  return table;
}

/** Section 8.6.6: the index supports a delay and one edit at the normal rate. */
function checkEdits(track: readonly Box[]): void {
  const edits = track.find(({ type }) => type === 'edts');
  if (!edits) return;
  const fields = new FieldReader(findBox(edits.data, 'elst'));
  let played = 0;
  for (let remaining = fields.uint32(); remaining > 0; remaining -= 1) {
    fields.time();
    const isPlayed = fields.signedTime() >= 0;
    const rate = fields.uint32();
    if (isPlayed) played += 1;
    if (played > 1 || (isPlayed && rate !== NORMAL_RATE)) throw new MalformedBox('several edits');
    if (played > 0 && !isPlayed) throw new MalformedBox('a pause between edits');
  }
}

/** Section 8.7.3.2: one size for all samples, or one for each. */
function readSizes(table: Uint8Array): NumberList {
  const fields = new FieldReader(table);
  const size = fields.uint32();
  const samples = fields.uint32();
  if (samples > MOST_SAMPLES) throw new MalformedBox('too many samples');
  const sizes = new NumberList('unsigned');
  for (let remaining = samples; remaining > 0; remaining -= 1)
    sizes.push(size === 0 ? fields.uint32() : size);
  return sizes;
}

/** Sections 8.6.1.2 and 8.6.1.3: number of consecutive samples, ticks of each. Without a table all have 0. */
function readRuns(table: Uint8Array | undefined, kind: 'unsigned' | 'signed'): NumberList {
  const runs = new NumberList(kind);
  if (!table) return runs;
  const fields = new FieldReader(table);
  for (let remaining = fields.uint32(); remaining > 0; remaining -= 1) {
    const samples = fields.uint32();
    if (samples > MOST_SAMPLES) throw new MalformedBox('too many samples');
    const ticks = kind === 'signed' ? fields.int32() : fields.uint32();
    if (samples === 0) continue;
    runs.push(samples);
    runs.push(ticks);
  }
  return runs;
}

/** Section 8.6.2: without a table each sample is a key frame. */
function readKeys(table: Uint8Array | undefined, samples: number): NumberList {
  const keys = new NumberList('unsigned');
  if (!table) {
    for (let number = 1; number <= samples; number += 1) keys.push(number);
    return keys;
  }
  const fields = new FieldReader(table);
  for (let remaining = fields.uint32(); remaining > 0; remaining -= 1) keys.push(fields.uint32());
  return keys;
}

/** Sections 8.7.4 and 8.7.5: the positions of the chunks, and the number of samples of each. */
function readChunks(boxes: readonly Box[], sizes: NumberList, fileBytes: number): NumberList {
  const chunks = new NumberList('unsigned');
  const rowOf = chunkRows(boxes);
  let number = 0;
  let chunk = 0;
  for (const at of chunkOffsets(boxes)) {
    chunk += 1;
    const { samples, description } = rowOf(chunk);
    const last = Math.min(number + samples, sizes.length);
    let end = at;
    for (let each = number; each < last; each += 1) end += sizes.at(each) ?? 0;
    if (end > fileBytes) throw new MalformedBox('a chunk lies outside of the file');
    if (last > number) for (const value of [at, last - number, description]) chunks.push(value);
    number = last;
  }
  if (number < sizes.length) throw new MalformedBox('samples lie in no chunk');
  return chunks;
}

/** Returns a function that finds the row of a chunk, called in order. A row is valid up to the next one's first chunk. */
function chunkRows(boxes: readonly Box[]) {
  const fields = new FieldReader(
    requireTable(boxes.find(({ type }) => type === 'stsc')?.data, 'stsc'),
  );
  let remaining = fields.uint32();
  const readRow = () => {
    if (remaining === 0) return null;
    remaining -= 1;
    return { from: fields.uint32(), samples: fields.uint32(), description: fields.uint32() };
  };
  let row = { samples: 0, description: 1 };
  let next = readRow();
  return (chunk: number) => {
    while (next && next.from <= chunk) {
      row = next;
      next = readRow();
    }
    return row;
  };
}

function* chunkOffsets(boxes: readonly Box[]): Generator<number> {
  const table = boxes.find(({ type }) => type === 'stco' || type === 'co64');
  const fields = new FieldReader(requireTable(table?.data, 'stco'));
  for (let remaining = fields.uint32(); remaining > 0; remaining -= 1) {
    const at = table?.type === 'co64' ? fields.uint64() : fields.uint32();
    if (at > LARGEST_OFFSET) throw new MalformedBox('a chunk lies outside of the file');
    yield at;
  }
}

/** Computes the times of the track, which begins at 0. */
function spanOf({ sizes, durations, offsets }: Mp4Track) {
  const nextDuration = runValues(durations);
  const nextOffset = runValues(offsets);
  let endTicks = 0;
  let shownUntilTicks = 0;
  for (let remaining = sizes.length; remaining > 0; remaining -= 1) {
    const duration = nextDuration();
    shownUntilTicks = Math.max(shownUntilTicks, endTicks + nextOffset() + duration);
    endTicks += duration;
  }
  return { firstTicks: 0, endTicks, shownUntilTicks };
}

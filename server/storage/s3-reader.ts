// Reads any range over the whole object and its pieces. Continues at the same byte if pieces are joined meanwhile or
// the connection breaks.
import { Readable } from 'node:stream';
import { type Bucket, getRange, headObject } from './s3-bucket.ts';
import { type Layout, readLayout } from './s3-layout.ts';
import { type ByteRange, ObjectMissing } from './storage.ts';

/** A stored object with the bytes from `at` up to `end` of the object that is read. */
interface Run {
  name: string;
  etag: string;
  at: number;
  end: number;
}

/** The current places of the bytes of a range. */
interface Located {
  tag: string;
  runs: Run[];
}

/** Number of requests sent ahead, which hides the round trip between pieces of one second. */
const AHEAD = 3;
/** Attempts without a byte before the reader stops. */
const FRUITLESS_MAX = 3;
const BUFFER_BYTES = 1024 * 1024;

/**
 * Opens a stream of the range's bytes, cut at the end of the object.
 * @throws {ObjectMissing}
 */
export async function openRange(bucket: Bucket, key: string, range: ByteRange): Promise<Readable> {
  const located = await locate(bucket, key, range);
  return Readable.from(bytesOf(bucket, { key, range, located }), {
    objectMode: false,
    highWaterMark: BUFFER_BYTES,
  });
}

/** Locates a range. This takes one request if the whole object covers it, as in every finished recording. */
async function locate(bucket: Bucket, key: string, range: ByteRange): Promise<Located> {
  const whole = await headObject(bucket, key);
  const covers = whole !== undefined && whole.sizeBytes >= range.end;
  const layout = covers ? { tag: whole.tag, whole, pieces: [] } : await readLayout(bucket, key);
  if (!(covers || layout.whole || layout.pieces.length > 0)) throw new ObjectMissing(key);
  return { tag: layout.tag, runs: runsOf(key, layout, range) };
}

/** Returns the stored objects with bytes of a range. */
function runsOf(
  key: string,
  { whole, pieces }: Pick<Layout, 'whole' | 'pieces'>,
  range: ByteRange,
): Run[] {
  const first = whole ? [{ name: key, etag: whole.etag, at: 0, end: whole.sizeBytes }] : [];
  const runs = [
    ...first,
    ...pieces.map((piece) => ({ ...piece, end: piece.at + piece.lengthBytes })),
  ];
  if (range.start >= range.end) return [];
  return runs.filter(({ at, end }) => end > range.start && at < range.end);
}

async function* bytesOf(
  bucket: Bucket,
  from: { key: string; range: ByteRange; located: Located },
): AsyncGenerator<Uint8Array> {
  const { key, range } = from;
  let { located } = from;
  let at = range.start;
  for (let fruitless = 0; ; ) {
    try {
      for await (const chunk of runAfterRun(bucket, located.runs, { start: at, end: range.end })) {
        at += chunk.length;
        fruitless = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      fruitless += 1;
      if (fruitless > FRUITLESS_MAX) throw error;
      const now = await locate(bucket, key, { start: at, end: range.end });
      // The bytes of two versions of an object are never mixed.
      if (now.tag !== located.tag && at > range.start) throw error;
      located = now;
    }
  }
}

/** Yields the runs' bytes in order, with requests for AHEAD runs at a time. */
async function* runAfterRun(
  bucket: Bucket,
  runs: readonly Run[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const opened = new Map<Run, Promise<Readable>>();
  const requestRun = (run: Run) => {
    const start = Math.max(range.start, run.at) - run.at;
    const end = Math.min(range.end, run.end) - run.at;
    const body = getRange(bucket, run, { start, end });
    body.catch(() => 'thrown where it is awaited');
    return body;
  };
  try {
    for (const [index, run] of runs.entries()) {
      for (const next of runs.slice(index, index + AHEAD)) {
        if (!opened.has(next)) opened.set(next, requestRun(next));
      }
      const body = await opened.get(run);
      if (body) yield* body as AsyncIterable<Uint8Array>;
      opened.delete(run);
    }
  } finally {
    for (const body of opened.values()) body.then(closeQuietly, () => 'never opened');
  }
}

function closeQuietly(body: Readable): void {
  body.on('error', () => 'it is no longer read').destroy();
}

// Reads any range over the whole object and its pieces; goes on where it was when pieces are joined meanwhile
// or the connection breaks.
import { Readable } from 'node:stream';
import type { Bucket } from './s3-client.ts';
import { type Layout, readLayout } from './s3-layout.ts';
import { getRange, headObject, type Whole } from './s3-requests.ts';
import { ObjectMissing } from './storage.errors.ts';
import type { ByteRange } from './storage.ts';

/** A stored object that holds the bytes from `at` up to `end` of the one that is read. */
interface Run {
  name: string;
  etag: string;
  at: number;
  end: number;
}

/** Where the bytes of a range lie now. */
interface Located {
  tag: string;
  runs: Run[];
}

/** Answers asked for ahead: hides the way to the service between pieces of a second. */
const AHEAD = 3;
/** Attempts that bring no byte before the reader gives up. */
const FRUITLESS_MAX = 3;
/** Enough to keep a fast reader busy. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * The range's bytes, cut at the end of the object.
 * @throws {ObjectMissing}
 */
export async function openRange(bucket: Bucket, key: string, range: ByteRange): Promise<Readable> {
  const located = await locate(bucket, key, range);
  return Readable.from(bytesOf(bucket, { key, range, located }), {
    objectMode: false,
    highWaterMark: BUFFER_BYTES,
  });
}

/** One request when the whole object covers the range, as it does of every recording that is done. */
async function locate(bucket: Bucket, key: string, range: ByteRange): Promise<Located> {
  const whole = await headObject(bucket, key);
  const covers = whole !== undefined && whole.sizeBytes >= range.end;
  if (covers) return { tag: whole.tag, runs: within([runOf(key, whole)], range) };
  const layout = await readLayout(bucket, key);
  if (layout.sizeBytes === undefined) throw new ObjectMissing(key);
  return { tag: layout.tag, runs: within(runsOf(key, layout), range) };
}

function runsOf(key: string, { whole, pieces }: Layout): Run[] {
  const behind = pieces.map(({ name, etag, at, lengthBytes }) => ({
    ...{ name, etag, at },
    end: at + lengthBytes,
  }));
  return whole ? [runOf(key, whole), ...behind] : behind;
}

function runOf(key: string, { etag, sizeBytes }: Whole): Run {
  return { name: key, etag, at: 0, end: sizeBytes };
}

function within(runs: readonly Run[], { start, end }: ByteRange): Run[] {
  return start < end ? runs.filter((run) => run.end > start && run.at < end) : [];
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
      // Bytes of a replaced object must not follow those of the one before.
      if (now.tag !== located.tag && at > range.start) throw error;
      located = now;
    }
  }
}

/** The runs' bytes one after another, the next ones asked for before the first is through. */
async function* runAfterRun(
  bucket: Bucket,
  runs: readonly Run[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const opened = new Map<Run, Promise<Readable>>();
  const ask = (run: Run) => {
    const start = Math.max(range.start, run.at) - run.at;
    const end = Math.min(range.end, run.end) - run.at;
    const body = getRange(bucket, run, { start, end });
    body.catch(() => 'told where the body is awaited');
    return body;
  };
  try {
    for (const [index, run] of runs.entries()) {
      for (const next of runs.slice(index, index + AHEAD)) {
        if (!opened.has(next)) opened.set(next, ask(next));
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
  body.on('error', () => 'nobody reads it any more').destroy();
}

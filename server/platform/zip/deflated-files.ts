// Files deflated one behind the other into one run of bytes, as an archive takes them over: each with its place, its
// sizes and its checksum.
import { Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { ZipEntry } from './zip-layout.ts';

/** A file as it is made. */
export interface WrittenFile {
  name: string;
  text: AsyncIterable<string>;
}

export interface DeflatedFile extends ZipEntry {
  method: 'deflated';
  /** Offset at which the file begins in the run. */
  at: number;
}

/** Tables of numbers: 1 is three times as fast as 6, for a quarter more bytes. */
const LEVEL = constants.Z_BEST_SPEED;
/** Texts are joined to about so much before they are deflated: a call of zlib takes a thread each time. */
const STEP_BYTES = 64 * 1024;

/**
 * Yields the run while it is made. The next file is requested when the one before is written.
 * @param done gets each file when it is complete
 */
export async function* deflatedFiles(
  files: AsyncIterable<WrittenFile>,
  done: (file: DeflatedFile) => void,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const { name, text } of files) {
    const sum = { crc32: 0, sizeBytes: 0, packedBytes: 0 };
    for await (const chunk of deflated(summedUp(text, sum))) {
      sum.packedBytes += chunk.length;
      yield chunk;
    }
    done({ name, method: 'deflated', ...sum, at });
    at += sum.packedBytes;
  }
}

/** A file of one step, as most are, is deflated at once, because a stream and a thread take several times as long. */
async function* deflated(steps: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    const first = await steps.next();
    const second = await steps.next();
    if (second.done) yield deflateRawSync(first.value ?? Buffer.alloc(0), { level: LEVEL });
    else yield* deflatedStream(after([first.value, second.value], steps));
  } finally {
    await steps.return(undefined);
  }
}

async function* after(first: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

async function* deflatedStream(steps: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(steps, { objectMode: false });
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: STEP_BYTES });
  source.on('error', (error) => deflate.destroy(error));
  try {
    for await (const chunk of source.pipe(deflate)) yield chunk as Buffer;
  } finally {
    source.destroy();
  }
}

async function* summedUp(
  texts: AsyncIterable<string>,
  sum: { crc32: number; sizeBytes: number },
): AsyncGenerator<Buffer> {
  for await (const bytes of joined(texts)) {
    sum.crc32 = crc32(bytes, sum.crc32);
    sum.sizeBytes += bytes.length;
    yield bytes;
  }
}

async function* joined(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length < STEP_BYTES) continue;
    yield Buffer.from(parts.join(''));
    [parts, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(parts.join(''));
}

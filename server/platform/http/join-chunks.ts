// Joins small chunks of a body: a chunk of one byte takes some 300 bytes of memory, and a body that stays in memory
// until it is whole may have a million of them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum number of bytes that Node reads from a connection at once. */
export const BLOCK_BYTES = 64 * 1024;

/** Copies chunks into blocks. */
class Joiner {
  #block = Buffer.alloc(0);
  #used = 0;

  /** @returns blocks that are full now. */
  add(chunk: Buffer): Buffer[] {
    const full: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      if (this.#used === this.#block.length) {
        if (this.#used > 0) full.push(this.#block);
        this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        this.#used = 0;
      }
      const copied = chunk.copy(this.#block, this.#used, at);
      this.#used += copied;
      at += copied;
    }
    return full;
  }

  rest(): Buffer {
    return this.#block.subarray(0, this.#used);
  }
}

/** Yields the same bytes in blocks of 64 kB, the last one smaller. */
export async function* joinChunksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const joiner = new Joiner();
  for await (const chunk of source) yield* joiner.add(chunk);
  yield joiner.rest();
}

/** RFC 9112 section 6.3. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'] ?? '0';
  return headers['transfer-encoding'] !== undefined || length !== '0';
}

/** Returns whether a body of this type is passed to its own reader piece by piece: a form, or a piece of an upload. */
export function isStreamed(contentType: string): boolean {
  return /^(?:multipart\/|application\/offset\+)/i.test(contentType);
}

/** Joins the chunks of all bodies that the framework reads whole; forms and pieces have readers of their own. */
export function joinChunks(app: FastifyInstance): void {
  app.decorateRequest('joinedForm', null);
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-type': type = '' } = request.headers;
    if (!hasBody(request.headers)) return payload;
    if (!isStreamed(type)) return joined(payload as IncomingMessage);
    // The body is joined at once, so that bytes wait for their reader in blocks.
    if (/^multipart\//i.test(type)) request.joinedForm = joined(request.raw);
    return payload;
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    joinedForm: Transform | null;
  }
}

/**
 * A form's request whose body its parser gets in blocks: it takes 13 µs a chunk, and a read may hold 10,000.
 * @throws Error if the body broke off before, which its parser would never notice
 */
export function joinedForm(request: FastifyRequest): FastifyRequest {
  const blocks = request.joinedForm ?? joined(request.raw);
  if (blocks.destroyed) throw new Error('The form broke off.');
  const body = Object.assign(blocks, { headers: request.raw.headers });
  return Object.create(request, { raw: { value: body } });
}

function joined(payload: IncomingMessage): Transform {
  const joiner = new Joiner();
  const blocks = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const block of joiner.add(chunk)) this.push(block);
      done();
    },
    flush(done) {
      done(null, joiner.rest());
    },
  });
  // An error on either side reaches the reader of the blocks.
  return pipeline(payload, blocks, () => undefined);
}

// A document that is generated once and then served from memory, compressed, with a validator for each encoding.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../accepted-quality.ts';
import { isKnown } from '../send-file.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli's highest quality takes twenty times as long for an eighth less. */
const BROTLI_QUALITY = 9;

interface Compressed {
  bytes: Record<Encoding, Buffer>;
  hash: string;
}

export class GeneratedDocument {
  readonly #type: string;
  readonly #generate: () => string;
  #compressed: Promise<Compressed> | null = null;

  /** @param generate is called at the first request, once. */
  constructor(type: string, generate: () => string) {
    this.#type = type;
    this.#generate = generate;
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#compressed ??= compress(this.#generate());
    const { bytes, hash } = await this.#compressed;
    const encoding = encodingOf(headers['accept-encoding']);
    const etag = `"${hash}-${encoding}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    reply.header('vary', 'Accept-Encoding');
    if (isKnown(etag, headers['if-none-match'])) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(this.#type).send(bytes[encoding]);
  }
}

function encodingOf(header: string | undefined): Encoding {
  const accepted =
    header === undefined ? [] : ENCODINGS.filter((one) => qualityOf(header, one) > 0);
  return accepted[0] ?? 'identity';
}

/** The smaller one first. */
const ENCODINGS = ['br', 'gzip'] as const;

async function compress(text: string): Promise<Compressed> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { bytes: { br, gzip: zipped, identity }, hash };
}

// How bodies are read: pieces of an upload by their handler, images whole, JSON once its shape was looked at. A megabyte
// of brackets takes the parser 0.5 s and 75,000 keys 0.1 s; the look takes some milliseconds.
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { STILL_IMAGE_MAX_BYTES } from '#contract/stills.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.api.ts';

/** A call without a body may still name a type. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(TUS_CONTENT_TYPE, (_request, _payload, done) => done(null));
  app.addContentTypeParser(
    ['image/webp', 'image/jpeg'],
    { parseAs: 'buffer', bodyLimit: STILL_IMAGE_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const text = body.toString();
    try {
      checkJsonShape(text);
    } catch (error) {
      return done(error as AppError);
    }
    void parseJson(request, text, done);
  });
}

/** Levels of lists and objects: the deepest body of a client of ours has 6. */
const DEPTH_MAX = 64;
/** Values in a body: 1000 messages with 40 each, and some. */
const VALUES_MAX = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** @throws AppError malformed_body for one that nests too deep, too_large for one of too many values */
export function checkJsonShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values += 1;
    else if (OPENERS.has(code)) depth += 1;
    else if (CLOSERS.has(code)) depth -= 1;
    if (depth > DEPTH_MAX) throw new AppError('malformed_body');
    if (values > VALUES_MAX) throw new AppError('too_large');
  }
}

/** Where the text that begins with a quote at `start` ends: at its other quote, or with everything. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

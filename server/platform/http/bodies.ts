// Parsers of request bodies: pieces of an upload by their handler, images whole, JSON once its shape was checked.
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.api.ts';
import { findJsonExcess, type JsonBounds } from '#server/platform/security/json-shape.ts';

/** A call without a body may still name a type. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(TUS_CONTENT_TYPE, (_request, _payload, done) => done(null));
  const images = ['image/webp', 'image/jpeg', 'image/png'];
  app.addContentTypeParser(images, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
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

/** The deepest body of a client of ours has 6 levels. 1000 messages with 40 values each are the most values. */
const BODY_BOUNDS: JsonBounds = { depth: 64, values: 50_000 };

/** @throws AppError malformed_body for one that nests too deep, too_large for one of too many values */
export function checkJsonShape(text: string): void {
  const excess = findJsonExcess(text, BODY_BOUNDS);
  if (excess === 'depth') throw new AppError('malformed_body');
  if (excess === 'values') throw new AppError('too_large');
}

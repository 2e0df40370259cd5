// Answers the calls of exports.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangeParser from 'range-parser';
import { AppError } from '#contract/errors.ts';
import { type Authorized, authorizeTest } from '#server/access/authorized.ts';
import { authorizeExport, type ExportRef } from '#server/access/authorized-export.ts';
import { ChunkBody } from '#server/http/chunk-body.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { isKnown, PRIVATE_CACHE } from '#server/http/private-image.ts';
import type { Parts } from '#server/parts.ts';
import { archiveChunks, openArchive, readTable } from './download.service.ts';
import { makeExport, outlookOf, readExported, removeExport } from './exports.service.ts';

export function exportHandlers(parts: Parts): HandlersOf<'testExports'> {
  return {
    outlook: async ({ caller, params, query: filter }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await outlookOf(parts, test, { caller, filter });
    },
    make: async ({ caller, params, query: filter, body: takes }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await makeExport(parts, test, { caller, filter, takes });
    },
    get: async ({ caller, params }) =>
      readExported(parts, await authorizeExport(parts.db, caller, params.exportId)),
    archive: async ({ caller, params, request, reply }) =>
      sendArchive(parts, await authorizeExport(parts.db, caller, params.exportId), {
        ...{ request, reply },
      }),
    file: async ({ caller, params: { exportId, file: name }, reply }) => {
      const ref = await authorizeExport(parts.db, caller, exportId);
      const archive = await openArchive(parts, ref);
      const { sizeBytes, text } = await readTable(parts, ref, { archive, name });
      reply.type(TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.header('content-length', sizeBytes).header('cache-control', PRIVATE_CACHE);
      return reply.send(text);
    },
    remove: async ({ caller, params }) => {
      await removeExport(parts, await authorizeExport(parts.db, caller, params.exportId));
      return { message: 'The export is deleted.' };
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

async function sendArchive(
  parts: Parts,
  ref: Authorized<ExportRef>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const archive = await openArchive(parts, ref);
  const { fileName } = await readExported(parts, ref);
  const { sizeBytes } = archive.layout;
  // An export never changes: its id is a validator of all bytes.
  const etag = `"${ref.exportId}"`;
  reply.type('application/zip').header('accept-ranges', 'bytes').header('etag', etag);
  reply.header('cache-control', PRIVATE_CACHE);
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
  const range = requestedRange(request, reply, { etag, sizeBytes });
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  reply.header('content-length', end - start + 1);
  // An empty stream: the framework keeps the length of the header only beside a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const chunks = archiveChunks(parts, ref, { archive, range: { start, end: end + 1 } });
  return reply.send(new ChunkBody(chunks));
}

/** One range of a GET (RFC 9110 section 14.2); null: the whole file. @throws AppError range_not_satisfiable */
function requestedRange(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
) {
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' || range === undefined) return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  const ranges = rangeParser(sizeBytes, range);
  if (ranges === -1) {
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw new AppError('range_not_satisfiable');
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

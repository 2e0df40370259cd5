// Answers the calls of exports.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '#server/parts.ts';
import { type Authorized, authorizeTest } from '#server/platform/access/authorized.ts';
import { authorizeExport, type ExportRef } from '#server/platform/access/authorized-export.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { type InclusiveRange, PRIVATE_CACHE, sendFile } from '#server/platform/http/send-file.ts';
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
        request,
        reply,
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
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  const file = {
    layout: archive.layout,
    contentType: 'application/zip',
    // An export never changes: its id is a validator of all bytes.
    etag: `"${ref.exportId}"`,
    chunks: ({ start, end }: InclusiveRange) =>
      archiveChunks(parts, ref, { archive, range: { start, end: end + 1 } }),
  };
  return await sendFile(file, request, reply);
}

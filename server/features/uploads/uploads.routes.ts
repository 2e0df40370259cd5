// Answers the tus protocol 1.0.0 for a session's one upload: OPTIONS, creation, HEAD, PATCH.

import type { FastifyReply } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import { uploads } from '#contract/uploads.api.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import { createNewestRequest } from './newest-request.ts';
import {
  describeServer,
  readCreationLength,
  readLength,
  readOffset,
  readPieceSize,
  requireTusVersion,
  writeOffset,
} from './tus-headers.ts';
import { declareUploadLength, readUploadState, receivePiece } from './uploads.service.ts';

export function uploadHandlers(parts: Parts): HandlersOf<'uploads'> {
  const newest = createNewestRequest();
  const discover = async ({ reply }: { reply: FastifyReply }) => {
    describeServer(reply);
    return reply.send();
  };
  return {
    discover,
    discoverOne: discover,
    create: async ({ caller, request, reply }) => {
      requireTusVersion(request, reply);
      const length = readCreationLength(request);
      const upload = await declareUploadLength(parts, await readUploadState(parts, caller), length);
      reply.header('location', addressOf(uploads.append, { params: upload }));
      return reply.send();
    },
    append: ({ caller, params, request, reply }) =>
      newest.run(caller, request.raw, async () => {
        requireTusVersion(request, reply);
        if (request.method === 'HEAD') {
          writeOffset(reply, await readUploadState(parts, caller, params.uploadId));
          return reply.status(200).send();
        }
        const offset = readOffset(request);
        const lengthBytes = readLength(request);
        const announcedBytes = readPieceSize(request);
        // A refused piece must leave the connection open for the answer.
        const source = request.raw.iterator({ destroyOnReturn: false });
        const stored = await receivePiece(parts, {
          sessionId: caller,
          uploadId: params.uploadId,
          piece: { offset, lengthBytes, announcedBytes, source },
        });
        writeOffset(reply, stored);
        return reply.send();
      }),
  };
}

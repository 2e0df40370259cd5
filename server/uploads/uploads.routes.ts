// Answers the tus protocol 1.0.0 for a session's one upload: OPTIONS, creation, HEAD, PATCH.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import { uploads } from '#contract/uploads.api.ts';
import type { Parts } from '#server/parts.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
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
        const address = countedAddress(request.ip);
        const offset = readOffset(request);
        const lengthBytes = readLength(request);
        const announcedBytes = readPieceSize(request);
        // A rejected piece must leave the connection open for the answer.
        const source = request.raw.iterator({ destroyOnReturn: false });
        const stored = await receivePiece(parts, {
          sessionId: caller,
          uploadId: params.uploadId,
          piece: { address, offset, lengthBytes, announcedBytes, source },
        });
        writeOffset(reply, stored);
        return reply.send();
      }),
  };
}

interface Running {
  raw: IncomingMessage;
  /** Resolves when the received bytes are stored. */
  done: Promise<unknown>;
}

/**
 * Runs one request of an upload at a time: a newer one ends the one before. After an outage the server would otherwise
 * wait for the rest of a piece that never arrives, and the participant's next request would wait for that.
 */
interface NewestRequest {
  /** Ends the upload's running request, if any, then runs this one. */
  run<T>(id: SessionId, raw: IncomingMessage, task: () => Promise<T>): Promise<T>;
}

function createNewestRequest(): NewestRequest {
  const running = new Map<SessionId, Running>();
  return {
    async run(id, raw, task) {
      const before = running.get(id);
      const turn = endOf(before).then(task);
      const own: Running = { raw, done: turn.catch(() => 'thrown to its own caller') };
      running.set(id, own);
      try {
        return await turn;
      } finally {
        if (running.get(id) === own) running.delete(id);
      }
    },
  };
}

async function endOf(running: Running | undefined): Promise<void> {
  // A request that was read to its end only waits for the disk.
  if (running?.raw.readableEnded === false) running.raw.destroy();
  await running?.done;
}

// Answers the calls of recordings: list, page, video, heatmaps, deletion.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  authorizeRecording,
  authorizeRecordingById,
  authorizeTest,
} from '#server/access/authorized.ts';
import { ChunkBody } from '#server/http/chunk-body.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { isKnown, PRIVATE_CACHE, sendPrivateImage } from '#server/http/private-image.ts';
import type { Parts } from '#server/parts.ts';
import {
  heatmapAddresses,
  pageOfRecordings,
  readDetail,
  readHeatmap,
  removeRecording,
} from './recordings.service.ts';
import { downloadName, openVideo, requestedRange, type Video } from './video.service.ts';

export function recordingHandlers(parts: Parts): HandlersOf<'recordings'> {
  return {
    list: async ({ caller, params, query }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await pageOfRecordings(parts, test, query);
    },
    get: async ({ caller, params, query }) =>
      readDetail(parts, await authorizeRecording(parts.db, caller, params), query),
    video: async ({ caller, params, query, request, reply }) => {
      const recording = await authorizeRecording(parts.db, caller, params);
      const video = await openVideo(parts, recording);
      if (query.download !== undefined) {
        const isNamed = query.download === 'named';
        const name = isNamed ? await downloadName(parts, recording, video) : video.fileName;
        reply.header('content-disposition', `attachment; filename="${name}"`);
      }
      return await sendVideo(video, request, reply);
    },
    heatmaps: async ({ caller, params }) => {
      const recording = await authorizeRecording(parts.db, caller, params);
      return { images: await heatmapAddresses(parts, recording) };
    },
    heatmapImage: async ({ caller, params, request, reply }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      const image = await readHeatmap(parts, recording, params.screenId);
      return await sendPrivateImage(image, request, reply);
    },
    delete: async ({ caller, params }) => {
      const address = { testId: params.testId, userTimestamp: params.timestamp };
      await removeRecording(parts, await authorizeRecording(parts.db, caller, address));
      return { message: 'Recording deleted successfully' };
    },
  };
}

async function sendVideo(
  video: Video,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sizeBytes } = video.layout;
  reply.type(video.contentType).header('accept-ranges', 'bytes').header('etag', video.etag);
  // A closed recording never changes, but its address must be checked for permission each time.
  reply.header('cache-control', PRIVATE_CACHE);
  if (isKnown(video.etag, request.headers['if-none-match'])) return reply.status(304).send();
  const range = rangeOf(video, request, reply);
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  reply.header('content-length', end - start + 1);
  // An empty stream: the framework keeps the length of the header only beside a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(new ChunkBody(video.chunks({ start, end })));
}

/**
 * A 416 tells how long the file is (RFC 9110 section 15.5.17). "A server MUST ignore a Range header field
 * received with a request method … for which range handling is not defined": GET only (section 14.2).
 */
function rangeOf(video: Video, request: FastifyRequest, reply: FastifyReply) {
  if (request.method !== 'GET') return null;
  try {
    const { range, 'if-range': ifRange } = request.headers;
    return requestedRange({ range, ifRange: ifRange?.toString() }, video);
  } catch (error) {
    reply.header('content-range', `bytes */${video.layout.sizeBytes}`);
    throw error;
  }
}

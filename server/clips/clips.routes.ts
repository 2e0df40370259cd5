// Answers the calls of clips.
import { CLIP_EARLY_HEADER } from '#contract/clips.ts';
import type { Parts } from '#server/parts.ts';
import {
  authorizeClip,
  authorizeRecordingById,
  authorizeTest,
} from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { attachment, sendFile } from '#server/platform/http/send-file.ts';
import { openClipVideo } from '#server/recordings/clip-video.read.ts';
import {
  changeClip,
  createClip,
  deleteClip,
  listClips,
  readClip,
  readClipChoices,
} from './clips.service.ts';

export function clipHandlers(parts: Parts): HandlersOf<'clips'> {
  const { db } = parts;
  return {
    list: async ({ caller, params, query }) =>
      listClips(parts, await authorizeTest(db, caller, { testId: params.id }), query),
    choices: async ({ caller, params }) =>
      readClipChoices(parts, await authorizeTest(db, caller, { testId: params.id })),
    get: async ({ caller, params }) =>
      readClip(parts, await authorizeClip(db, caller, { id: params.clipId })),
    video: async ({ caller, params, query, request, reply }) => {
      const ref = await authorizeClip(db, caller, { id: params.clipId });
      const clip = await readClip(parts, ref);
      const video = await openClipVideo(parts, ref, { clip, isAlone: caller.view !== undefined });
      reply.header(CLIP_EARLY_HEADER, video.earlyMs);
      if (query.download !== undefined) {
        reply.header('content-disposition', attachment(video.fileName));
      }
      return await sendFile(video, request, reply);
    },
    create: async ({ caller, params, body }) => {
      const recording = await authorizeRecordingById(db, caller, params.sessionId);
      return await createClip(parts, recording, { ...body, by: caller });
    },
    change: async ({ caller, params, body }) => {
      const clip = await authorizeClip(db, caller, { id: params.clipId, toChange: true });
      return await changeClip(parts, clip, { ...body, by: caller });
    },
    delete: async ({ caller, params, query }) => {
      const clip = await authorizeClip(db, caller, { id: params.clipId });
      return await deleteClip(parts, clip, query.version);
    },
  };
}

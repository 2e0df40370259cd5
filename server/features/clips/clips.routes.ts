// Answers the calls of clips.
import { authorizeClip, authorizeRecordingById, authorizeTest } from '#server/access/authorized.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
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

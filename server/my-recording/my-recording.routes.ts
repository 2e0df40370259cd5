// Answers the calls of a participant's private link.
import { AppError } from '#contract/errors.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeOwnRecording } from '#server/platform/access/authorized.ts';
import { isOwnVideoAddress } from '#server/platform/http/bearer-tokens.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { openVideo } from '#server/recordings/recording-video.read.ts';
import { showOwnRecording, withdraw } from './my-recording.service.ts';

export function myRecordingHandlers(parts: Parts): HandlersOf<'myRecording'> {
  return {
    get: async ({ caller }) =>
      showOwnRecording(parts, await authorizeOwnRecording(parts.db, caller)),
    video: async ({ params: { sessionId }, query, request, reply }) => {
      if (!isOwnVideoAddress(parts.secrets, sessionId, query)) throw new AppError('not_found');
      const own = await authorizeOwnRecording(parts.db, { sessionId });
      return await sendFile(await openVideo(parts, own), request, reply);
    },
    withdraw: async ({ caller }) => {
      await withdraw(parts, await authorizeOwnRecording(parts.db, caller));
      return { message: 'Your recording is withdrawn.' };
    },
  };
}

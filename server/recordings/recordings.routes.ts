// Answers the calls of recordings: list, page, video, heatmaps, deletion.
import { AppError } from '#contract/errors.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { Parts } from '#server/parts.ts';
import {
  authorizeRecording,
  authorizeRecordingById,
  authorizeTest,
} from '#server/platform/access/authorized.ts';
import { chargeComputation } from '#server/platform/http/computation-cost.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { attachment, sendFile, sendPrivateImage } from '#server/platform/http/send-file.ts';
import { downloadName, findVideo } from './recording-video.read.ts';
import {
  heatmapAddresses,
  pageOfRecordings,
  readDetail,
  readHeatmap,
} from './recordings.service.ts';
import { removePilots, removeRecording } from './remove-recordings.service.ts';

export function recordingHandlers(parts: Parts): HandlersOf<'recordings'> {
  return {
    list: async ({ caller, params, query }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      // Visitors of a link see those who took part.
      if (query.pilots && caller.view) throw new AppError('not_found');
      return await pageOfRecordings(parts, test, query);
    },
    get: async (call) => {
      const { caller, params, query } = call;
      const recording = await authorizeRecording(parts.db, caller, params);
      const detail = await readDetail(parts, recording, query);
      const points = (recordings.get.cost.perThousandClicks * detail.clicks) / 1000;
      // An ordinary recording costs less than the points of the call itself.
      if (points >= 1) await chargeComputation(parts, call, { cost: { points } });
      return detail;
    },
    video: async ({ caller, params, query, request, reply }) => {
      const recording = await authorizeRecording(parts.db, caller, params);
      const video = await findVideo(parts, recording);
      if (video === null) return await reply.code(204).send();
      if (query.download !== undefined) {
        const isNamed = query.download === 'named';
        const name = isNamed ? await downloadName(parts, recording, video) : video.fileName;
        reply.header('content-disposition', attachment(name));
      }
      return await sendFile(video, request, reply);
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
    deletePilots: async ({ caller, params }) => {
      await removePilots(parts, await authorizeTest(parts.db, caller, { testId: params.id }));
      return { message: 'Pilots deleted.' };
    },
    delete: async ({ caller, params }) => {
      const address = { testId: params.testId, userTimestamp: params.timestamp };
      await removeRecording(parts, await authorizeRecording(parts.db, caller, address));
      return { message: 'Recording deleted successfully' };
    },
  };
}

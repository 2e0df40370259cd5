// Answers the calls of transcripts.
import { resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeRecordingById, authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { PRIVATE_CACHE } from '#server/platform/http/send-file.ts';
import { textAlone, transcriptOf } from './transcript-answers.read.ts';
import { transcriptFile } from './transcript-files.rules.ts';
import { searchMoments } from './transcript-search.service.ts';
import {
  correctSegment,
  dismissCorrection,
  startTranscript,
  startTranscripts,
  transcriptCountsOf,
  transcriptFileName,
} from './transcripts.service.ts';

export function transcriptHandlers(parts: Parts): HandlersOf<'transcripts'> {
  const { db } = parts;
  return {
    get: async ({ caller, params }) => {
      const { sessionId } = await authorizeRecordingById(db, caller, params.sessionId);
      const transcript = await transcriptOf(parts, sessionId);
      return caller.view ? textAlone(transcript) : transcript;
    },
    start: async ({ caller, params }) => {
      const recording = await authorizeRecordingById(db, caller, params.sessionId);
      return await startTranscript(parts, recording, caller);
    },
    correct: async ({ caller, params: { sessionId, segment }, body }) => {
      const recording = await authorizeRecordingById(db, caller, sessionId);
      return await correctSegment(parts, recording, { segment, ...body, by: caller });
    },
    dismiss: async ({ caller, params: { sessionId, correctionId } }) => {
      const recording = await authorizeRecordingById(db, caller, sessionId);
      return await dismissCorrection(parts, recording, correctionId);
    },
    file: async ({ caller, params: { sessionId, format }, query, reply }) => {
      const recording = await authorizeRecordingById(db, caller, sessionId);
      const { segments } = await transcriptOf(parts, sessionId);
      const { type, text } = transcriptFile(segments, format);
      if (query.download !== undefined) {
        const name = await transcriptFileName(parts, recording, format);
        reply.header('content-disposition', `attachment; filename="${name}"`);
      }
      return reply.type(type).header('cache-control', PRIVATE_CACHE).send(text);
    },
    counts: async ({ caller, params: { id: testId } }) => {
      const counts = await transcriptCountsOf(parts, await authorizeTest(db, caller, { testId }));
      return caller.view ? { ...counts, server: null } : counts;
    },
    startAll: async ({ caller, params: { id: testId } }) =>
      await startTranscripts(parts, await authorizeTest(db, caller, { testId }), caller),
    search: async ({ caller, params: { id: testId }, query }) => {
      const test = await authorizeTest(db, caller, { testId });
      const of = await resultsOf(db, test, query);
      return await searchMoments(parts, of, query);
    },
  };
}

// Queries of transcripts, and corrections of one.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import type { SessionId, TestId } from '#contract/ids.ts';
import { transcripts } from '#contract/transcripts.api.ts';
import type { correctionInput, Transcript, TranscriptCorrectionId } from '#contract/transcripts.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

/** Session of the transcript. */
export interface SpokenSession {
  testId: TestId;
  sessionId: SessionId;
}

export function transcriptQuery({ testId, sessionId }: SpokenSession) {
  return queryOptions({
    queryKey: [...queryKeys.transcripts.key, testId, sessionId],
    queryFn: ({ signal }) => call(transcripts.get, { params: { sessionId }, signal }),
    refetchInterval: ({ state }) => untilStartable(state.data),
  });
}

/** Number of a test's recordings with a transcript, and the server that transcribes them. */
export function transcriptCountsQuery(testId: TestId) {
  return queryOptions({
    queryKey: [...queryKeys.transcripts.key, testId, 'counts'],
    queryFn: ({ signal }) => call(transcripts.counts, { params: { id: testId }, signal }),
    refetchInterval: ({ state }) => untilStartable(state.data),
  });
}

/** The server's clock may be behind this one. */
const CLOCK_LEEWAY_MS = 1000;

/** Milliseconds until a start is possible again, when the answer changes; false if it is possible now. */
function untilStartable(answer: { startableAt: string | null } | undefined): number | false {
  if (!answer?.startableAt) return false;
  return Math.max(0, Date.parse(answer.startableAt) - Date.now()) + CLOCK_LEEWAY_MS;
}

export function useStartTranscript(of: SpokenSession) {
  return useChange(of, () => call(transcripts.start, { params: { sessionId: of.sessionId } }));
}

/** Corrected text of a segment, or null for the recogniser's text. */
export interface Correction {
  segment: number;
  text: string | null;
  /** Version that the person has seen. */
  seen: Pick<z.infer<typeof correctionInput>, 'madeBy' | 'version'>;
}

export function useCorrectSegment(of: SpokenSession) {
  const { sessionId } = of;
  return useChange(of, ({ segment, text, seen }: Correction) =>
    call(transcripts.correct, { params: { sessionId, segment }, body: { text, ...seen } }),
  );
}

/** Deletes a correction that fits no segment. */
export function useDismissCorrection(of: SpokenSession) {
  const { sessionId } = of;
  return useChange(of, (correctionId: TranscriptCorrectionId) =>
    call(transcripts.dismiss, { params: { sessionId, correctionId } }),
  );
}

/** Each of these calls returns the new transcript; after a rejected call it is refetched. */
function useChange<Input>(of: SpokenSession, change: (input: Input) => Promise<Transcript>) {
  const client = useQueryClient();
  const { queryKey } = transcriptQuery(of);
  return useCall(change, {
    onSuccess: (changed) => client.setQueryData(queryKey, changed),
    onFailure: () => client.invalidateQueries({ queryKey }),
  });
}

export function useStartAllTranscripts(testId: TestId) {
  const client = useQueryClient();
  return useCall(() => call(transcripts.startAll, { params: { id: testId } }), {
    onSuccess: (counts) => client.setQueryData(transcriptCountsQuery(testId).queryKey, counts),
  });
}

// Findings and the report as the browser has them, and what adds, changes and moves findings.
import { queryOptions } from '@tanstack/react-query';
import { findings } from '#contract/findings.api.ts';
import {
  type EvidenceInput,
  type Finding,
  type FindingChange,
  type FindingInput,
  finding as findingSchema,
} from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import { type ReportStory, reportStory, type StoryInput } from '#contract/report-story.ts';
import { presentOf } from '#web/entities/note/note.query.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

const findingsKey = (testId: TestId) => [...queryKeys.findings.key, testId];
const reportKey = (testId: TestId) => [...queryKeys.report.key, testId];

/** Findings in order, with their evidence. */
export function findingsQuery(testId: TestId) {
  return queryOptions({
    queryKey: findingsKey(testId),
    queryFn: ({ signal }) => call(findings.list, { params: { id: testId }, signal }),
    select: (answer) => answer.findings,
  });
}

export function reportQuery(testId: TestId) {
  return queryOptions({
    queryKey: reportKey(testId),
    queryFn: ({ signal }) => call(findings.report, { params: { id: testId }, signal }),
  });
}

const staleOf = (testId: TestId) => ({ makesStale: [findingsKey(testId), reportKey(testId)] });

export function useAddFinding(testId: TestId) {
  return useCall(
    (body: FindingInput) => call(findings.create, { params: { id: testId }, body }),
    staleOf(testId),
  );
}

export function useAddEvidence(testId: TestId) {
  return useCall(
    async ({ findingId, evidence }: { findingId: FindingId; evidence: EvidenceInput[] }) => {
      // One after the other, so that the finding has them in this order.
      for (const body of evidence)
        await call(findings.addEvidence, { params: { findingId }, body });
    },
    staleOf(testId),
  );
}

/** A call that is rejected because of another change returns that change: `theirsOf`. */
export function useChangeFinding(testId: TestId) {
  return useCall(
    ({ id, ...body }: FindingChange & { id: FindingId }) =>
      call(findings.change, { params: { findingId: id }, body }),
    { ...staleOf(testId), staleAfterFailure: true },
  );
}

/** A call that is rejected because of another change returns that change: `storyMeanwhile`. */
export function useWriteStory(testId: TestId) {
  return useCall(
    (body: StoryInput) => call(findings.writeStory, { params: { id: testId }, body }),
    { makesStale: [reportKey(testId)], staleAfterFailure: true },
  );
}

/** The story as another member has saved it meanwhile, or null for another failure. */
export function storyMeanwhile(error: unknown): ReportStory | null {
  return presentOf(error, reportStory) ?? null;
}

/** The finding as another member has saved it meanwhile, or null for another failure. */
export function theirsOf(error: unknown): Finding | null {
  return presentOf(error, findingSchema) ?? null;
}

export function usePlaceFinding(testId: TestId) {
  return useCall(
    ({ findingId, after }: { findingId: FindingId; after: FindingId | null }) =>
      call(findings.place, { params: { findingId }, body: { after } }),
    staleOf(testId),
  );
}

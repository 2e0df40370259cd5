// Reels as the browser has them, and what makes, changes and deletes them.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClipId, ReelId, TestId } from '#contract/ids.ts';
import { reels } from '#contract/reels.api.ts';
import {
  type Reel,
  type ReelChange,
  type ReelItemInput,
  reel as reelSchema,
} from '#contract/reels.ts';
import { presentOf } from '#web/entities/note/note.query.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

const keyOf = (testId: TestId, ...rest: string[]) => [...queryKeys.reels.key, testId, ...rest];

/** The oldest first. */
export function reelsQuery(testId: TestId) {
  return queryOptions({
    queryKey: keyOf(testId, 'list'),
    queryFn: ({ signal }) => call(reels.list, { params: { id: testId }, signal }),
    select: (answer) => answer.reels,
  });
}

export function reelQuery(testId: TestId, reelId: ReelId) {
  return queryOptions({
    queryKey: keyOf(testId, 'one', reelId),
    queryFn: ({ signal }) => call(reels.get, { params: { reelId }, signal }),
  });
}

const staleOf = (testId: TestId) => ({ makesStale: [keyOf(testId)] });

export function useMakeReel(testId: TestId) {
  return useCall(
    (body: { name: string; clips?: ClipId[] }) =>
      call(reels.create, { params: { id: testId }, body }),
    staleOf(testId),
  );
}

export function useAddToReel(testId: TestId) {
  return useCall(
    ({ reelId, clips }: { reelId: ReelId; clips: ClipId[] }) =>
      call(reels.addClips, { params: { reelId }, body: { clips } }),
    staleOf(testId),
  );
}

/** Name and items as they shall be, of the version that was seen. */
export type ReelDraft = Omit<ReelChange, 'items'> & { id: ReelId; items: ReelItemInput[] };

/** A call that is rejected because of another change returns that change: `theirReelOf`. */
export function useChangeReel(testId: TestId) {
  const client = useQueryClient();
  return useCall(
    ({ id, ...body }: ReelDraft) => call(reels.change, { params: { reelId: id }, body }),
    {
      onSuccess: (saved) => client.setQueryData(reelQuery(testId, saved.id).queryKey, saved),
      onFailure: () => client.invalidateQueries({ queryKey: keyOf(testId) }),
    },
  );
}

/** The reel as another member has saved it meanwhile, or null for another failure. */
export function theirReelOf(error: unknown): Reel | null {
  return presentOf(error, reelSchema) ?? null;
}

export function useDeleteReel(testId: TestId) {
  return useCall(
    ({ id, version }: Pick<Reel, 'id' | 'version'>) =>
      call(reels.delete, { params: { reelId: id }, query: { version } }),
    staleOf(testId),
  );
}

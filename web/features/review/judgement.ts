// Deciding what a session came to: an outcome by hand, an exclusion with its reason, and their ends.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { outcomes } from '#contract/outcomes.api.ts';
import { COUNTED_OUTCOMES, type JudgedRun, type Outcome } from '#contract/outcomes.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';

type Decision =
  | { outcome: NonNullable<JudgedRun['override']>['outcome'] | null }
  | { reason: string | null };

/** What a member may decide; null: as computed. */
export const decidable = [
  ...COUNTED_OUTCOMES,
  'never_began',
  'not_measurable',
] as const satisfies readonly Outcome[];

/** Each decision stands on the last one that the page shows: of two at once the second is asked to look again. */
export function useJudgement({ id, judged, test }: RecordingDetail) {
  const queryClient = useQueryClient();
  const shown = [queryKeys.recording, queryKeys.results, queryKeys.test];
  const refresh = () =>
    Promise.all(
      shown.map(({ key }) => queryClient.invalidateQueries({ queryKey: [...key, test._id] })),
    );
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { sessionId: id };
      const { basedOn } = judged;
      return 'outcome' in decision
        ? call(outcomes.override, { params, body: { ...decision, basedOn: basedOn.outcome } })
        : call(outcomes.exclude, { params, body: { ...decision, basedOn: basedOn.exclusion } });
    },
    onSuccess: refresh,
    onError: async (error) => {
      if (!(error instanceof ApiError && error.code === 'outcome_changed')) {
        toast.error(sentenceOf(error, 'The decision was not saved. Please try again.'));
        return;
      }
      await refresh();
      toast.error('Another member decided this meanwhile. Their decision is shown now.');
    },
  });
}

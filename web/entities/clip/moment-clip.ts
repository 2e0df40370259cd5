// A clip of a moment by one press, wherever moments are shown.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clips } from '#contract/clips.api.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { clipAround, shortTitle, stretchText } from './clip-around.ts';

interface MomentToClip {
  sessionId: SessionId;
  atMs: number;
  /** Of the recording; null: not known. */
  durationMs: number | null;
  /** What the moment is. */
  title: string;
}

/** Stores it at once, and says so in a corner. */
export function useMomentClip(testId: TestId): (moment: MomentToClip) => void {
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: ({ sessionId, atMs, durationMs, title }: MomentToClip) =>
      call(clips.create, {
        params: { sessionId },
        body: { ...clipAround(atMs, durationMs), title: shortTitle(title) },
      }),
    onSuccess: async (saved) => {
      toast.success(`Clip ${stretchText(saved)} saved`);
      await client.invalidateQueries({ queryKey: [...queryKeys.notes.key, testId] });
    },
    onError: (error) => toast.error(sentenceOf(error, 'The clip was not saved. Please try again.')),
    meta: { makesStale: [...queryKeys.clips.key, testId] },
  });
  return (moment) => {
    // A second press while the first is on its way means the same clip.
    if (!making.isPending) making.mutate(moment);
  };
}

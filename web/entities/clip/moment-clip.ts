// A clip of a moment by one press, wherever moments are shown.
import { clips } from '#contract/clips.api.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { staleByClips } from './clip.query.ts';
import { clipAround, shortTitle, stretchText } from './clip-around.ts';

interface MomentToClip {
  sessionId: SessionId;
  atMs: number;
  /** Length of the recording, or null if unknown. */
  durationMs: number | null;
  /** Description of the moment. */
  title: string;
}

/** Stores the clip at once and confirms it in a toast. */
export function useMomentClip(testId: TestId): (moment: MomentToClip) => void {
  const making = useCall(
    ({ sessionId, atMs, durationMs, title }: MomentToClip) =>
      call(clips.create, {
        params: { sessionId },
        body: { ...clipAround(atMs, durationMs), title: shortTitle(title) },
      }),
    {
      makesStale: staleByClips(testId),
      onSuccess: (saved) => toast.success(`Clip ${stretchText(saved)} saved`),
      failed: 'The clip was not saved. Please try again.',
      onFailure: toast.error,
    },
  );
  return (moment) => {
    // A second press while the first is on its way means the same clip.
    if (!making.isPending) making.mutate(moment);
  };
}

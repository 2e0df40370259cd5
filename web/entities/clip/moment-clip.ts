// A clip by one press or two keys, wherever recordings are played.
import { clips } from '#contract/clips.api.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { staleByClips } from './clip.query.ts';
import { lengthProblem, type Stretch, shortTitle, stretchText } from './clip-around.ts';

interface ClipToSave {
  sessionId: SessionId;
  stretch: Stretch;
  /** Description of the moment. */
  title: string;
}

/** Stores a clip at once and confirms it in a toast. */
export function useSaveClip(testId: TestId): (clip: ClipToSave) => void {
  const saving = useCall(
    ({ sessionId, stretch, title }: ClipToSave) =>
      call(clips.create, {
        params: { sessionId },
        body: { ...stretch, title: shortTitle(title) },
      }),
    {
      makesStale: staleByClips(testId),
      onSuccess: (saved) => toast.success(`Clip ${stretchText(saved)} saved`),
      failed: 'The clip was not saved. Please try again.',
      onFailure: toast.error,
    },
  );
  return (clip) => {
    const problem = lengthProblem(clip.stretch);
    if (problem !== null) toast.error(problem);
    // A second press while the first is on its way means the same clip.
    else if (!saving.isPending) saving.mutate(clip);
  };
}

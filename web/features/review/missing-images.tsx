// Asks for the images of screens that could not be had while the session ran, and says when there are none yet.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordingDetail } from '#contract/recordings.ts';
import { screens } from '#contract/screens.api.ts';
import { testQuery } from '#web/entities/test/tests.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, serverSentenceOf } from '#web/lib/api-error.ts';
import { formatRelative } from '#web/lib/format-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { screensWithoutImage } from './heat-pictures.ts';

export function MissingImages({ recording }: { recording: RecordingDetail }) {
  const asking = useMissingImages(recording);
  const missing = screensWithoutImage(recording);
  if (missing.length === 0 || !recording.imageSource || recording.imageSource === 'none') {
    return null;
  }
  return (
    <Alert
      tone="warning"
      title={
        missing.length === 1
          ? 'The picture of one screen is missing'
          : `The pictures of ${missing.length} screens are missing`
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          {asking.isError
            ? reasonOf(asking.error)
            : 'Clicks are drawn on pictures that the prototype itself gives.'}
        </span>
        <Button
          size="sm"
          variant="secondary"
          busy={asking.isPending}
          onClick={() => asking.mutate(missing)}
        >
          {asking.isError ? 'Try again' : 'Get pictures'}
        </Button>
      </div>
    </Alert>
  );
}

function useMissingImages({ test }: RecordingDetail) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (screenIds: readonly string[]) => {
      const { figmaUrl } = await queryClient.fetchQuery(testQuery(test._id));
      let missing: unknown = null;
      // One after the other: the design tool counts its calls, and what it refuses once it refuses for all.
      for (const screenId of screenIds) {
        try {
          await call(screens.takeScreenshot, {
            query: { figmaUrl, screenId, uniqueId: test.uniqueId },
          });
        } catch (error) {
          if (!isOfThisScreen(error)) throw error;
          missing = error;
        }
      }
      if (missing) throw missing;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['recording', test._id] }),
  });
}

function isOfThisScreen(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'screen_not_rendered';
}

function reasonOf(error: unknown): string {
  const reason = serverSentenceOf(error, 'They could not be had.');
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  if (waitMs === null) return reason;
  const nowMs = Date.now();
  const again = formatRelative(nowMs + Math.max(waitMs, SHORTEST_WAIT_MS), nowMs);
  return `${reason} It can be asked again ${again}.`;
}

/** A wait below a minute is told as one. */
const SHORTEST_WAIT_MS = 60_000;

// Notes beside heatmaps: missing images that can be requested, approximate positions, clicks without a position.

import type { RecordingDetail } from '#contract/recordings.ts';
import { screens } from '#contract/screens.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, serverSentenceOf } from '#web/lib/api-error.ts';
import { formatRelative } from '#web/lib/format-time.ts';
import { useCall } from '#web/lib/use-call.ts';
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
        <span>{asking.failure ?? 'Clicks are drawn on the prototype’s own pictures.'}</span>
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

function useMissingImages({ test, revision }: RecordingDetail) {
  const ask = async (screenIds: readonly string[]) => {
    let missing: unknown = null;
    // Requests are sent one after the other, because the design tool limits them, and one rejection applies to all.
    for (const screenId of screenIds) {
      try {
        await call(screens.takeScreenshot, {
          query: {
            figmaUrl: test.figmaUrl,
            screenId,
            uniqueId: test.uniqueId,
            revisionId: revision._id,
          },
        });
      } catch (error) {
        if (!isOfThisScreen(error)) throw error;
        missing = error;
      }
    }
    if (missing) throw missing;
  };
  return useCall(ask, {
    makesStale: [[...queryKeys.recording.key, test._id]],
    staleAfterFailure: true,
    failed: reasonOf,
  });
}

function isOfThisScreen(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'screen_not_rendered';
}

function reasonOf(error: unknown): string {
  const reason = serverSentenceOf(error, 'The pictures could not be loaded.');
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  if (waitMs === null) return reason;
  const nowMs = Date.now();
  const again = formatRelative(nowMs + Math.max(waitMs, SHORTEST_WAIT_MS), nowMs);
  return `${reason} You can try again ${again}.`;
}

/** A shorter wait is shown as a minute. */
const SHORTEST_WAIT_MS = 60_000;

/** Explains, in place of the heatmaps, what an installation without screen images needs. */
export function NoImagesNote() {
  return (
    <Alert tone="warning" title="No screen pictures yet">
      For exact heatmaps, the workspace’s owner sets an access token under Settings, Design tool.
      The operator of this server can set <code>FIGMA_TOKEN</code> for everyone, or{' '}
      <code>CHROMIUM_PATH</code> for approximate heatmaps. Earlier clicks get heatmaps too.
    </Alert>
  );
}

const notes = {
  sign_in: {
    title: 'The participant was asked to sign in to the design tool',
    text: 'Share the file with anyone who has the link, then invite them again.',
  },
  password: {
    title: 'The participant was asked for the prototype’s password',
    text: 'Remove the password, or give it to the people you invite.',
  },
  silent: {
    title: 'The prototype reported no activity',
    text: 'If you see the prototype in the recording, ask the operator of this server to check the client id and the allowed origins in the design tool. Otherwise check the prototype link.',
  },
} as const;

interface PrototypeStateNoteProps {
  state: NonNullable<RecordingDetail['prototypeState']>;
}

/** Reasons why a prototype reported no clicks, in place of the heatmaps. */
export function PrototypeStateNote({ state }: PrototypeStateNoteProps) {
  if (state === 'shown') return null;
  const { title, text } = notes[state];
  return (
    <Alert tone="warning" title={title}>
      {text}
    </Alert>
  );
}

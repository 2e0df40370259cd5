// Deletion of a recording from any page: the confirmation and its consequences (sections 4 and 8).
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RecordingAddress, splitUserTimestamp } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate, formatTime } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Name } from '#web/ui/name.tsx';
import { recordingQuery } from './recording.query.ts';

/** @param onDeleted leaves the recording's own page before its data goes. */
export function useDeleteRecording(onDeleted?: () => Promise<void> | void) {
  const [target, setTarget] = useState<RecordingAddress | null>(null);
  const queryClient = useQueryClient();
  const deletion = useCall(
    ({ testId, company, testName, userTimestamp: timestamp }: RecordingAddress) =>
      call(recordings.delete, { params: { testId, company, testName, timestamp } }),
    {
      onSuccess: async (_, address) => {
        await onDeleted?.();
        queryClient.removeQueries({ queryKey: recordingQuery(address).queryKey });
        // The row goes before the dialog does, so that it is not seen once more.
        await queryClient.invalidateQueries({ queryKey: queryKeys.test.key });
        toast.success('Recording deleted successfully');
      },
      onFailure: () => toast.error('Failed to delete recording.'),
    },
  );
  const dialog = target && (
    <ConfirmDialog
      title="Delete this recording?"
      confirmLabel="Delete recording"
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutateAsync(target)}
      onClose={() => setTarget(null)}
    >
      <Consequence userTimestamp={target.userTimestamp} />
    </ConfirmDialog>
  );
  return { ask: setTarget, dialog };
}

function Consequence({ userTimestamp }: { userTimestamp: string }) {
  const parts = splitUserTimestamp(userTimestamp);
  return (
    <p>
      The recording of <Name>{parts?.participantName ?? userTimestamp}</Name>
      {parts && ` from ${formatDate(parts.timestampMs)}, ${formatTime(parts.timestampMs)}`} is
      deleted for good, with its video, clicks and heatmaps.
    </p>
  );
}

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
  const [target, setTarget] = useState<Target | null>(null);
  const queryClient = useQueryClient();
  const deletion = useCall(
    ({ address: { testId, company, testName, userTimestamp: timestamp } }: Target) =>
      call(recordings.delete, { params: { testId, company, testName, timestamp } }),
    {
      onSuccess: async (_, { address, isAlone }) => {
        await onDeleted?.();
        queryClient.removeQueries({ queryKey: recordingQuery(address).queryKey });
        // The row goes before the dialog does, so that it is not seen once more.
        await queryClient.invalidateQueries({ queryKey: queryKeys.test.key });
        toast.success(isAlone ? 'Session deleted' : 'Recording deleted successfully');
      },
      onFailure: () => toast.error('Failed to delete recording.'),
    },
  );
  const dialog = target && (
    <ConfirmDialog
      title={target.isAlone ? 'Delete this session?' : 'Delete this recording?'}
      confirmLabel={target.isAlone ? 'Delete session' : 'Delete recording'}
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutateAsync(target)}
      onClose={() => setTarget(null)}
    >
      <Consequence {...target} />
    </ConfirmDialog>
  );
  const ask = (address: RecordingAddress, isAlone: boolean) => setTarget({ address, isAlone });
  return { ask, dialog };
}

interface Target {
  address: RecordingAddress;
  /** The session has clicks and answers alone. */
  isAlone: boolean;
}

function Consequence({ address: { userTimestamp }, isAlone }: Target) {
  const parts = splitUserTimestamp(userTimestamp);
  return (
    <p>
      The {isAlone ? 'session' : 'recording'} of{' '}
      <Name>{parts?.participantName ?? userTimestamp}</Name>
      {parts && ` from ${formatDate(parts.timestampMs)}, ${formatTime(parts.timestampMs)}`} is
      deleted for good, with its {isAlone ? 'clicks and answers' : 'video, clicks and heatmaps'}.
    </p>
  );
}

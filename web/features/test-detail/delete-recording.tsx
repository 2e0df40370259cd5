// Deleting a recording: what the confirmation says, and what follows (sections 4 and 8).

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordings } from '#contract/recordings.api.ts';
import type { Test } from '#contract/tests.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { Name } from '#web/ui/name.tsx';
import type { RecordingEntry } from './recording-entry.ts';

export function useDeleteRecording(test: Test) {
  const [asked, setAsked] = useState<RecordingEntry | null>(null);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: ({ userTimestamp }: RecordingEntry) =>
      call(recordings.delete, {
        params: {
          testId: test._id,
          company: test.company,
          testName: test.name,
          timestamp: userTimestamp,
        },
      }),
    onSuccess: async () => {
      // The row goes before the dialog does, so that it is not seen once more.
      await queryClient.invalidateQueries({ queryKey: queryKeys.test.key });
      setAsked(null);
      toast.success('Recording deleted successfully');
    },
    onError: () => toast.error('Failed to delete recording.'),
  });
  return {
    ask: setAsked,
    /** Properties of a ConfirmDialog. */
    confirmation: {
      open: asked !== null,
      title: 'Delete this recording?',
      children: asked === null ? '' : <Consequence entry={asked} />,
      confirmLabel: 'Delete recording',
      busyLabel: 'Deleting...',
      busy: deletion.isPending,
      onConfirm: () => {
        if (asked !== null) deletion.mutate(asked);
      },
      onCancel: () => setAsked(null),
    },
  };
}

function Consequence({ entry: { name, date, time } }: { entry: RecordingEntry }) {
  return (
    <p>
      The recording of <Name>{name}</Name> from {date}, {time} goes for good, with its video, clicks
      and heatmaps.
    </p>
  );
}

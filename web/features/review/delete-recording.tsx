// Deletes the recording after a question, then goes back to the test's recordings.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { recordingQuery } from '#web/entities/recording/recording.query.ts';
import { call } from '#web/lib/api.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Name } from '#web/ui/name.tsx';

interface DeleteRecordingProps {
  recording: RecordingDetail;
  address: RecordingAddress;
}

export function DeleteRecording({ recording, address }: DeleteRecordingProps) {
  const [open, setOpen] = useState(false);
  const deletion = useDeletion(address);
  return (
    <>
      <Button
        variant="secondary"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => {
          deletion.reset();
          setOpen(true);
        }}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        title="Delete this recording?"
        confirmLabel="Delete recording"
        busyLabel="Deleting..."
        busy={deletion.isPending}
        error={deletion.isError ? 'Failed to delete recording.' : undefined}
        onConfirm={() => deletion.mutate()}
        onCancel={() => setOpen(false)}
      >
        <p>
          The video of <Name className="font-semibold text-text">{recording.participantName}</Name>,
          its clicks and its heatmaps are deleted for good. Nobody can bring them back.
        </p>
      </ConfirmDialog>
    </>
  );
}

function useDeletion(address: RecordingAddress) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { testId, company, testName, userTimestamp: timestamp } = address;
  return useMutation({
    mutationFn: () => call(recordings.delete, { params: { testId, company, testName, timestamp } }),
    onSuccess: async () => {
      toast.success('Recording deleted successfully');
      // First away, then forgotten: the page in view would ask for what is no longer there.
      await navigate(`${pages.test.href(testId)}?tab=recordings`, { replace: true });
      queryClient.removeQueries({ queryKey: recordingQuery(address).queryKey });
      await queryClient.invalidateQueries();
    },
  });
}

// Deletion of a test from any page: the confirmation and its consequences.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tests } from '#contract/tests.api.ts';
import type { Test } from '#contract/tests.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Name } from '#web/ui/name.tsx';
import { testQuery } from './test.query.ts';

type Doomed = Pick<Test, '_id' | 'company' | 'name' | 'count_of_recordings'>;

/** @param onDeleted leaves the test's own page before its data goes. */
export function useDeleteTest(onDeleted?: () => Promise<void> | void) {
  const [target, setTarget] = useState<Doomed | null>(null);
  const queryClient = useQueryClient();
  const deletion = useCall(
    ({ _id, company, name }: Doomed) =>
      call(tests.delete, { params: { testId: _id, company, testName: name } }),
    {
      onSuccess: async (_, test) => {
        setTarget(null);
        toast.success('Test deleted successfully. Please refresh the page to see the changes.');
        discardUnsavedChanges();
        await onDeleted?.();
        queryClient.removeQueries({ queryKey: testQuery(test._id).queryKey });
        await queryClient.invalidateQueries({ queryKey: queryKeys.test.key });
      },
      onFailure: () => toast.error('Failed to delete test. Please try again.'),
    },
  );
  const dialog = target && (
    <ConfirmDialog
      title="Delete this test?"
      confirmLabel="Delete test"
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutateAsync(target)}
      onClose={() => setTarget(null)}
    >
      <Consequence test={target} />
    </ConfirmDialog>
  );
  return { ask: setTarget, dialog };
}

function Consequence({ test: { name, count_of_recordings: count } }: { test: Doomed }) {
  const recordings =
    count === 0 ? '' : ` with its ${count === 1 ? 'recording' : `${count} recordings`}`;
  return (
    <p>
      “<Name>{name}</Name>” is deleted for good{recordings}. Its share link stops working at once.
    </p>
  );
}

// Deletion of a test from any page. Its dialog loads when it is needed.

import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { tests } from '#contract/tests.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { toast } from '#web/lib/toasts.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import type { Doomed } from './delete-test-dialog.tsx';
import { testQuery } from './test.query.ts';

const DeleteTestDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./delete-test-dialog.tsx'))).DeleteTestDialog,
}));

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
    <Suspense>
      <DeleteTestDialog
        test={target}
        onConfirm={() => deletion.mutateAsync(target)}
        onClose={() => setTarget(null)}
      />
    </Suspense>
  );
  return { ask: setTarget, dialog };
}

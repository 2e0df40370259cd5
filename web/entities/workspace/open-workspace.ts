// Opens another workspace, from any page.
import { workspaces } from '#contract/workspaces.api.ts';
import type { WorkspaceEntry } from '#contract/workspaces.ts';
import { finishDeletions } from '#web/entities/deletions-under-way.ts';
import { companyName, restorableDeletions } from '#web/entities/storage-keys.ts';
import { call } from '#web/lib/api.ts';
import { leaveFor } from '#web/lib/leave-page.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';

export function useOpenWorkspace() {
  return useCall(
    async ({ _id }: Pick<WorkspaceEntry, '_id' | 'company'>) => {
      await finishDeletions();
      await call(workspaces.choose, { body: { workspaceId: _id } });
    },
    {
      // Everything on the page belongs to the other workspace now, so the page is loaded again.
      onSuccess: (_, { company }) => {
        discardUnsavedChanges();
        restorableDeletions.clear();
        companyName.write(company);
        leaveFor(pages.dashboard.href());
      },
      failed: 'Something went wrong',
      onFailure: toast.error,
    },
  );
}

/** A workspace without a company is known by its owner. */
export function nameOf({
  company,
  ownerName,
}: Pick<WorkspaceEntry, 'company' | 'ownerName'>): string {
  return company || ownerName;
}

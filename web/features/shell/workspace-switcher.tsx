// Which of several workspaces is shown (product description, reading 16); absent with one alone.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown } from 'lucide-react';
import { workspaces } from '#contract/workspaces.api.ts';
import type { WorkspaceEntry } from '#contract/workspaces.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { screens } from '#web/lib/screens.ts';
import { companyName } from '#web/lib/storage-keys.ts';
import { discardUnsavedChanges, leaveBy } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { toast } from '#web/ui/toast.store.ts';

export function WorkspaceSwitcher() {
  const { data = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => call(workspaces.list, { signal }),
  });
  const choosing = useMutation({
    mutationFn: ({ _id }: WorkspaceEntry) =>
      call(workspaces.choose, { body: { workspaceId: _id } }),
    // Everything on the page belongs to the other workspace now: it is loaded anew.
    onSuccess: (_, { company }) => {
      discardUnsavedChanges();
      companyName.write(company);
      window.location.assign(screens.dashboard.href());
    },
    onError: (error) => toast.error(sentenceOf(error, 'Something went wrong')),
  });
  const current = data.find((entry) => entry.current);
  if (data.length < 2 || !current) return null;
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          size="sm"
          busy={choosing.isPending}
          icon={<ChevronsUpDown aria-hidden className="size-4" />}
        >
          <span className="max-w-40 truncate max-md:sr-only">
            <span className="sr-only">Workspace: </span>
            <Name>{nameOf(current)}</Name>
          </span>
        </Button>
      }
      items={data.map((entry) => ({
        id: entry._id,
        label: <Name className="max-w-64 truncate">{nameOf(entry)}</Name>,
        icon: <Check aria-hidden className={entry.current ? 'size-4' : 'invisible size-4'} />,
        disabled: entry.current,
        onSelect: () => void leaveBy(() => choosing.mutate(entry)),
      }))}
    />
  );
}

/** A workspace without a company is known by its owner. */
function nameOf({ company, ownerName }: WorkspaceEntry): string {
  return company || ownerName;
}

// Which of several workspaces is shown; absent with one alone and no invitation.
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown, Mail } from 'lucide-react';
import { useNavigate } from 'react-router';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import { nameOf, useOpenWorkspace } from '#web/entities/workspace/open-workspace.ts';
import { workspacesQuery } from '#web/entities/workspace/workspace.query.ts';
import { pages } from '#web/lib/pages.ts';
import { leaveBy } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';

export function WorkspaceSwitcher() {
  const { data = [] } = useQuery(workspacesQuery);
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const opening = useOpenWorkspace();
  const navigate = useNavigate();
  const current = data.find((entry) => entry.current);
  if (data.length + invitations.length < 2 || !current) return null;
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          compact
          busy={opening.isPending}
          icon={<ChevronsUpDown aria-hidden className="size-4" />}
        >
          <span className="block max-w-40 truncate lg:max-w-56">
            <span className="sr-only">Workspace: </span>
            <Name>{nameOf(current)}</Name>
          </span>
        </Button>
      }
      items={[
        ...data.map((entry) => ({
          id: entry._id,
          label: <Name className="max-w-64 truncate">{nameOf(entry)}</Name>,
          icon: <Check aria-hidden className={entry.current ? 'size-4' : 'invisible size-4'} />,
          disabled: entry.current,
          onSelect: () => void leaveBy(() => opening.mutate(entry)),
        })),
        ...invitations.map((invitation) => ({
          id: invitation._id,
          label: (
            <span className="flex min-w-0 gap-1">
              <Name className="max-w-48 truncate">{nameOf(invitation)}</Name> invites you
            </span>
          ),
          icon: <Mail aria-hidden className="size-4 text-accent" />,
          onSelect: () => void navigate(pages.invitation.href()),
        })),
      ]}
    />
  );
}

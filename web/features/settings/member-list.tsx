// The rows of the team; only the owner sees how to remove somebody (section 6).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { TeamMember, UserInfo } from '#contract/accounts.ts';
import { isolated } from '#contract/isolated.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { userInfoQuery } from '#web/lib/user-info.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { List, ListRow } from '#web/ui/list.tsx';
import { Name } from '#web/ui/name.tsx';

interface MemberListProps {
  info: UserInfo;
  onDone: (text: string) => void;
  onFailure: (text: string) => void;
}

export function MemberList({ info, onDone, onFailure }: MemberListProps) {
  const [asked, setAsked] = useState<TeamMember | null>(null);
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: ({ email }: TeamMember) => call(workspaces.removeMember, { params: { email } }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      onDone(message);
    },
    onError: (error) =>
      onFailure(serverSentenceOf(error, 'Failed to remove team member. Please try again.')),
    onSettled: () => setAsked(null),
  });
  return (
    <>
      <List aria-label="Members">
        {info.teamMembers.map((member) => (
          <MemberRow
            key={member._id}
            member={member}
            isSelf={member.joined && member.email === info.email}
            onRemove={info.role === 'owner' && member.role !== 'owner' ? setAsked : null}
          />
        ))}
      </List>
      <ConfirmDialog
        open={asked !== null}
        title={asked?.joined === false ? 'Withdraw this invitation?' : 'Remove this member?'}
        confirmLabel={asked?.joined === false ? 'Withdraw' : 'Remove'}
        busyLabel="Removing..."
        busy={removal.isPending}
        onConfirm={() => {
          if (asked !== null) removal.mutate(asked);
        }}
        onCancel={() => setAsked(null)}
      >
        <p className="[overflow-wrap:anywhere]">
          {asked?.joined === false
            ? `The invitation of ${asked.email} no longer works then.`
            : `${asked?.email} loses access to this workspace at once. Tests and recordings stay.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

interface MemberRowProps {
  member: TeamMember;
  isSelf: boolean;
  /** Null where the row can't be removed. */
  onRemove: ((member: TeamMember) => void) | null;
}

function MemberRow({ member, isSelf, onRemove }: MemberRowProps) {
  const name = `${member.firstName} ${member.lastName}`.trim();
  return (
    <ListRow>
      <Avatar name={name || member.email} />
      <div className="min-w-0 grow">
        <p className="flex min-w-0 items-center gap-2">
          <Name className="truncate font-semibold">{name || member.email}</Name>
          {isSelf && <span className="shrink-0 text-muted text-sm">(you)</span>}
        </p>
        {name !== '' && <p className="truncate text-muted text-sm">{member.email}</p>}
      </div>
      {member.role === 'owner' && <Badge tone="accent">Owner</Badge>}
      {!member.joined && <Badge tone="warning">Invited</Badge>}
      {onRemove && (
        <IconButton
          label={`Remove ${isolated(name || member.email)}`}
          tone="danger"
          icon={<UserMinus aria-hidden className="size-4.5" />}
          className="-mr-2"
          onClick={() => onRemove(member)}
        />
      )}
    </ListRow>
  );
}

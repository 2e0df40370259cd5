// The rows of the team; only the owner can remove a member (section 6).
import { Send, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { type GivenRole, givenRole, type TeamMember, type UserInfo } from '#contract/accounts.ts';
import { isolateName } from '#contract/bidi-isolate.ts';
import { invitationId, teamRowId } from '#contract/ids.ts';
import { invitations } from '#contract/invitations.api.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate } from '#web/lib/format-time.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Select } from '#web/ui/select.tsx';
import { List, ListRow } from '#web/ui/surfaces.tsx';

interface MemberListProps {
  info: UserInfo;
  onDone: (text: string) => void;
  onFailure: (text: string) => void;
}

export function MemberList({ info, onDone, onFailure }: MemberListProps) {
  const [memberToRemove, setMemberToRemove] = useState<TeamMember | null>(null);
  const reporting = (failed: string) => ({
    makesStale: [userInfoQuery.queryKey],
    failed: (error: unknown) => serverSentenceOf(error, failed),
    onFailure,
  });
  const removal = useCall(
    ({ email }: TeamMember) => call(workspaces.removeMember, { params: { email } }),
    {
      ...reporting('Failed to remove team member. Please try again.'),
      onSuccess: ({ message }) => onDone(message),
    },
  );
  const resending = useCall(
    ({ _id }: TeamMember) =>
      call(invitations.resend, { params: { invitationId: invitationId.parse(_id) } }),
    {
      ...reporting('The invitation was not sent again. Please try again.'),
      onSuccess: ({ message }) => onDone(message),
    },
  );
  const changingRole = useCall(
    ({ member, role }: RoleChange) =>
      call(workspaces.setRole, {
        params: { memberId: teamRowId.parse(member._id) },
        body: { role },
      }),
    {
      ...reporting('The role was not changed. Please try again.'),
      onSuccess: (_, { member: { email }, role }) =>
        onDone(`${isolateName(email)} is a ${role} now.`),
    },
  );
  return (
    <>
      <List aria-label="Members">
        {info.teamMembers.map((member) => (
          <MemberRow
            key={member._id}
            member={member}
            isSelf={member.joined && member.email === info.email}
            onRemove={info.role === 'owner' && member.role !== 'owner' ? setMemberToRemove : null}
            onResend={info.role === 'owner' && member.invitation ? resending.mutate : null}
            onRole={info.role === 'owner' ? changingRole.mutate : null}
          />
        ))}
      </List>
      {memberToRemove && (
        <ConfirmDialog
          title={memberToRemove.joined ? 'Remove this member?' : 'Withdraw this invitation?'}
          confirmLabel={memberToRemove.joined ? 'Remove' : 'Withdraw'}
          busyLabel="Removing..."
          onConfirm={() => removal.mutateAsync(memberToRemove)}
          closesOnFailure
          onClose={() => setMemberToRemove(null)}
        >
          <p className="[overflow-wrap:anywhere]">
            {memberToRemove.joined
              ? `${memberToRemove.email} loses access to this workspace at once. Tests and recordings stay.`
              : `The invitation of ${memberToRemove.email} stops working at once.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Times at which the invitation was sent and expires. */
function timesOf({ sentAt, expiresAt, expired }: NonNullable<TeamMember['invitation']>): string {
  const ends = `${expired ? 'ended' : 'ends'} on ${formatDate(expiresAt)}`;
  return `Sent on ${formatDate(sentAt)}, ${ends}`;
}

interface RoleChange {
  member: TeamMember;
  role: GivenRole;
}

interface MemberRowProps {
  member: TeamMember;
  isSelf: boolean;
  /** Removes the member, or null if the row cannot be removed. */
  onRemove: ((member: TeamMember) => void) | null;
  /** Sends the invitation again, or null if there is none. */
  onResend: ((member: TeamMember) => void) | null;
  /** Changes the role, or null without permission. */
  onRole: ((change: RoleChange) => void) | null;
}

function MemberRow({ member, isSelf, onRemove, onResend, onRole }: MemberRowProps) {
  const name = `${member.firstName} ${member.lastName}`.trim();
  return (
    <ListRow className="max-lg:flex-wrap">
      <Avatar name={name || member.email} />
      <div className="min-w-0 grow basis-0">
        <p className="flex min-w-0 items-center gap-2">
          <Name className="truncate font-semibold">{name || member.email}</Name>
          {isSelf && <span className="shrink-0 text-muted text-sm">(you)</span>}
        </p>
        {name !== '' && <p className="truncate text-muted text-sm">{member.email}</p>}
        {member.invitation && (
          <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={member.invitation.expired ? 'neutral' : 'warning'}>
              {member.invitation.expired ? 'Expired' : 'Invited'}
            </Badge>
            <span className="text-muted text-sm">{timesOf(member.invitation)}</span>
          </div>
        )}
      </div>
      {member.role === 'owner' && <Badge tone="accent">Owner</Badge>}
      {member.role === 'viewer' && !onRole && <Badge>Viewer</Badge>}
      {member.role !== 'owner' && onRole && (
        <RoleSelect
          label={`Role of ${isolateName(name || member.email)}`}
          className="w-32 shrink-0 max-lg:order-last max-lg:w-full"
          role={member.role}
          onChoose={(role) => onRole({ member, role })}
        />
      )}
      {onResend && (
        <IconButton
          label={`Invite ${isolateName(member.email)} again`}
          icon={<Send aria-hidden className="size-5" />}
          className="-mr-3"
          onClick={() => onResend(member)}
        />
      )}
      {onRemove && (
        <IconButton
          label={`Remove ${isolateName(name || member.email)}`}
          tone="danger"
          icon={<UserMinus aria-hidden className="size-5" />}
          className="-mr-2"
          onClick={() => onRemove(member)}
        />
      )}
    </ListRow>
  );
}

interface RoleSelectProps {
  label: string;
  role: GivenRole;
  className: string;
  onChoose: (role: GivenRole) => void;
}

const roleLabels: Record<GivenRole, string> = { member: 'Member', viewer: 'Viewer' };

/** Selects one of the roles that an owner can assign. */
export function RoleSelect({ label, className, role, onChoose }: RoleSelectProps) {
  return (
    <Select
      label={label}
      hideLabel
      className={className}
      options={givenRole.options.map((value) => ({ value, label: roleLabels[value] }))}
      value={role}
      onChange={(event) => onChoose(givenRole.parse(event.target.value))}
    />
  );
}

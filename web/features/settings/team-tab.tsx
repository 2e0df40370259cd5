// People of this workspace: the owner first, members, open invitations (section 6).
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { GivenRole, UserInfo } from '#contract/accounts.ts';
import { ERROR_ALERT_MS, TOAST_MS } from '#contract/limits.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { endingSignIn } from '#web/entities/account/sign-out.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { memberForm } from './email-schemas.ts';
import { MemberList, RoleSelect } from './member-list.tsx';
import { SettingsSection } from './settings-section.tsx';

export function TeamTab({ info }: { info: UserInfo }) {
  const team = useTeamNote();
  const isOwner = info.role === 'owner';
  return (
    <div>
      <SettingsSection
        title="Members"
        description={
          isOwner
            ? 'Members do everything with tests and recordings. Viewers watch, read and write notes. The team, the company name and the account are yours to manage.'
            : 'Members work with the same tests and recordings; viewers watch, read and write notes. The owner manages the team.'
        }
      >
        {isOwner && <AddMember info={info} team={team} />}
        <MemberList info={info} onDone={team.succeed} onFailure={team.fail} />
        {info.teamMembers.length < 2 && (
          <EmptyState
            illustration={<PeopleIllustration />}
            title="Still waiting for the team members to show up!"
          >
            Add a member by email. They get a link, sign in and choose whether to join.
          </EmptyState>
        )}
      </SettingsSection>
      {!isOwner && <LeaveTeam info={info} />}
    </div>
  );
}

/** Message of the Team tab about its last action; hides after some seconds (section 8). */
function useTeamNote() {
  const [note, setNote] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), note.tone === 'bad' ? ERROR_ALERT_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [note]);
  return {
    note,
    succeed: (text: string) => setNote({ tone: 'good', text }),
    fail: (text: string) => setNote({ tone: 'bad', text }),
  };
}

/** A member leaves the team and is signed out by it (section 4). */
function LeaveTeam({ info: { email, company } }: { info: UserInfo }) {
  const [asking, setAsking] = useState(false);
  const leaving = useCall(() => call(workspaces.removeMember, { params: { email } }), endingSignIn);
  return (
    <SettingsSection
      title="Leave your team"
      description="You lose access to its tests and recordings and are signed out."
    >
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Leave your team
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Leave your team?"
          confirmLabel="Leave team"
          busyLabel="Leaving..."
          onConfirm={() => leaving.mutateAsync()}
          failed={(error) =>
            serverSentenceOf(error, 'You could not be taken off the team. Please try again.')
          }
          onClose={() => setAsking(false)}
        >
          <p className="[overflow-wrap:anywhere]">
            {company === '' ? 'This workspace' : <Name>{company}</Name>} stays as it is. To come
            back you need a new invitation from its owner.
          </p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
}

interface AddMemberProps {
  info: UserInfo;
  team: ReturnType<typeof useTeamNote>;
}

/** Invites a person into the team (section 5 for its sentences). */
function AddMember({ info, team }: AddMemberProps) {
  // An invitation that has expired may be sent again.
  const listed = info.teamMembers
    .filter((member) => !member.invitation?.expired)
    .map((member) => member.email);
  const form = useForm({
    resolver: zodResolver(memberForm(info.email, listed)),
    // Reported after Add, not while an address is being typed.
    mode: 'onSubmit',
    defaultValues: { teamMemberEmail: '' },
  });
  const [role, setRole] = useState<GivenRole>('member');
  const adding = useCall(
    (teamMemberEmail: string) => call(workspaces.addMember, { body: { teamMemberEmail, role } }),
    {
      makesStale: [userInfoQuery.queryKey],
      onSuccess: ({ message }) => {
        form.reset();
        team.succeed(message);
      },
      failed: (error) => serverSentenceOf(error, 'Failed to add team member. Please try again.'),
      onFailure: team.fail,
    },
  );
  const submit = form.handleSubmit(({ teamMemberEmail }) => adding.mutate(teamMemberEmail));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email of a new member"
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        error={team.note ? undefined : form.formState.errors.teamMemberEmail?.message}
        hint={team.note && <MoodText tone={team.note.tone}>{team.note.text}</MoodText>}
        room="someone.with.a.name@company.com is already in your team members list."
        beside={
          <div className="flex gap-3">
            <RoleSelect
              label="Role of the new member"
              className="w-32 shrink-0"
              role={role}
              onChoose={setRole}
            />
            <Button type="submit" busy={adding.isPending} className="grow">
              Add member
            </Button>
          </div>
        }
        {...form.register('teamMemberEmail')}
      />
    </form>
  );
}

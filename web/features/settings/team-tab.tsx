// Who works in this workspace: the owner first, members, open invitations (section 6).

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { UserInfo } from '#contract/accounts.ts';
import { errors } from '#contract/errors.ts';
import { ERROR_ALERT_MS, TOAST_MS } from '#contract/limits.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { forgetSignIn } from '#web/entities/account/sign-out.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { memberForm } from './email-schemas.ts';
import { MemberList } from './member-list.tsx';
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
            ? 'Members do everything with tests and recordings. The team, the company name and the account are yours to manage.'
            : 'Everybody here works with the same tests and recordings. The owner manages the team.'
        }
      >
        {team.note && (
          <Alert
            key={team.note.text}
            tone={team.note.tone}
            autoHideMs={team.note.hideMs}
            onHide={team.hide}
          >
            <span className="[overflow-wrap:anywhere]">{team.note.text}</span>
          </Alert>
        )}
        {isOwner && <AddMember info={info} onDone={team.succeed} onFailure={team.fail} />}
        <MemberList info={info} onDone={team.succeed} onFailure={team.fail} />
        {info.teamMembers.length < 2 && (
          <EmptyState
            illustration={<PeopleIllustration />}
            title="Still waiting for the team members to show up!"
          >
            Invite a person by e-mail. They get a link, sign in and say whether they join.
          </EmptyState>
        )}
      </SettingsSection>
      {!isOwner && <LeaveTeam info={info} />}
    </div>
  );
}

interface TeamNote {
  tone: 'success' | 'danger';
  text: string;
  hideMs: number;
}

/** What the Team tab says about its last action; hides after some seconds (section 8). */
function useTeamNote() {
  const [note, setNote] = useState<TeamNote | null>(null);
  const [hide] = useState(() => () => setNote(null));
  return {
    note,
    hide,
    succeed: (text: string) => setNote({ tone: 'success', text, hideMs: TOAST_MS }),
    fail: (text: string) => setNote({ tone: 'danger', text, hideMs: ERROR_ALERT_MS }),
  };
}

/** A member leaves the team and is signed out by it (section 4). */
function LeaveTeam({ info: { email, company } }: { info: UserInfo }) {
  const [asking, setAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: () => call(workspaces.removeMember, { params: { email } }),
    onSuccess: forgetSignIn,
  });
  const cancel = () => {
    setAsking(false);
    leaving.reset();
  };
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
      <ConfirmDialog
        open={asking}
        title="Leave your team?"
        confirmLabel="Leave team"
        busyLabel="Leaving..."
        busy={leaving.isPending}
        error={
          leaving.isError
            ? serverSentenceOf(
                leaving.error,
                'You could not be taken off the team. Please try again.',
              )
            : undefined
        }
        onConfirm={() => leaving.mutate()}
        onCancel={cancel}
      >
        <p className="[overflow-wrap:anywhere]">
          {company === '' ? 'This workspace' : <Name>{company}</Name>} stays as it is. To come back
          you need a new invitation from its owner.
        </p>
      </ConfirmDialog>
    </SettingsSection>
  );
}

interface AddMemberProps {
  info: UserInfo;
  onDone: (text: string) => void;
  onFailure: (text: string) => void;
}

/** Invites a person into the team (section 5 for its sentences). */
function AddMember({ info, onDone, onFailure }: AddMemberProps) {
  // An invitation that has expired may be sent again.
  const listed = info.teamMembers
    .filter((member) => !member.invitation?.expired)
    .map((member) => member.email);
  const form = useForm({
    resolver: zodResolver(memberForm(info.email, listed)),
    // Told on Add, not while an address is still being typed.
    mode: 'onSubmit',
    defaultValues: { teamMemberEmail: '' },
  });
  const adding = useMutation({
    meta: { makesStale: userInfoQuery.queryKey },
    mutationFn: (teamMemberEmail: string) =>
      call(workspaces.addMember, { body: { teamMemberEmail } }),
    onSuccess: ({ message }) => {
      form.reset();
      onDone(message);
    },
    onError: (error) =>
      onFailure(serverSentenceOf(error, 'Failed to add team member. Please try again.')),
  });
  const submit = form.handleSubmit(({ teamMemberEmail }) => adding.mutate(teamMemberEmail));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="E-mail of a new member"
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        error={form.formState.errors.teamMemberEmail?.message}
        room={errors.own_email[1]}
        beside={
          <Button type="submit" busy={adding.isPending}>
            Add member
          </Button>
        }
        {...form.register('teamMemberEmail')}
      />
    </form>
  );
}

// Invites a person into the team (section 5 for its sentences).
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { UserInfo } from '#contract/accounts.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { memberForm } from './email-schemas.ts';

interface AddMemberProps {
  info: UserInfo;
  onDone: (text: string) => void;
  onFailure: (text: string) => void;
}

export function AddMember({ info, onDone, onFailure }: AddMemberProps) {
  const queryClient = useQueryClient();
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
    mutationFn: (teamMemberEmail: string) =>
      call(workspaces.addMember, { body: { teamMemberEmail } }),
    onSuccess: async ({ message }) => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      onDone(message);
    },
    onError: (error) =>
      onFailure(serverSentenceOf(error, 'Failed to add team member. Please try again.')),
  });
  const submit = form.handleSubmit(({ teamMemberEmail }) => adding.mutate(teamMemberEmail));
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="E-mail of a new member"
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        className="min-w-0 grow basis-64"
        error={form.formState.errors.teamMemberEmail?.message}
        {...form.register('teamMemberEmail')}
      />
      <Button type="submit" busy={adding.isPending} className="h-11 sm:mt-6.75">
        Add member
      </Button>
    </form>
  );
}

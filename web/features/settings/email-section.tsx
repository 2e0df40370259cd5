// The account's e-mail: a change waits until it is confirmed on the page of its mailed link.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { accounts } from '#contract/accounts.api.ts';
import type { UserInfo } from '#contract/accounts.ts';
import { errors } from '#contract/errors.ts';
import { EMAIL_CHANGE_HOURS } from '#contract/limits.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf, showFieldErrors } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { newEmailForm } from './email-schemas.ts';
import { SettingsSection } from './settings-section.tsx';

export function EmailSection({ info }: { info: UserInfo }) {
  const form = useForm({
    resolver: zodResolver(newEmailForm(info.email)),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const saving = useMutation({
    meta: { makesStale: userInfoQuery.queryKey },
    mutationFn: (email: string) => call(accounts.changeEmail, { body: { email } }),
    onSuccess: ({ message }) => {
      form.reset();
      toast.success(message);
    },
    onError: (error) => {
      showFieldErrors(error, form.setError, ['email']);
      toast.error(sentenceOf(error, 'Failed to update user info'));
    },
  });
  useUnsavedChanges(form.formState.isDirty && !saving.isPending);
  const submit = form.handleSubmit(({ email }) => saving.mutate(email));
  return (
    <SettingsSection
      title="E-mail"
      description={
        <>
          Now:{' '}
          <span className="font-semibold text-text [overflow-wrap:anywhere]">{info.email}</span>.
          You keep signing in with the same Google account.
        </>
      }
    >
      {info.pendingEmail !== null && <PendingEmail email={info.pendingEmail} />}
      <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email?.message}
          room={errors.same_email[1]}
          {...form.register('email')}
        />
        <div>
          <Button type="submit" busy={saving.isPending}>
            Change email
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

function PendingEmail({ email }: { email: string }) {
  return (
    <Alert title={<span className="[overflow-wrap:anywhere]">{email} is not confirmed yet</span>}>
      Open the link we mailed there within {EMAIL_CHANGE_HOURS} hours, signed in as you are here,
      and confirm. Until then your current address stays in use. No mail? Send it again with the
      form below.
    </Alert>
  );
}

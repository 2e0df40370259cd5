// The account's email. A change is pending until it is confirmed on the page of the mailed link.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { accounts } from '#contract/accounts.api.ts';
import type { UserInfo } from '#contract/accounts.ts';
import { EMAIL_CHANGE_HOURS } from '#contract/limits.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { MoodText } from '#web/ui/alert.tsx';
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
  const saving = useCall((email: string) => call(accounts.changeEmail, { body: { email } }), {
    makesStale: [userInfoQuery.queryKey],
    onSuccess: ({ message }) => {
      form.reset();
      toast.success(message);
    },
    failed: 'Failed to update user info',
    onFailure: (sentence, error) => {
      showFieldErrors(error, form.setError, ['email']);
      toast.error(sentence);
    },
  });
  useUnsavedChanges(form.formState.isDirty && !saving.isPending);
  const submit = form.handleSubmit(({ email }) => saving.mutate(email));
  return (
    <SettingsSection
      title="Email"
      description={
        <>
          Now:{' '}
          <span className="font-semibold text-text [overflow-wrap:anywhere]">{info.email}</span>.
          You keep signing in with the same Google account.
        </>
      }
    >
      <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email?.message}
          hint={
            info.pendingEmail === null ? (
              `We’ll send a confirmation link. Your address changes once you confirm it, within ${EMAIL_CHANGE_HOURS} hours.`
            ) : (
              <MoodText tone="caution">{waiting(info.pendingEmail)}</MoodText>
            )
          }
          room={waiting(info.pendingEmail ?? info.email)}
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

/** Until a new address is confirmed. */
function waiting(email: string): string {
  return `${email} is not confirmed yet. Open the link that we sent there within ${EMAIL_CHANGE_HOURS} hours, while signed in to this account. No mail? Enter the address again.`;
}

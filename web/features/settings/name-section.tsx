// First and last name.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { accounts } from '#contract/accounts.api.ts';
import { personName, type UserInfo } from '#contract/accounts.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { tooLong } from '#contract/text.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

export function NameSection({ info: { firstName, lastName } }: { info: UserInfo }) {
  const form = useForm({
    resolver: zodResolver(personName),
    mode: 'onTouched',
    values: { firstName, lastName },
  });
  const saving = useCall(
    (name: { firstName: string; lastName: string }) => call(accounts.update, { body: name }),
    {
      makesStale: [userInfoQuery.queryKey],
      onSuccess: () => toast.success('Your name is saved.'),
      failed: 'Failed to update user info',
      onFailure: (sentence, error) => {
        showFieldErrors(error, form.setError, ['firstName', 'lastName']);
        toast.error(sentence);
      },
    },
  );
  useUnsavedChanges(form.formState.isDirty);
  const submit = form.handleSubmit((name) => saving.mutate(name));
  const { errors, isDirty, isValid } = form.formState;
  return (
    <SettingsSection title="Your name" description="Your team sees it in the members list.">
      <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
            room={tooLong('First name', NAME_MAX_CHARACTERS)}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            room={tooLong('Last name', NAME_MAX_CHARACTERS)}
            {...form.register('lastName')}
          />
        </div>
        <div>
          <Button type="submit" disabled={!(isDirty && isValid)} busy={saving.isPending}>
            Save name
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

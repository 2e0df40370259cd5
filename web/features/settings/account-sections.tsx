// Sections of a person's account in the settings: email, name, deletion. A change of the email is pending until it is
// confirmed on the page of the mailed link.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { accounts } from '#contract/accounts.api.ts';
import { personName, type Role, type UserInfo } from '#contract/accounts.ts';
import {
  ACCOUNT_DELETION_HOURS,
  EMAIL_CHANGE_HOURS,
  NAME_MAX_CHARACTERS,
} from '#contract/limits.ts';
import { tooLong } from '#contract/text.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDateTime } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert, MoodText } from '#web/ui/alert.tsx';
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

/** First and last name. */
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

/** Deletion of the account: requested, scheduled, withdrawn. */
export function DeletionSection({ info }: { info: UserInfo }) {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection
      title="Delete account"
      description={`Takes effect within ${ACCOUNT_DELETION_HOURS} hours of your request. Until then you can change your mind.`}
    >
      {info.deletionAt === null ? (
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        </div>
      ) : (
        <WaitingDeletion role={info.role} deletionAt={info.deletionAt} />
      )}
      {asking && <DeletionDialog info={info} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

/** Warnings by the role in the open workspace. */
const leaving =
  'You leave every team. Your own workspace is deleted with its tests and recordings. What you created in this team stays.';
const whatGoes: Record<Role, string> = {
  owner:
    'All tests, recordings and heatmaps of this workspace are deleted with it, for the whole team.',
  member: leaving,
  viewer: leaving,
};

function WaitingDeletion({ role, deletionAt }: { role: Role; deletionAt: string }) {
  const withdrawal = useCall(() => call(accounts.withdrawDeletion), {
    makesStale: [userInfoQuery.queryKey],
    onSuccess: ({ message }) => toast.success(message),
    failed: 'The deletion was not cancelled. Please try again.',
    onFailure: toast.error,
  });
  return (
    <>
      <Alert tone="warning" title={`Your account is deleted on ${formatDateTime(deletionAt)}`}>
        {whatGoes[role]}
      </Alert>
      <div>
        <Button busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          Keep my account
        </Button>
      </div>
    </>
  );
}

/** Consequences by the role in the open workspace. */
const consequences: Record<Role, string> = {
  owner: 'So are all tests, recordings and heatmaps of this workspace. Your team loses its access.',
  member: leaving,
  viewer: leaving,
};

interface DeletionDialogProps {
  info: UserInfo;
  onClose: () => void;
}

/** Confirms the deletion of the account: the person types their email address. */
function DeletionDialog({ info: { email, role }, onClose }: DeletionDialogProps) {
  const [typed, setTyped] = useState('');
  const request = useCall(() => call(accounts.requestDeletion, { body: { email: typed } }), {
    makesStale: [userInfoQuery.queryKey],
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirmLabel="Delete account"
      busyLabel="Deleting..."
      confirmDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      onConfirm={() => request.mutateAsync()}
      failed="Your account was not deleted. Please try again."
      onClose={onClose}
    >
      <p>
        Your account is deleted within {ACCOUNT_DELETION_HOURS} hours. {consequences[role]}
      </p>
      <TextField
        label={
          <>
            Type <span className="select-all [overflow-wrap:anywhere]">{email}</span> to confirm
          </>
        }
        type="email"
        autoComplete="off"
        className="text-text"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}

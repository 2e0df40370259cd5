// Deletion of the account: requested, scheduled, withdrawn.
import { useState } from 'react';
import { accounts } from '#contract/accounts.api.ts';
import type { Role, UserInfo } from '#contract/accounts.ts';
import { ACCOUNT_DELETION_HOURS } from '#contract/limits.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDateTime } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

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
  'You leave every team. A workspace of your own is deleted with its tests and recordings. What you made in this team stays.';
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

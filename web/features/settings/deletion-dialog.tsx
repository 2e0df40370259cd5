// Confirms the deletion of the account by having its e-mail typed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '#contract/accounts.api.ts';
import type { Role, UserInfo } from '#contract/accounts.ts';
import { ACCOUNT_DELETION_HOURS } from '#contract/limits.ts';
import { userInfoQuery } from '#web/entities/account/user-info.query.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.store.ts';

/** By the role in the workspace that is open. */
const whatGoes: Record<Role, string> = {
  owner:
    'With it goes every test, recording and heatmap of this workspace. Your team loses its access.',
  member:
    'Your name, your e-mail and your places in teams go. A workspace of your own goes with every test and recording in it. What you made in this team stays with the team.',
};

interface DeletionDialogProps {
  info: UserInfo;
  open: boolean;
  onClose: () => void;
}

export function DeletionDialog({ info: { email, role }, open, onClose }: DeletionDialogProps) {
  const [typed, setTyped] = useState('');
  const queryClient = useQueryClient();
  const close = () => {
    setTyped('');
    request.reset();
    onClose();
  };
  const request = useMutation({
    mutationFn: () => call(accounts.requestDeletion, { body: { email: typed } }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      close();
      toast.success(message);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title="Delete your account?"
      confirmLabel="Delete account"
      busyLabel="Deleting..."
      busy={request.isPending}
      error={
        request.isError
          ? sentenceOf(request.error, 'The request did not get through. Please try again.')
          : undefined
      }
      confirmDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      onConfirm={() => request.mutate()}
      onCancel={close}
    >
      <p>
        Within {ACCOUNT_DELETION_HOURS} hours your account goes. {whatGoes[role]}
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

// Deletion of the account: asked for, waiting, withdrawn.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts } from '#contract/accounts.api.ts';
import type { Role, UserInfo } from '#contract/accounts.ts';
import { ACCOUNT_DELETION_HOURS } from '#contract/limits.ts';
import { userInfoQuery } from '#web/entities/account/user-info.query.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.store.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
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
      <DeletionDialog info={info} open={asking} onClose={() => setAsking(false)} />
    </SettingsSection>
  );
}

/** By the role in the workspace that is open. */
const whatGoes: Record<Role, string> = {
  owner: 'All tests, recordings and heatmaps of this workspace go with it, for the whole team.',
  member:
    'You leave every team. A workspace of your own goes with all its tests and recordings; what you made in this team stays with it.',
};

function WaitingDeletion({ role, deletionAt }: { role: Role; deletionAt: string }) {
  const queryClient = useQueryClient();
  const withdrawal = useMutation({
    mutationFn: () => call(accounts.withdrawDeletion),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: userInfoQuery.queryKey });
      toast.success(message);
    },
    onError: (error) =>
      toast.error(sentenceOf(error, 'The deletion could not be withdrawn. Please try again.')),
  });
  return (
    <>
      <Alert tone="warning" title={`Your account goes on ${formatDateTime(deletionAt)}`}>
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

// A member leaves the team and is signed out by it (section 4).
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserInfo } from '#contract/accounts.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { forgetSignIn } from '#web/entities/account/forget-sign-in.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { SettingsSection } from './settings-section.tsx';

export function LeaveTeam({ info: { email, company } }: { info: UserInfo }) {
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

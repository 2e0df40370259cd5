// The page of the link in the mail to an old address: restores the address, without a sign-in.

import { useQuery } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.api.ts';
import { EMAIL_UNDO_DAYS } from '#contract/limits.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { emailUndoToken } from '#web/entities/storage-keys.ts';
import { call } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import {
  AddressChange,
  isUnknownLink,
  LinkCheckFailed,
  LinkIncomplete,
  LinkOver,
  useMailedToken,
} from './link-states.tsx';

export function EmailUndoPage() {
  const token = useMailedToken(emailUndoToken);
  usePageTitle('Undo an email change');
  return token === null ? <LinkIncomplete /> : <EmailUndo key={token} token={token} />;
}

function EmailUndo({ token }: { token: string }) {
  const undo = useQuery({
    queryKey: [...queryKeys.mailedLink.key, 'email-undo', token],
    queryFn: ({ signal }) => call(accounts.lookAtEmailUndo, { body: { token }, signal }),
  });
  const undoing = useCall(() => call(accounts.undoEmail, { body: { token } }), {
    onSuccess: () => emailUndoToken.clear(),
    failed: 'The change was not undone. Please try again.',
  });
  if (undoing.isSuccess) return <Undone message={undoing.data.message} />;
  if (isUnknownLink(undo.error) || isUnknownLink(undoing.error)) return <Unknown />;
  if (undo.isPending) return <LoadingPage />;
  if (undo.data === undefined) return <LinkCheckFailed onRetry={() => void undo.refetch()} />;
  const { oldEmail, newEmail, changedAt } = undo.data;
  return (
    <AddressChange
      title="Restore your old email address?"
      rows={[
        ['Your account used', oldEmail],
        [`Since ${formatDateTime(changedAt)} it uses`, newEmail],
      ]}
      error={undoing.failure}
      actions={
        <>
          <Button busy={undoing.isPending} onClick={() => undoing.mutate()}>
            Bring the address back
          </Button>
          <LinkButton variant="secondary" to={pages.landing.href()}>
            Leave it changed
          </LinkButton>
        </>
      }
    >
      <p>
        The account gets its former address again, and its other sign-ins end at once. Do this if
        you did not make the change yourself.
      </p>
    </AddressChange>
  );
}

function Undone({ message }: { message: string }) {
  return (
    <LinkOver title="Your old address is restored">
      <span className="[overflow-wrap:anywhere]">{message}</span> Other sign-ins of the account have
      ended. If a stranger was signed in, secure your Google account as well.
    </LinkOver>
  );
}

function Unknown() {
  return (
    <LinkOver title="This link no longer works">
      The change was undone already, or it was made more than {EMAIL_UNDO_DAYS} days ago.
    </LinkOver>
  );
}

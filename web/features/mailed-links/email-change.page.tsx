// The page of the link in the mail to a new address: the same person confirms the change.

import { useQuery } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.api.ts';
import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '#contract/limits.ts';
import { signInQuery, userInfoQuery } from '#web/entities/account/account.query.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { emailChangeToken } from '#web/entities/storage-keys.ts';
import { call } from '#web/lib/api.ts';
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
  SignInAndBack,
  useMailedToken,
} from './link-states.tsx';

export function EmailChangePage() {
  const token = useMailedToken(emailChangeToken);
  usePageTitle('Email change');
  return token === null ? <LinkIncomplete /> : <EmailChange key={token} token={token} />;
}

function EmailChange({ token }: { token: string }) {
  const page = pages.emailChange.href();
  const change = useQuery({
    queryKey: [...queryKeys.mailedLink.key, 'email-change', token],
    queryFn: ({ signal }) => call(accounts.lookAtEmailChange, { body: { token }, signal }),
  });
  const confirming = useCall(() => call(accounts.confirmEmail, { body: { token } }), {
    makesStale: [userInfoQuery.queryKey, signInQuery.queryKey],
    onSuccess: () => emailChangeToken.clear(),
    failed: 'The address was not changed. Please try again.',
  });
  if (confirming.isSuccess) return <Changed message={confirming.data.message} />;
  if (isUnknownLink(change.error) || isUnknownLink(confirming.error)) return <Unknown />;
  if (change.isPending) return <LoadingPage />;
  if (change.data === undefined) return <LinkCheckFailed onRetry={() => void change.refetch()} />;
  const { isYours, email, newEmail } = change.data;
  if (isYours === null) {
    return (
      <SignInAndBack page={page} title="Sign in to confirm your new address">
        Use the account whose email address you want to change. Nothing changes before you confirm.
      </SignInAndBack>
    );
  }
  if (!isYours) {
    return (
      <SignInAndBack page={page} title="This link belongs to another account">
        Sign in with the account that asked for the change. If you did not ask for one, close this
        page: nothing changes.
      </SignInAndBack>
    );
  }
  return (
    <AddressChange
      title="Use this address for your account?"
      rows={[
        ['Current address', email ?? ''],
        ['New address', newEmail ?? ''],
      ]}
      error={confirming.failure}
      actions={
        <>
          <Button busy={confirming.isPending} onClick={() => confirming.mutate()}>
            Use this address
          </Button>
          <LinkButton variant="secondary" to={pages.settings.href()}>
            Not now
          </LinkButton>
        </>
      }
    >
      <p>
        You keep signing in with the same Google account. The current address gets a mail that can
        undo this for {EMAIL_UNDO_DAYS} days.
      </p>
    </AddressChange>
  );
}

function Changed({ message }: { message: string }) {
  return (
    <LinkOver
      title="Your new address is in use"
      action={<LinkButton to={pages.settings.href()}>Go to settings</LinkButton>}
    >
      <span className="[overflow-wrap:anywhere]">{message}</span> The previous address got a mail
      that can undo this for {EMAIL_UNDO_DAYS} days.
    </LinkOver>
  );
}

function Unknown() {
  return (
    <LinkOver title="This link no longer works">
      It was used, or a newer one took its place, or it is older than {EMAIL_CHANGE_HOURS} hours.
      The settings show your address, and can send a new link.
    </LinkOver>
  );
}

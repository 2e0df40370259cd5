// States of a mailed link's page other than its question.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { StoredValue } from '#web/lib/local-store.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BrokenIllustration } from '#web/ui/broken-illustration.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { PeopleIllustration, WaitingIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Card } from '#web/ui/surfaces.tsx';

/** Signs in, also as another person, and returns to the page. */
export function SignInAndBack({ page, title, children }: NoticeProps & { page: string }) {
  usePageTitle(title);
  return (
    <EmptyState
      illustration={<PeopleIllustration />}
      heading="h1"
      title={title}
      action={
        <a
          href={addressOf(accounts.signIn, { query: { next: page } })}
          className={buttonStyle('primary')}
        >
          Continue with Google
        </a>
      }
    >
      {children}
    </EmptyState>
  );
}

interface NoticeProps {
  title: string;
  children: ReactNode;
}

/** The link has been used; the button opens the app. */
export function LinkOver({ title, children, action }: NoticeProps & { action?: ReactNode }) {
  usePageTitle(title);
  const isSignedIn = Boolean(useQuery(signInQuery).data);
  return (
    <EmptyState
      illustration={<WaitingIllustration />}
      heading="h1"
      title={title}
      action={
        action ?? (
          <LinkButton to={isSignedIn ? pages.dashboard.href() : pages.landing.href()}>
            {isSignedIn ? 'Go to your tests' : 'Go to the start page'}
          </LinkButton>
        )
      }
    >
      {children}
    </EmptyState>
  );
}

export function LinkIncomplete() {
  usePageTitle('This link is incomplete');
  return (
    <EmptyState illustration={<BrokenIllustration />} heading="h1" title="This link is incomplete">
      Its last part is missing. Open it from the mail again, or copy the whole address.
    </EmptyState>
  );
}

export function LinkCheckFailed({ onRetry }: { onRetry: () => void }) {
  usePageTitle('The server does not answer');
  return (
    <ErrorView heading="h1" title="The server does not answer" onRetry={onRetry}>
      Nothing was changed. Check your connection and try again.
    </ErrorView>
  );
}

/**
 * Returns whether the server rejected the link as unknown: used, replaced, expired or incomplete. Other failures return
 * false.
 */
export function isUnknownLink(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 410 || error.status === 400);
}

/** @returns the token, or null if the page was opened without one */
export function useMailedToken(storedToken: StoredValue<string>): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const hashToken = hash.slice(1);
  useEffect(() => {
    if (hashToken === '') return;
    storedToken.write(hashToken);
    // The token disappears from the history and from a copied address.
    void navigate(pathname, { replace: true });
  }, [hashToken, storedToken, pathname, navigate]);
  return hashToken === '' ? storedToken.read() : hashToken;
}

interface AddressChangeProps {
  title: string;
  /** Label and address, in the order of reading. */
  rows: readonly (readonly [string, string])[];
  error: string | undefined;
  children: ReactNode;
  actions: ReactNode;
}

/** Card of an email change: the old and the new address, and the button. */
export function AddressChange({ title, rows, error, children, actions }: AddressChangeProps) {
  return (
    <Card aria-labelledby="address-change" className="mx-auto grid max-w-xl gap-6 sm:p-8">
      <h1 id="address-change" className="text-2xl">
        {title}
      </h1>
      <dl className="grid gap-4">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 text-pretty text-muted">{children}</div>
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </Card>
  );
}

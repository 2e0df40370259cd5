// What a mailed link's page shows in the place of its question.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { signInQuery } from '#web/entities/account/sign-in.query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorView } from '#web/ui/error-view.tsx';
import {
  BrokenIllustration,
  PeopleIllustration,
  WaitingIllustration,
} from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Signs in, as another person too, and comes back to the page. */
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

/** The link is done with; goes on to the app. */
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
  usePageTitle('This link is not complete');
  return (
    <EmptyState
      illustration={<BrokenIllustration />}
      heading="h1"
      title="This link is not complete"
    >
      Its last part is missing. Open it from the mail again, or copy the whole address.
    </EmptyState>
  );
}

export function LinkNotAsked({ onRetry }: { onRetry: () => void }) {
  usePageTitle('The server does not answer');
  return (
    <ErrorView heading="h1" title="The server does not answer" onRetry={onRetry}>
      Nothing was changed. Check your connection and try again.
    </ErrorView>
  );
}

/** Whether the link is not known: used, replaced, expired or cut off. Other failures pass. */
export function isUnknownLink(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 410 || error.status === 400);
}

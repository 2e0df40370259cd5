// Last page of a repeated sign-in in its own tab: notifies the waiting page and closes, or shows the error.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { tellSignedInAgain } from '#web/lib/sign-in-again.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

const problems = {
  other: {
    title: 'You used another account',
    text: 'Sign in with the account of the page that you came from. Nothing was changed.',
  },
  failed: {
    title: 'The sign-in did not complete',
    text: 'Nothing was changed. Please try again.',
  },
};

export function SignedInAgainPage() {
  const problem = useSearchParams()[0].get('sign-in');
  const isDone = problem === null;
  usePageTitle(isDone ? 'Signed in' : 'Sign-in');
  useEffect(() => {
    if (!isDone) return;
    tellSignedInAgain();
    window.close();
  }, [isDone]);
  if (isDone) {
    return (
      <EmptyState heading="h1" title="You are signed in">
        Close this tab and continue in the one you came from.
      </EmptyState>
    );
  }
  const { title, text } = problems[problem === 'other' ? 'other' : 'failed'];
  return (
    <EmptyState
      heading="h1"
      title={title}
      action={
        <a
          href={addressOf(accounts.signIn, {
            query: { again: '1', next: pages.signedInAgain.href() },
          })}
          className={buttonStyle('primary')}
        >
          Try again
        </a>
      }
    >
      {text}
    </EmptyState>
  );
}

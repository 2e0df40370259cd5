// Asks for a sign-in when a call needs a recent one, or what is typed would be lost without one; it opens in a tab of its own, and the call goes on here.
import { useEffect, useState } from 'react';
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { pages } from '#web/lib/pages.ts';
import { answerSignInAgain, useSignInAgain } from '#web/lib/sign-in-again.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const signInHref = addressOf(accounts.signIn, {
  query: { again: '1', next: pages.signedInAgain.href() },
});

export function SignInAgainDialog() {
  const why = useSignInAgain();
  const open = why !== null;
  const [left, setLeft] = useState(false);
  useEffect(() => {
    if (!open) setLeft(false);
  }, [open]);
  const cancel = () => answerSignInAgain(false);
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title="Sign in again to go on"
      description={
        why === 'ended'
          ? 'Your sign-in has ended. What you typed is still here, and is saved once you are back.'
          : `Your last sign-in was more than ${RECENT_SIGN_IN_MINUTES} minutes ago. Confirm that it is you.`
      }
      actions={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          {left && (
            <Button variant="secondary" onClick={() => answerSignInAgain(true)}>
              Go on
            </Button>
          )}
          {/* Its opener stays known, so that the tab can close itself when it is done. */}
          <a
            href={signInHref}
            target="_blank"
            rel="noopener opener"
            className={buttonStyle('primary')}
            onClick={() => setLeft(true)}
          >
            {left ? 'Open the sign-in again' : 'Sign in again'}
          </a>
        </>
      }
    >
      <p className="text-muted" role="status">
        {left
          ? 'The sign-in is open in another tab. When it is done, this page goes on.'
          : 'The sign-in opens in a new tab. This page stays as it is and goes on when you are back.'}
      </p>
    </Dialog>
  );
}

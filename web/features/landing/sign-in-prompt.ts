// Whether the sign-in dialog is open, for what, and where to go afterwards.
import { useState } from 'react';
import { pages } from '#web/lib/pages.ts';

export interface SignInPrompt {
  kind: 'login' | 'create-account';
  /** Path within the app to return to. */
  next: string;
  /** What came before: a try that did not complete (`/?sign-in=failed`), the end of a membership, or a refused domain. */
  cause: 'failed' | 'removed' | 'domain' | null;
}

/** Opens when a guarded page sent the person here (`/?next=/settings`). */
export function useSignInPrompt() {
  const params = new URLSearchParams(location.search);
  const next = params.get('next');
  const cause = causeOf(params.get('sign-in'));
  const [open, setOpen] = useState<SignInPrompt | null>(
    next === null && cause === null
      ? null
      : { kind: 'login', next: next ?? pages.dashboard.href(), cause },
  );
  const [wasSent] = useState(open !== null);
  const ask = (kind: SignInPrompt['kind'], to: string) => setOpen({ kind, next: to, cause: null });
  return {
    open,
    /** A page sent the person here to sign in: whatever this browser kept, there is no sign-in. */
    wasSent,
    askToLogIn: () => ask('login', next ?? pages.dashboard.href()),
    askToCreateAccount: () => ask('create-account', pages.createTest.href()),
    close: () => {
      setOpen(null);
      if (params.size > 0) history.replaceState(history.state, '', location.pathname);
    },
  };
}

function causeOf(param: string | null): SignInPrompt['cause'] {
  return param === 'failed' || param === 'removed' || param === 'domain' ? param : null;
}

// Whether the sign-in dialog is open, for what, and where to go afterwards.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { screens } from '#web/lib/screens.ts';

export interface SignInPrompt {
  kind: 'login' | 'create-account';
  /** Path within the app to return to. */
  next: string;
  /** The last try did not complete (`/?sign-in=failed`). */
  failed: boolean;
}

/** Opens by itself when a guarded screen sent the person here (`/?next=/settings`). */
export function useSignInPrompt() {
  const [params, setParams] = useSearchParams();
  const next = params.get('next');
  const failed = params.get('sign-in') === 'failed';
  const [open, setOpen] = useState<SignInPrompt | null>(
    next === null && !failed
      ? null
      : { kind: 'login', next: next ?? screens.dashboard.href(), failed },
  );
  const ask = (kind: SignInPrompt['kind'], to: string) =>
    setOpen({ kind, next: to, failed: false });
  return {
    open,
    askToLogIn: () => ask('login', next ?? screens.dashboard.href()),
    askToCreateAccount: () => ask('create-account', screens.createTest.href()),
    close: () => {
      setOpen(null);
      if (params.size > 0) setParams({}, { replace: true, preventScrollReset: true });
    },
  };
}

// Whether the sign-in dialog is open, for what, and where to go afterwards.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { screens } from '#web/lib/screens.ts';

export interface SignInPrompt {
  kind: 'login' | 'create-account';
  /** Path within the app to return to. */
  next: string;
}

/** Opens by itself when a guarded screen sent the person here (`/?next=/settings`). */
export function useSignInPrompt() {
  const [params, setParams] = useSearchParams();
  const next = params.get('next');
  const [open, setOpen] = useState<SignInPrompt | null>(
    next === null ? null : { kind: 'login', next },
  );
  return {
    open,
    askToLogIn: () => setOpen({ kind: 'login', next: screens.dashboard.href() }),
    askToCreateAccount: () => setOpen({ kind: 'create-account', next: screens.createTest.href() }),
    close: () => {
      setOpen(null);
      if (next !== null) setParams({}, { replace: true, preventScrollReset: true });
    },
  };
}

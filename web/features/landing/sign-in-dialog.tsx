// Login, or Create Account after the create form: both continue with Google (section 2).
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { pages } from '#web/lib/pages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/loading.tsx';

/** It needs the table of calls and its schemas, so it loads after the first screen. */
const GoogleLink = lazy(async () => ({
  default: (await loadChunk(() => import('./google-link.tsx'))).GoogleLink,
}));

const texts = {
  login: {
    title: 'Welcome to Tryout',
    description:
      'One account for logging in and signing up. The first time creates your workspace.',
  },
  'create-account': {
    title: 'Create Account',
    description: 'Your test is kept in this tab. Continue, and it is ready to be created.',
  },
};

interface SignInDialogProps {
  prompt: SignInPrompt | null;
  onClose: () => void;
}

export function SignInDialog({ prompt, onClose }: SignInDialogProps) {
  const { title, description } = texts[prompt?.kind ?? 'login'];
  return (
    <Dialog open={prompt !== null} onClose={onClose} title={title} description={description}>
      {prompt?.cause === 'failed' && (
        <Alert tone="danger">The sign-in did not complete. Please try again.</Alert>
      )}
      {prompt?.cause === 'removed' && (
        <Alert tone="info">You are no longer in this workspace.</Alert>
      )}
      {prompt?.cause === 'domain' && (
        <Alert tone="warning" title="This account can’t sign in here">
          Only certain email domains may sign in to this installation, and yours is not among them.
          Try your work account, or ask the person who runs it.
        </Alert>
      )}
      <div className="grid gap-3">
        <Suspense
          fallback={
            <span className={buttonStyle('primary', 'lg')}>
              <Spinner />
            </span>
          }
        >
          <GoogleLink next={prompt?.next} />
        </Suspense>
        <Button variant="quiet" size="lg" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

// State of the sign-in dialog: open or closed, its reason, and the page to open afterwards.

interface SignInPrompt {
  kind: 'login' | 'create-account';
  /** Path within the app to return to. */
  next: string;
  /** The event before it: an incomplete sign-in (`/?sign-in=failed`), the end of a membership, or a rejected domain. */
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
    /** Another page sent the person here to sign in, so a sign-in stored in this browser is no longer valid. */
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

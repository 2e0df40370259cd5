// Login, or Create Account after the create form: both continue with Google (section 2).
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { Alert } from '#web/ui/alert.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { SignInPrompt } from './sign-in-prompt.ts';

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
          Only certain e-mail domains may sign in to this installation, and yours is not among them.
          Try your work account, or ask the person who runs it.
        </Alert>
      )}
      <div className="grid gap-3">
        {/* A full navigation: the sign-in leaves the app and returns to it. */}
        <a
          href={addressOf(accounts.signIn, { query: { next: prompt?.next } })}
          className={buttonStyle('primary', 'lg')}
        >
          <GoogleMark />
          Continue with Google
        </a>
        <Button variant="quiet" size="lg" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Google's sign-in mark on its white ground, as its branding guidelines ask for. */
function GoogleMark() {
  return (
    <span className="grid size-6 place-items-center rounded-full bg-[#ffffff]">
      <svg viewBox="0 0 48 48" aria-hidden className="size-4">
        <path
          fill="#EA4335"
          d="M24 9.500c3.500 0 6.700 1.200 9.200 3.600l6.900-6.900C35.900 2.400 30.500 0 24 0 14.600 0 6.500 5.400 2.600 13.200l8 6.200C12.400 13.700 17.700 9.500 24 9.500Z"
        />
        <path
          fill="#4285F4"
          d="M47 24.500c0-1.600-.2-3.100-.4-4.500H24v9h12.900c-.6 3-2.300 5.500-4.800 7.200l7.700 6c4.500-4.200 7.100-10.400 7.100-17.700Z"
        />
        <path
          fill="#FBBC05"
          d="M10.500 28.600c-.5-1.500-.8-3-.8-4.600s.3-3.100.8-4.600l-8-6.200A24 24 0 0 0 0 24c0 3.900.9 7.500 2.600 10.800l7.900-6.200Z"
        />
        <path
          fill="#34A853"
          d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.500-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48Z"
        />
      </svg>
    </span>
  );
}

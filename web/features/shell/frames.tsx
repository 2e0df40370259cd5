// Frames around pages, and their replacements: the sign-in guard, failures, an unknown address.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  Navigate,
  Outlet,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigation,
  useRouteError,
} from 'react-router';
import { accounts } from '#contract/accounts.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { useUpdates } from '#web/entities/updates/use-updates.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { answerSignInAgain, useSignInAgain } from '#web/lib/sign-in-again.ts';
import { dismissToast, holdToast, releaseToast, toasts } from '#web/lib/toasts.ts';
import { hasUnsavedChanges, useWaitingLeave } from '#web/lib/unsaved-changes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { ErrorPage } from '#web/ui/error-page.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import { SkipLink } from '#web/ui/page-header.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * Frame around every page of the router: scrolling, toasts, dialogs that any page may open, a thin bar while the next
 * page loads.
 */
export function RootFrame() {
  const loading = useNavigation().state === 'loading';
  return (
    <>
      {loading && (
        <div
          role="progressbar"
          aria-label="Loading the page"
          className="soon fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
        >
          <div className="h-full animate-pulse bg-accent" />
        </div>
      )}
      <Outlet />
      <UnsavedGuard />
      <SignInAgainDialog />
      <Toaster
        toasts={useStore(toasts)}
        onHold={holdToast}
        onRelease={releaseToast}
        onDismiss={dismissToast}
      />
      <ScrollRestoration />
    </>
  );
}

/** Frame of the creator's pages: skip link, top bar, and the page, in one width. */
export function BarFrame() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main
        id="main"
        tabIndex={-1}
        className="creator-measure px-4 pt-3 pb-16 sm:px-6 md:pt-5 print:p-0"
      >
        <Outlet />
      </main>
    </>
  );
}

/** Guards the creator's pages: opens the sign-in for a person who is not signed in, and returns afterwards. */
export function RequireSignIn() {
  const signIn = useQuery(signInQuery);
  const { pathname, search } = useLocation();
  if (signIn.isPending) return <LoadingPage />;
  // A person who was signed in stays signed in while the server is not reachable.
  if (signIn.data === undefined) {
    return (
      <ErrorView
        heading="h1"
        title="The server does not answer"
        onRetry={() => void signIn.refetch()}
      >
        We could not check who is signed in. Check your connection and try again.
      </ErrorView>
    );
  }
  if (signIn.data === null) return <Navigate to={pages.landing.href(pathname + search)} replace />;
  return <SignedIn />;
}

function SignedIn() {
  useUpdates();
  return <Outlet />;
}

/** Replaces the whole page. */
export function FailedRoute() {
  return <ErrorPage error={useRouteError()} />;
}

/** Rendered below the top bar, which stays. */
export function FailedPage() {
  return <ErrorPage as="div" error={useRouteError()} />;
}

/** Page for an unknown address. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      heading="h1"
      title="This page does not exist"
      action={<LinkButton to={pages.landing.href()}>Go to the start page</LinkButton>}
    >
      The address may be mistyped, or what it led to was deleted.
    </EmptyState>
  );
}

/** Requests a confirmation before a person leaves a page with unsaved changes. It is mounted once around all pages. */
function UnsavedGuard() {
  // Another tab of the same page preserves its forms, see ui/tabs.tsx.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  const other = useWaitingLeave();
  const stay = () => {
    blocker.reset?.();
    other.answer(false);
  };
  const leave = () => {
    blocker.proceed?.();
    other.answer(true);
  };
  return (
    <Dialog
      open={blocker.state === 'blocked' || other.waits}
      onClose={stay}
      title="Leave without saving?"
      description={
        other.isElsewhere
          ? 'Your changes in another tab are not saved yet, and that tab leaves too.'
          : 'Your changes on this page are not saved yet.'
      }
      actions={
        <>
          <Button variant="secondary" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={leave}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}

const signInHref = addressOf(accounts.signIn, {
  query: { again: '1', next: pages.signedInAgain.href() },
});

/**
 * Requests a sign-in when a call needs a recent one, or when typed input would be lost without one. It opens in a
 * separate tab, and the call continues here.
 */
function SignInAgainDialog() {
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
      title="Sign in again to continue"
      description={
        why === 'ended'
          ? 'Your sign-in has expired. Your changes are still here and are saved after you sign in.'
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
          {/* The opener is preserved, so that the new tab can close itself. */}
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
          ? 'The sign-in is open in another tab. This page continues when it is complete.'
          : 'The sign-in opens in a new tab. This page stays as it is and continues afterwards.'}
      </p>
    </Dialog>
  );
}

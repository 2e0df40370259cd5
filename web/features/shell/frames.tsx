// What stands around pages or in their place: frames, the guard of the sign-in, failures, an unknown address.
import { useQuery } from '@tanstack/react-query';
import {
  Navigate,
  Outlet,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigation,
  useRouteError,
} from 'react-router';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { useUpdates } from '#web/entities/updates/use-updates.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { dismissToast, holdToast, releaseToast, toasts } from '#web/lib/toasts.ts';
import { hasUnsavedChanges, useWaitingLeave } from '#web/lib/unsaved-changes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { ErrorPage } from '#web/ui/error-page.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import { SkipLink } from '#web/ui/page-header.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { TopBar } from './top-bar.tsx';

/** Around every page of the router: scrolling, toasts, questions that any page may ask, a thin bar while the next page loads. */
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

/** The frame of the creator's pages: skip link, top bar, the page, all in one measure. */
export function BarFrame() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main" tabIndex={-1} className="creator-measure px-4 pt-3 pb-16 sm:px-6 md:pt-5">
        <Outlet />
      </main>
    </>
  );
}

/** Guards the creator's pages: sends a person who is not signed in to sign in, and back afterwards. */
export function RequireSignIn() {
  const signIn = useQuery(signInQuery);
  const { pathname, search } = useLocation();
  if (signIn.isPending) return <LoadingPage />;
  // Who is known to be signed in stays so while the server can't be asked.
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

/** In the place of everything. */
export function FailedRoute() {
  return <ErrorPage error={useRouteError()} />;
}

/** Below the top bar, which stays. */
export function FailedPage() {
  return <ErrorPage as="div" error={useRouteError()} />;
}

/** An address that leads nowhere. */
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

/** Asks before a page with unsaved changes is left for another one; stands once around all pages. */
function UnsavedGuard() {
  // Another tab of the same page keeps its forms, see ui/tabs.tsx.
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
          ? 'What you changed in another tab is not saved yet, and that tab comes along.'
          : 'What you changed on this page is not saved yet.'
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

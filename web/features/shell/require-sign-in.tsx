// Guards the creator's pages: sends a person who is not signed in to sign in, and back afterwards.
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { signInQuery } from '#web/entities/account/sign-in.query.ts';
import { useUpdates } from '#web/entities/updates/use-updates.ts';
import { pages } from '#web/lib/pages.ts';
import { ErrorView } from '#web/ui/error-view.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';

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

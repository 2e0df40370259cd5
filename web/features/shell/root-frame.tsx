// Around every page of the router: scrolling, toasts, the questions that any page may ask, and a thin line while the next page loads.
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Toaster } from '#web/ui/toaster.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

export function RootFrame() {
  const loading = useNavigation().state === 'loading';
  return (
    <>
      {loading && (
        <div
          className="late fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent"
          aria-hidden
        />
      )}
      <Outlet />
      <UnsavedGuard />
      <SignInAgainDialog />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}

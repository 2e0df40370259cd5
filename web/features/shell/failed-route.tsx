// In the place of a page that threw or whose code did not load.
import { useRouteError } from 'react-router';
import { ErrorPage } from '#web/ui/error-page.tsx';

/** In the place of everything. */
export function FailedRoute() {
  return <ErrorPage error={useRouteError()} />;
}

/** Below the top bar, which stays. */
export function FailedPage() {
  return <ErrorPage as="div" error={useRouteError()} />;
}

// In the place of a screen that threw or whose code did not load.
import { useRouteError } from 'react-router';
import { ErrorPage } from '#web/ui/error-page.tsx';

export function FailedRoute() {
  return <ErrorPage error={useRouteError()} />;
}

// The creator's pages: the router over the table of routes.tsx.
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirectDocument,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { signInQuery } from './entities/account/account.query.ts';
import { queryClient } from './entities/query-client.ts';
import { restorableDeletions } from './entities/storage-keys.ts';
import {
  BarFrame,
  FailedPage,
  FailedRoute,
  NotFoundPage,
  RequireSignIn,
  RootFrame,
} from './features/shell/frames.tsx';
import { loadChunk } from './lib/lazy-chunk.ts';
import { isLeaving } from './lib/leave-page.ts';
import { pages } from './lib/pages.ts';
import { discardUnsavedChanges } from './lib/unsaved-changes.ts';
import { type Route, routes } from './routes.tsx';
import { LoadingPage } from './ui/loading.tsx';

function routeObject({ path, page }: Route): RouteObject {
  const lazy = async () => {
    const Component = await loadChunk(page);
    return { Component };
  };
  return { path, lazy };
}

/**
 * The landing page is another document. The frame has already confirmed the loss of unsaved changes
 * (frames.tsx).
 */
async function leaveForLanding({ request }: LoaderFunctionArgs): Promise<Response> {
  if (isLeaving()) await new Promise<never>(() => undefined);
  discardUnsavedChanges();
  const { pathname, search } = new URL(request.url);
  return redirectDocument(pathname + search);
}

const router = createBrowserRouter([
  {
    Component: RootFrame,
    ErrorBoundary: FailedRoute,
    HydrateFallback: LoadingPage,
    children: [
      { path: pages.landing.path, loader: leaveForLanding },
      {
        Component: BarFrame,
        children: [
          {
            ErrorBoundary: FailedPage,
            children: [
              ...routes.filter((route) => !route.signedIn).map(routeObject),
              {
                Component: RequireSignIn,
                children: routes.filter((route) => route.signedIn).map(routeObject),
              },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
]);

// Asked for beside the page's code instead of after it.
void queryClient.prefetchQuery(signInQuery);
if (restorableDeletions.read()) {
  void import('./entities/undoable-deletion.ts').then((chunk) => chunk.offerEarlierUndos());
}

void import('./lib/toast-place.ts').then((chunk) => chunk.placeToasts());

export function CreatorApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

// Everything but the participant page: the router over the table of routes.tsx.
import './styles/typeface.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { signInQuery } from './entities/account/account.query.ts';
import { queryClient } from './entities/query-client.ts';
import {
  BarFrame,
  FailedPage,
  FailedRoute,
  NotFoundPage,
  RequireSignIn,
  RootFrame,
} from './features/shell/frames.tsx';
import { loadChunk } from './lib/lazy-chunk.ts';
import { type Route, routes } from './routes.tsx';
import { LoadingPage } from './ui/loading.tsx';

const framed = routes.filter((route) => route.frame === 'bar');

function routeObject({ path, page }: Route): RouteObject {
  const lazy = async () => {
    const Component = await loadChunk(page);
    return { Component };
  };
  return { path, lazy };
}

const router = createBrowserRouter([
  {
    Component: RootFrame,
    ErrorBoundary: FailedRoute,
    HydrateFallback: LoadingPage,
    children: [
      ...routes.filter((route) => route.frame === 'own').map(routeObject),
      {
        Component: BarFrame,
        children: [
          {
            ErrorBoundary: FailedPage,
            children: [
              ...framed.filter((route) => !route.signedIn).map(routeObject),
              {
                Component: RequireSignIn,
                children: framed.filter((route) => route.signedIn).map(routeObject),
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

export function CreatorApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

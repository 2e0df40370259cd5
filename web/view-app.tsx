// Pages of a link for viewing, below the link's own address. They reuse the creator's pages of the same things.
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ViewLinkId } from '#contract/ids.ts';
import { viewPath } from '#contract/paths.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { signInQuery } from './entities/account/account.query.ts';
import { queryClient } from './entities/query-client.ts';
import { showsStretches } from './entities/view-link/viewing.ts';
import { ViewFrame } from './features/view/view-frame.tsx';
import { TokenExchange, ViewGate } from './features/view/view-gate.tsx';
import { loadChunk } from './lib/lazy-chunk.ts';
import { pages, pathsOf } from './lib/pages.ts';
import { ErrorPage } from './ui/error-page.tsx';
import { LoadingPage } from './ui/loading.tsx';

// Visitors count as signed out on these pages, even if this browser has a sign-in.
queryClient.setQueryData(signInQuery.queryKey, null);

interface ViewAppProps {
  /** The token in the address, or null if the server has removed it. */
  token: string | null;
  /** The link's id in the address, or null without one. */
  id: ViewLinkId | null;
}

export function ViewApp({ token, id }: ViewAppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {id === null ? (
        <TokenExchange token={token} />
      ) : (
        <ViewGate id={id}>{(view) => <ViewPages key={view._id} view={view} />}</ViewGate>
      )}
    </QueryClientProvider>
  );
}

const recordingPage: RouteObject = {
  lazy: async () => {
    const load = () => import('./features/review/recording.page.tsx');
    return { Component: (await loadChunk(load)).RecordingPage };
  },
};
const resultsPage: RouteObject = {
  lazy: async () => {
    const load = () => import('./test-page/shared-test.page.tsx');
    return { Component: (await loadChunk(load)).SharedTestPage };
  },
};

const withRecordings: RouteObject[] = [
  ...pathsOf('test').map((path) => ({ ...resultsPage, path })),
  ...pathsOf('recording').map((path) => ({ ...recordingPage, path })),
];

const stretches: RouteObject[] = [
  {
    path: '/report',
    lazy: async () => {
      const load = () => import('./features/view/shared-report.page.tsx');
      return { Component: (await loadChunk(load)).SharedReportPage };
    },
  },
  {
    path: '/reel',
    lazy: async () => {
      const load = () => import('./features/view/shared-reel.page.tsx');
      return { Component: (await loadChunk(load)).SharedReelPage };
    },
  },
  {
    path: '/clip',
    lazy: async () => {
      const load = () => import('./features/view/shared-clip.page.tsx');
      return { Component: (await loadChunk(load)).SharedClipPage };
    },
  },
];

/** Returns the address of the link's first page. */
function homeOf({ thing, recording, testId }: OpenedView): string {
  if (recording) return pages.recording.href(recording);
  return thing.kind === 'results' ? pages.test.href(testId) : `/${thing.kind}`;
}

/** The address without a path is that of the thing which the link shows, with the same filter and comparison. */
function ToHome({ home }: { home: string }) {
  return <Navigate to={`${home}${location.search}${location.hash}`} replace />;
}

function ViewPages({ view }: { view: OpenedView }) {
  const router = useMemo(() => {
    const home = homeOf(view);
    const viewRoutes = showsStretches(view) ? stretches : withRecordings;
    return createBrowserRouter(
      [
        {
          element: <ViewFrame view={view} home={home} />,
          errorElement: <ErrorPage error={null} />,
          HydrateFallback: LoadingPage,
          children: [...viewRoutes, { path: '*', element: <ToHome home={home} /> }],
        },
      ],
      { basename: viewPath(view._id) },
    );
  }, [view]);
  return <RouterProvider router={router} />;
}

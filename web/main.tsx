// Where the browser starts: the participant page alone, or everything else behind the router.
import './lib/schemas-without-eval.ts';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { loadChunk } from './lib/lazy-chunk.ts';
import { CrashGuard } from './ui/crash-guard.tsx';
import { LoadingPage } from './ui/loading-page.tsx';
import './styles/main.css';

/** `/tryout/{uniqueId}` (screens.participate). */
const uniqueId = /^\/tryout\/([^/]+)\/?$/.exec(location.pathname)?.[1];

const Creator = lazy(async () => ({
  default: (await loadChunk(() => import('./creator-app.tsx'))).CreatorApp,
}));
const Participant = lazy(async () => ({
  default: (await loadChunk(() => import('./participant-app.tsx'))).ParticipantApp,
}));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <CrashGuard>
      <Suspense fallback={<LoadingPage />}>
        {uniqueId === undefined ? <Creator /> : <Participant uniqueId={uniqueId} />}
      </Suspense>
    </CrashGuard>
  </StrictMode>,
);

// Where the browser starts: the participant page alone, or everything else behind the router.
import './lib/schemas-without-eval.ts';
import './styles/main.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadChunk } from './lib/lazy-chunk.ts';
import { CrashGuard, ErrorPage } from './ui/error-page.tsx';
import { LoadingPage } from './ui/loading.tsx';

/** `/tryout/{uniqueId}` (pages.participate). */
const uniqueId = /^\/tryout\/([^/]+)\/?$/.exec(location.pathname)?.[1];

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      <CrashGuard>{page}</CrashGuard>
    </StrictMode>,
  );
}

async function loadApp(): Promise<ReactNode> {
  if (uniqueId === undefined) {
    const { CreatorApp } = await loadChunk(() => import('./creator-app.tsx'));
    return <CreatorApp />;
  }
  const { ParticipantApp } = await loadChunk(() => import('./participant-app.tsx'));
  return <ParticipantApp uniqueId={uniqueId} />;
}

// Not by Suspense, which keeps every page back for 300 ms once it has shown that one is loading.
show(<LoadingPage />);
loadApp().then(show, (error: unknown) => show(<ErrorPage error={error} />));

// The participant's document, for the share link and for their private link: no router and none of the creator's
// code, so that it opens quickly.
import './styles/participant.css';
import { lazy, Suspense } from 'react';
import { MY_RECORDING_PAGE } from '#contract/paths.ts';
import { ParticipatePage } from './features/participate/participate.page.tsx';
import { loadChunk } from './lib/lazy-chunk.ts';
import { start } from './start.tsx';
import { LoadingPage } from './ui/loading.tsx';

/** Few participants return to their recording, so its page is loaded later. */
const MyRecordingPage = lazy(async () => ({
  default: (await loadChunk(() => import('./features/my-recording/my-recording.page.tsx')))
    .MyRecordingPage,
}));

/** `/tryout/{uniqueId}` (pages.participate) or MY_RECORDING_PAGE, the only addresses that get this document. */
const [, , uniqueId = ''] = location.pathname.split('/');
const isPrivate = location.pathname.replace(/\/$/, '') === MY_RECORDING_PAGE;

start(
  isPrivate ? (
    <Suspense fallback={<LoadingPage />}>
      <MyRecordingPage />
    </Suspense>
  ) : (
    <ParticipatePage uniqueId={uniqueId} />
  ),
);

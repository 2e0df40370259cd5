// In the place of what a link shows: why it does not open, and what to do.
import type { ReactNode } from 'react';
import { VIEW_LINK_COOKIE_DAYS } from '#contract/limits.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { ViewBar } from './view-frame.tsx';

/** A network that failed may work again; a link that has ended stays so. */
export function Unopened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'view_closed') return <WithoutCookie />;
  if (code === 'link_expired' || code === 'not_found') return <Over sentence={error.message} />;
  return (
    <Ended
      title="This page could not be loaded"
      sentence={error.message}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

export function Over({ sentence }: { sentence: string }) {
  return <Ended title="Nothing to see here any more" sentence={sentence} />;
}

/** The address without the token is of no use to another browser, and to one that keeps no cookies. */
function WithoutCookie() {
  return (
    <Ended
      title="Open the whole link again"
      sentence={`This address works only in the browser that opened the link, for ${VIEW_LINK_COOKIE_DAYS} days. Use the link that was sent to you. If it leads back to this page, allow cookies for this site in your browser, then open it again.`}
    />
  );
}

export function Ended(page: { title: string; sentence: string; action?: ReactNode }) {
  usePageTitle('Link for viewing');
  return (
    <Alone>
      <EmptyState
        illustration={<NothingFoundIllustration />}
        heading="h1"
        title={page.title}
        action={page.action}
      >
        {page.sentence}
      </EmptyState>
    </Alone>
  );
}

/** Below the bar that the page of the link has too. */
export function Alone({ children }: { children: ReactNode }) {
  return (
    <>
      <ViewBar />
      <main className="creator-measure px-4 py-6 sm:px-6">{children}</main>
    </>
  );
}

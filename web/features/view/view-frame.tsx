// Frame of a shared link's pages: its title, a notice that people are visible, and a link to its first page.
import { ArrowLeft, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import type { OpenedView } from '#contract/view-links.ts';
import { showsStretches, ViewingContext } from '#web/entities/view-link/viewing.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { useTheme } from '#web/lib/theme.ts';
import { dismissToast, holdToast, releaseToast, toasts } from '#web/lib/toasts.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/page-header.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

interface ViewFrameProps {
  view: OpenedView;
  /** Address of the link's first page. */
  home: string;
}

export function ViewFrame({ view, home }: ViewFrameProps) {
  const { pathname } = useLocation();
  const isAtHome = decodeURI(pathname) === decodeURI(home);
  return (
    <ViewingContext value={view}>
      <SkipLink />
      <ViewBar>
        {!isAtHome && !showsStretches(view) && (
          <Link
            to={home}
            className="flex min-h-control items-center gap-1.5 rounded-md px-2 text-accent text-sm hover:bg-hover"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {view.thing.kind === 'results' ? 'All results' : 'Back'}
          </Link>
        )}
      </ViewBar>
      <main
        id="main"
        tabIndex={-1}
        className="creator-measure px-4 pt-3 pb-16 sm:px-6 md:pt-5 print:p-0"
      >
        <p className="mb-4 flex gap-2 text-muted text-sm print:hidden">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            People’s faces, voices and screens may be in the picture. They agreed to be recorded for
            this test; please don’t pass it on.
            {view.expiresAt !== null && ` This link ends on ${formatDate(view.expiresAt)}.`}
          </span>
        </p>
        <Outlet />
      </main>
      <Toaster
        toasts={useStore(toasts)}
        onHold={holdToast}
        onRelease={releaseToast}
        onDismiss={dismissToast}
      />
      <ScrollRestoration />
    </ViewingContext>
  );
}

/** The bar above all pages of a link for viewing. */
export function ViewBar({ children }: { children?: ReactNode }) {
  return (
    <header className="border-line border-b bg-surface print:hidden">
      <div className="creator-measure flex h-14 items-center gap-3 px-4 sm:px-6">
        <Logo compact />
        {children}
        <span className="grow" />
        <ThemeToggle {...useTheme()} />
      </div>
    </header>
  );
}

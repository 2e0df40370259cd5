// The one line that begins a page: its title, what marks it, and what can be done with it.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './loading.tsx';
import { Name } from './name.tsx';

interface PageHeaderProps {
  /**
   * The page's h1, unchanged from its author. A long title is cut, on a phone after two lines, and
   * the browser's hint shows it whole.
   */
  title: string;
  /** Short badges beside the title, on half of its line at most, on a phone after it; those without room are left out. */
  mark?: ReactNode;
  /** Quiet text behind the marks, such as a date: the first to be cut where room is short. */
  meta?: ReactNode;
  /**
   * Actions at the right. If room is short, use `compact` buttons (icon alone), or one menu
   * (ui/action-bar.tsx).
   */
  actions?: ReactNode;
  /** A line below, only where a page cannot be used without it. */
  children?: ReactNode;
  /** Left out of prints, for pages whose content begins with a title of its own. */
  isOnScreenOnly?: boolean;
}

/**
 * A page's header: one line, as high as a control; a title may have two on a phone. Tabs that follow it directly come closer by
 * themselves (ui/tabs.tsx): with the top bar, all three end above 180 px, on a phone above 200 px.
 */
export function PageHeader({ title, mark, meta, actions, children, ...rest }: PageHeaderProps) {
  return (
    <header className={classNames('mb-6', rest.isOnScreenOnly && 'print:hidden')}>
      <div className={headerLine}>
        <div className="flex min-w-0 grow items-center gap-3">
          <h1 title={title} className="min-w-12 text-2xl max-md:line-clamp-2 md:truncate">
            <Name>{title}</Name>
          </h1>
          {mark && (
            <div className="before:-mr-2 flex h-6 min-w-0 shrink-99 flex-wrap gap-x-2 overflow-hidden before:h-6 empty:hidden md:max-w-1/2 md:shrink-0 print:hidden">
              {mark}
            </div>
          )}
          {meta && <div className="min-w-0 shrink-9999 truncate text-muted text-sm">{meta}</div>}
        </div>
        {actions && (
          <div className="flex shrink-9999 items-center gap-2 whitespace-nowrap print:hidden">
            {actions}
          </div>
        )}
      </div>
      {children && <div className="mt-1 text-muted text-sm">{children}</div>}
    </header>
  );
}

const headerLine = 'flex min-h-control items-center gap-4';

/** The place of a header while its page is loaded: as high as the header. Tabs follow it as they do there. */
export function PageHeaderSkeleton({ className = 'w-56' }: { className?: string }) {
  return (
    <header className="mb-6">
      <div className={headerLine}>
        <Skeleton className={classNames('h-7 max-w-full', className)} />
      </div>
    </header>
  );
}

/** First stop of the keyboard: past the navigation, to #main. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-md bg-ink px-4 py-2 font-semibold text-on-ink text-sm focus-visible:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}

// Title of a page with its actions.

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Name } from './name.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** Stands beside the title, such as a badge. */
  mark?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, mark, children, actions }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="min-w-0 text-3xl [overflow-wrap:anywhere]">{title}</h1>
          {mark}
        </div>
        {children && <div className="mt-1.5 text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}

/** First stop of the keyboard: past the navigation, to #main. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-md bg-ink px-4 py-2 font-semibold text-on-ink text-sm focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  );
}

interface BreadcrumbLink {
  label: string;
  href: string;
}

/**
 * The way from Home to this page; the last link is the page itself. A phone shows two: Home, and
 * the page above this one where there is one, for the page's own title stands right below.
 */
export function Breadcrumbs({ links }: { links: readonly BreadcrumbLink[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        {links.map((link, index) => (
          <li
            key={link.href}
            className="flex min-w-0 items-center gap-1.5 first:shrink-0 max-md:nth-3:hidden"
          >
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted" />}
            <Link
              to={link.href}
              title={link.label}
              aria-current={index === links.length - 1 ? 'page' : undefined}
              className="max-w-64 truncate rounded-sm px-1 py-1.5 font-medium text-muted hover:text-text aria-[current=page]:text-text"
            >
              <Name>{link.label}</Name>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

// The way from Home to this page, in the top bar.
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Name } from './name.tsx';

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
            {index > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />}
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

// The way from Home to this page, in the top bar.
import { ChevronRight } from 'lucide-react';
import { NavLink } from 'react-router';
import { Name } from './name.tsx';

interface BreadcrumbLink {
  label: string;
  href: string;
}

/**
 * The way from Home to this page; a last link to the page itself is marked as current, and left out where the title
 * below says the same. A phone shows two: Home, and the page above this one where there is one.
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
            <NavLink
              end
              to={link.href}
              title={link.label}
              className="max-w-64 truncate rounded-sm px-1 py-1.5 font-medium text-muted hover:text-text aria-[current=page]:text-text"
            >
              <Name>{link.label}</Name>
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

// The way from Home to this page, in the top bar.
import { ChevronRight } from 'lucide-react';
import { NavLink } from 'react-router';
import { Name } from './name.tsx';

interface BreadcrumbLink {
  label: string;
  href: string;
}

/**
 * The way from Home to this page. A link to the page itself is read out, and visible while the
 * keyboard is on it: otherwise its name appears once, in the title right below.
 */
export function Breadcrumbs({ links }: { links: readonly BreadcrumbLink[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        {links.map((link, index) => (
          <li
            key={link.href}
            className="flex min-w-0 items-center gap-1.5 first:shrink-0 not-first:has-aria-[current=page]:not-focus-within:sr-only"
          >
            {index > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />}
            <NavLink
              end
              to={link.href}
              title={link.label}
              className="max-w-96 truncate rounded-sm px-1 py-1.5 font-medium text-muted hover:text-text aria-[current=page]:text-text"
            >
              <Name>{link.label}</Name>
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

// The landing page's last lines.
import { Link } from 'react-router';
import { pages } from '#web/lib/pages.ts';
import { Logo } from '#web/ui/logo.tsx';

const links = [
  { to: pages.terms.href(), label: 'Terms' },
  { to: pages.privacy.href(), label: 'Privacy' },
  { to: pages.contact.href(), label: 'Contact' },
];

export function Footer() {
  return (
    <footer className="border-line border-t py-10">
      <div className="landing-measure flex flex-wrap items-center justify-between gap-6">
        <Logo />
        <nav aria-label="Legal" className="-mx-3 flex flex-wrap">
          {links.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="rounded-md px-3 py-2 text-muted text-sm hover:text-text"
            >
              {link.label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}

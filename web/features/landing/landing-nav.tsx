// Navbar of the landing page: anchors, theme, and the way in.
import { pages } from '#web/lib/pages.ts';
import { useTheme } from '#web/lib/theme.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';

const anchors = [
  { href: '#how-it-works', label: 'How it Works' },
  { href: '#pricing', label: 'Pricing' },
  { href: '#faqs', label: 'FAQs' },
];

export function LandingNav({ onLogin, isSignedIn }: { onLogin: () => void; isSignedIn: boolean }) {
  return (
    <header className="top-0 z-30 border-line border-b bg-canvas md:sticky">
      <div className="landing-measure flex flex-wrap items-center gap-x-2 pt-3 max-md:pb-1 md:h-16 md:pt-0">
        <a href="#main" aria-label="Tryout, to the top" className="mr-auto flex rounded-sm md:mr-8">
          <Logo />
        </a>
        <nav
          aria-label="Sections"
          className="-mx-3 mr-auto flex max-md:order-last max-md:mt-2 max-md:w-full"
        >
          {anchors.map((anchor) => (
            <a
              key={anchor.href}
              href={anchor.href}
              className="rounded-md px-3 py-2 font-medium text-muted text-sm hover:text-text"
            >
              {anchor.label}
            </a>
          ))}
        </nav>
        <ThemeToggle {...useTheme()} />
        {isSignedIn ? (
          <a href={pages.dashboard.href()} className={buttonStyle()}>
            Dashboard
          </a>
        ) : (
          <Button onClick={onLogin}>Login / Signup</Button>
        )}
      </div>
    </header>
  );
}

const links = [
  { href: pages.terms.href(), label: 'Terms' },
  { href: pages.privacy.href(), label: 'Privacy' },
  { href: pages.contact.href(), label: 'Contact' },
];

/** The landing page's last lines. */
export function Footer() {
  return (
    <footer className="border-line border-t py-10">
      <div className="landing-measure flex flex-wrap items-center justify-between gap-6">
        <Logo />
        <nav aria-label="Legal" className="-mx-3 flex flex-wrap">
          {links.map((link) => (
            <a
              key={link.href}
              href={link.href}
              className="rounded-md px-3 py-2 text-muted text-sm hover:text-text"
            >
              {link.label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}

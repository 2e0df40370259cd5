// The shared top bar (section 2): logo, trail, Settings and Logout, or Login.
import { useQuery } from '@tanstack/react-query';
import { LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { useSignOut } from '#web/entities/account/sign-out.ts';
import { useKeptCompany } from '#web/entities/workspace/kept-company.ts';
import { useTrail } from '#web/lib/breadcrumbs.ts';
import { pages } from '#web/lib/pages.ts';
import { useTheme } from '#web/lib/theme.ts';
import { leaveBy } from '#web/lib/unsaved-changes.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

export function TopBar() {
  const signIn = useQuery(signInQuery);
  const trail = useTrail();
  return (
    <header className="sticky top-0 z-30 h-14 print:hidden border-line border-b bg-canvas">
      <div className="creator-measure flex h-full items-center gap-2 px-4 sm:gap-5 sm:px-6">
        <Link
          to={signIn.data ? pages.dashboard.href() : pages.landing.href()}
          aria-label="Tryout"
          className="flex shrink-0 rounded-sm"
        >
          <Logo compact />
        </Link>
        <span aria-hidden className="h-5 w-px shrink-0 bg-line max-sm:hidden" />
        <Breadcrumbs links={trail} />
        <div className="ml-auto flex shrink-0 items-center">
          <ThemeToggle {...useTheme()} />
          {signIn.data ? <SignedInActions /> : <SignedOutActions pending={signIn.isPending} />}
        </div>
      </div>
    </header>
  );
}

function SignedInActions() {
  const signOut = useSignOut();
  useKeptCompany();
  return (
    <div className="-mr-3 flex items-center md:-mr-4">
      <WorkspaceSwitcher />
      <LinkButton
        to={pages.settings.href()}
        variant="quiet"
        compact
        icon={<Settings aria-hidden className="size-4" />}
      >
        Settings
      </LinkButton>
      <Button
        variant="quiet"
        compact
        icon={<LogOut aria-hidden className="size-4" />}
        busy={signOut.isPending}
        onClick={() => void leaveBy(signOut.mutate)}
      >
        Logout
      </Button>
    </div>
  );
}

function SignedOutActions({ pending }: { pending: boolean }) {
  if (pending) return null;
  return (
    <LinkButton to={pages.landing.href()} size="sm" className="ml-2">
      Login
    </LinkButton>
  );
}

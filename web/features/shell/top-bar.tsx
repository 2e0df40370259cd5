// The shared top bar (section 2): logo, trail, who is signed in to which workspace, Settings and Logout, or Login.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronsUpDown, CircleUser, LogOut, Mail, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { signInQuery, userInfoQuery } from '#web/entities/account/account.query.ts';
import { mayBeSignedIn } from '#web/entities/account/sign-in-sign.ts';
import { useSignOut } from '#web/entities/account/sign-out.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import { companyName } from '#web/entities/storage-keys.ts';
import { nameOf, useOpenWorkspace } from '#web/entities/workspace/open-workspace.ts';
import { workspacesQuery } from '#web/entities/workspace/workspace.query.ts';
import { useTrail } from '#web/lib/breadcrumbs.ts';
import { pages } from '#web/lib/pages.ts';
import { useTheme } from '#web/lib/theme.ts';
import { leaveBy } from '#web/lib/unsaved-changes.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';

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
          {signIn.data && <Identity />}
          <ThemeToggle {...useTheme()} />
          {signIn.data ? <SignedInActions /> : <SignedOutActions pending={signIn.isPending} />}
        </div>
      </div>
    </header>
  );
}

function SignedInActions() {
  const signOut = useSignOut();
  useStoreCompany();
  return (
    <div className="-mr-3 flex items-center md:-mr-4">
      <WorkspaceSwitcher />
      <AccountMenu onSignOut={() => void leaveBy(signOut.mutate)} />
      <LinkButton
        to={pages.settings.href()}
        variant="quiet"
        className="max-md:hidden"
        icon={<Settings aria-hidden className="size-4" />}
      >
        Settings
      </LinkButton>
      <Button
        variant="quiet"
        className="max-md:hidden"
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

/** Settings and Logout in a menu below 768 px, under the name of the signed-in person and the workspace. */
function AccountMenu({ onSignOut }: { onSignOut: () => void }) {
  const navigate = useNavigate();
  const name = usePersonName();
  const { current } = useWorkspaces();
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          compact
          className="md:hidden"
          icon={<CircleUser aria-hidden className="size-4" />}
        >
          Account
        </Button>
      }
      heading={
        name !== null && (
          <>
            <span className="sr-only">Signed in as </span>
            <Name className="block font-semibold text-text">{name}</Name>
            {current && nameOf(current) !== name && (
              <>
                <span className="sr-only">, workspace </span>
                <Name className="block">{nameOf(current)}</Name>
              </>
            )}
          </>
        )
      }
      items={[
        {
          id: 'settings',
          label: 'Settings',
          icon: <Settings aria-hidden className="size-4" />,
          onSelect: () => void navigate(pages.settings.href()),
        },
        {
          id: 'logout',
          label: 'Logout',
          icon: <LogOut aria-hidden className="size-4" />,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}

/** The name of the signed-in person, the email without one, or null until it is loaded. */
function usePersonName(): string | null {
  const person = useQuery(userInfoQuery).data;
  if (person === undefined) return null;
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}

/** 'Ada Lovelace · Little Fern', without the workspace where the switcher beside it has the name. */
function Identity() {
  const name = usePersonName();
  const { current, isSwitchable } = useWorkspaces();
  if (name === null) return null;
  const workspace = current && !isSwitchable ? nameOf(current) : name;
  return (
    <p className="mr-2 max-w-48 truncate text-muted text-sm max-md:hidden xl:max-w-80">
      <span className="sr-only">Signed in as </span>
      <Name>{name}</Name>
      {workspace !== name && (
        <>
          {' · '}
          <span className="sr-only">workspace </span>
          <Name>{workspace}</Name>
        </>
      )}
    </p>
  );
}

/** The person's workspaces, and whether there is another one to open. */
function useWorkspaces() {
  const { data = [] } = useQuery(workspacesQuery);
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const current = data.find((entry) => entry.current);
  return { data, invitations, current, isSwitchable: data.length + invitations.length > 1 };
}

/** Switches between workspaces; hidden for a person with one workspace and no invitation. */
function WorkspaceSwitcher() {
  const { data, invitations, current, isSwitchable } = useWorkspaces();
  const opening = useOpenWorkspace();
  const navigate = useNavigate();
  if (!isSwitchable || !current) return null;
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          compact
          busy={opening.isPending}
          icon={<ChevronsUpDown aria-hidden className="size-4" />}
        >
          <span className="block max-w-40 truncate lg:max-w-56">
            <span className="sr-only">Workspace: </span>
            <Name>{nameOf(current)}</Name>
          </span>
        </Button>
      }
      items={[
        ...data.map((entry) => ({
          id: entry._id,
          label: <Name className="max-w-64 truncate">{nameOf(entry)}</Name>,
          icon: <Check aria-hidden className={entry.current ? 'size-4' : 'invisible size-4'} />,
          disabled: entry.current,
          onSelect: () => void leaveBy(() => opening.mutate(entry)),
        })),
        ...invitations.map((invitation) => ({
          id: invitation._id,
          label: (
            <span className="flex min-w-0 gap-1">
              <Name className="max-w-48 truncate">{nameOf(invitation)}</Name> invites you
            </span>
          ),
          icon: <Mail aria-hidden className="size-4 text-accent" />,
          onSelect: () => void navigate(pages.invitation.href()),
        })),
      ]}
    />
  );
}

/** Writes the name of the current workspace to this tab's session storage (section 3). */
function useStoreCompany(): void {
  const client = useQueryClient();
  const company = useQuery(userInfoQuery).data?.company;
  useEffect(() => {
    // The answer may have arrived after the sign-in's end, which has cleared the storage: here, or in another tab.
    const isSignedIn = mayBeSignedIn() && client.getQueryData(signInQuery.queryKey);
    if (company === undefined || !isSignedIn) return;
    if (company === '') companyName.clear();
    else companyName.write(company);
  }, [client, company]);
}

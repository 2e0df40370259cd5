// Actions of a page, in its header: buttons and a menu with rarer actions; below 1,024 px one menu with all of them.
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { buttonStyle, compactStyle } from './button.style.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { LinkButton } from './link-button.tsx';
import { Menu } from './menu.tsx';

export interface Action {
  id: string;
  label: string;
  icon: ReactNode;
  tone?: 'danger';
  /** A press; the page that it leads to; or the address of the file that it downloads. */
  does: (() => void) | { to: string } | { download: string };
  /** Loads what the action needs, before the press: runs once its menu is pointed at or has the focus. */
  ahead?: () => void;
}

interface ActionBarProps {
  actions: readonly Action[];
  /** Rarer actions, which are in the menu at every width. */
  more?: readonly Action[];
}

export function ActionBar({ actions, more = [] }: ActionBarProps) {
  const all = [...actions, ...more];
  const [only] = all;
  if (only === undefined) return null;
  // A menu of one would be a press more.
  if (all.length === 1) return <ActionButton {...only} compact />;
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action.id} {...action} className="max-lg:hidden" />
      ))}
      {more.length > 0 && <ActionMenu actions={more} className="max-lg:hidden" />}
      <ActionMenu actions={all} className="lg:hidden" />
    </>
  );
}

function ActionMenu({ actions, className }: { actions: readonly Action[]; className: string }) {
  const navigate = useNavigate();
  const run = (does: Action['does']) => {
    if (typeof does === 'function') does();
    else if ('to' in does) void navigate(does.to);
    else Object.assign(document.createElement('a'), { href: does.download, download: '' }).click();
  };
  return (
    <Menu
      trigger={
        <IconButton
          label="More actions"
          icon={<Ellipsis aria-hidden className="size-4" />}
          className={classNames('border border-line-control bg-surface', className)}
        />
      }
      onAhead={() => {
        for (const { ahead } of actions) ahead?.();
      }}
      items={actions.map(({ does, ahead: _, ...item }) => ({ ...item, onSelect: () => run(does) }))}
    />
  );
}

interface ActionButtonProps extends Action {
  compact?: boolean;
  className?: string;
}

function ActionButton({ label, icon, does, compact = false, className }: ActionButtonProps) {
  const look = { variant: 'secondary', icon, compact, className } as const;
  if (typeof does === 'function') {
    return (
      <Button {...look} onClick={does}>
        {label}
      </Button>
    );
  }
  if ('to' in does) {
    return (
      <LinkButton to={does.to} {...look}>
        {label}
      </LinkButton>
    );
  }
  return (
    <a
      href={does.download}
      download
      className={classNames(buttonStyle('secondary'), compact && compactStyle, className)}
    >
      {icon}
      <span className={compact ? 'max-md:sr-only' : undefined}>{label}</span>
    </a>
  );
}

// Keys of a player: the handler of its region, and the dialog that lists the keys that it offers.
import { Keyboard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type KeyActions, keyHelp, pressKey } from './player-keys.ts';

export interface PlayerKeys {
  onKeyDown: (event: Parameters<typeof pressKey>[0]) => void;
  toggleHelp: () => void;
  /** The dialog with the keys; render it once. */
  help: ReactNode;
}

/** @param actions what the player offers now, without the help */
export function usePlayerKeys(actions: KeyActions): PlayerKeys {
  const [isOpen, setOpen] = useState(false);
  const toggleHelp = () => setOpen(!isOpen);
  const all = { ...actions, help: toggleHelp };
  return {
    onKeyDown: (event) => pressKey(event, all),
    toggleHelp,
    help: <KeyHelp open={isOpen} actions={all} onClose={() => setOpen(false)} />,
  };
}

export function KeyHelpButton({ keys }: { keys: PlayerKeys }) {
  return (
    <IconButton
      label="Keyboard shortcuts (?)"
      // A phone has no keys.
      className="max-sm:hidden"
      icon={<Keyboard aria-hidden className="size-5" />}
      onClick={keys.toggleHelp}
    />
  );
}

interface KeyHelpProps {
  open: boolean;
  actions: KeyActions;
  onClose: () => void;
}

function KeyHelp({ open, actions, onClose }: KeyHelpProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They work while the focus is in the player or in the list beside it."
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {keyHelp(actions).map(({ keys, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

// A modal dialog on the browser's own <dialog>: focus, Escape and the inert page come with it.
import { X } from 'lucide-react';
import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface DialogProps {
  open: boolean;
  /** Asked for by Escape, the close button, or a press beside the dialog unless something is typed in it. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Actions at the bottom, the main one last. */
  actions?: ReactNode;
  /** Content under the actions that is not part of the task. */
  below?: ReactNode;
  /** A sheet comes from below, over the whole width. */
  size?: keyof typeof sizes;
}

/** Fields whose content a slip of the hand would lose. */
const TEXTS = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=search])';

// The top of a dialog does not move when a message makes it higher.
const floating = 'mt-[12dvh] max-h-[84dvh] w-[calc(100%-2rem)]';
const sizes = {
  sm: `${floating} max-w-md`,
  lg: `${floating} max-w-4xl`,
  sheet: 'mt-auto mb-0 max-h-[88dvh] w-full max-w-none rounded-b-none',
};

export function Dialog({ open, onClose, title, description, ...rest }: DialogProps) {
  const { children, actions, below, size = 'sm' } = rest;
  const element = useRef<HTMLDialogElement>(null);
  /** Since it was opened. */
  const typed = useRef(false);
  const id = useId();

  // Before it leaves the page, also when its owner takes it away: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open || dialog === null) return;
    typed.current = false;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);

  const pressBeside = (event: MouseEvent) => {
    if (event.target === element.current && !typed.current) onClose();
  };
  const noteTyped = ({ target }: FormEvent) => {
    if (target instanceof Element && target.matches(TEXTS)) typed.current = true;
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog by Escape.
    <dialog
      ref={element}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={pressBeside}
      onInput={noteTyped}
      className={classNames(
        'whitespace-normal rounded-xl border border-line bg-raised shadow-lg',
        sizes[size],
      )}
    >
      {open && (
        <div className="grid gap-5 p-6 sm:p-7">
          <header className="grid gap-1.5 pr-8">
            <h2 id={`${id}-title`} className="text-xl">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="text-muted">
                {description}
              </p>
            )}
          </header>
          {children}
          {actions && <footer className="flex flex-wrap justify-end gap-3">{actions}</footer>}
          {below}
          <IconButton
            label="Close dialog"
            icon={<X className="size-5" />}
            className="absolute top-4 right-4"
            onClick={onClose}
          />
        </div>
      )}
    </dialog>
  );
}

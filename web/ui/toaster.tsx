// Shows sentences above everything, dialogs included; once a page. What it shows belongs to the caller (lib/toasts.ts).
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'danger';
  text: string;
  /** Buttons beside the sentence. */
  actions: readonly ToastAction[];
}

export interface ToastAction {
  label: string;
  /** Called when the button is pressed; the toast goes then. */
  does: () => void;
  /** It takes back what the sentence reports, and Ctrl Z presses it too. */
  isUndo?: boolean;
}

interface ToasterProps {
  toasts: readonly Toast[];
  /** While a toast is looked at, and when that is over. */
  onHold: (id: number) => void;
  onRelease: (id: number) => void;
  onDismiss: (id: number) => void;
}

export function Toaster({ toasts, ...on }: ToasterProps) {
  const element = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;

  // Opened again with each toast, because the last element of the top layer covers an open dialog.
  useEffect(() => {
    const layer = element.current;
    if (layer === null || newest === undefined) return;
    layer.showPopover();
    return () => layer.hidePopover();
  }, [newest]);

  const undo = toasts.flatMap(({ actions }) => actions).findLast(({ isUndo }) => isUndo)?.does;
  useEffect(() => {
    if (undo === undefined) return;
    const press = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [undo]);

  return (
    <section
      ref={element}
      popover="manual"
      aria-label="Notifications"
      aria-live="polite"
      className="fixed inset-auto right-0 bottom-0 m-0 w-full max-w-md bg-transparent p-4 open:grid open:gap-2"
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} {...on} />
      ))}
    </section>
  );
}

/** Ctrl Z or ⌘ Z, except in a field, where they take back what was typed. */
function isUndoKey(event: KeyboardEvent): boolean {
  const isPressed = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isPressed || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return false;
  const isField = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
  return !(event.target instanceof Element && event.target.closest(isField));
}

function ToastItem({ toast, ...on }: Omit<ToasterProps, 'toasts'> & { toast: Toast }) {
  const failed = toast.tone === 'danger';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <div
      role={failed ? 'alert' : 'status'}
      onPointerEnter={() => on.onHold(toast.id)}
      onPointerLeave={() => on.onRelease(toast.id)}
      className={classNames(
        'appear flex items-start gap-3 rounded-lg py-3 pr-2 pl-4 shadow-lg forced-colors:border',
        failed ? 'bg-danger-solid text-on-danger' : 'bg-ink text-on-ink',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 grow text-sm leading-6">{toast.text}</p>
      {toast.actions.map(({ label, does, isUndo }) => (
        <button
          key={label}
          type="button"
          {...(isUndo && { 'aria-keyshortcuts': 'Control+Z', title: 'Undo (Ctrl Z)' })}
          className="h-6 shrink-0 rounded-sm px-1.5 font-semibold text-sm underline underline-offset-4 outline-current hover:opacity-70"
          onFocus={() => on.onHold(toast.id)}
          onBlur={() => on.onRelease(toast.id)}
          onClick={() => {
            does();
            on.onDismiss(toast.id);
          }}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-6 shrink-0 place-items-center rounded-sm outline-current hover:opacity-70"
        onClick={() => on.onDismiss(toast.id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

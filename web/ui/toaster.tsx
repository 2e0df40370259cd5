// Shows sentences above everything, dialogs included; once a page. What it shows belongs to the caller (lib/toasts.ts).
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'danger';
  text: string;
  /** A button beside the sentence, such as Undo. The toast goes when it is pressed. */
  action?: { label: string; does: () => void } | undefined;
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
      {toast.action && (
        <button
          type="button"
          onFocus={() => on.onHold(toast.id)}
          onBlur={() => on.onRelease(toast.id)}
          className="h-6 shrink-0 rounded-sm px-1 font-semibold text-sm underline underline-offset-4 outline-current hover:opacity-70"
          onClick={() => {
            on.onDismiss(toast.id);
            toast.action?.does();
          }}
        >
          {toast.action.label}
        </button>
      )}
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

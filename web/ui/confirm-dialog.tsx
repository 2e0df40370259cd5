// Asks before something that cannot be taken back, and stays until it is done.
import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  /** Shown on the button while running, such as 'Deleting...'. */
  busyLabel: string;
  busy?: boolean;
  error?: string | undefined;
  /** Holds the confirmation back, for instance until a word has been typed. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ open, title, children, onCancel, ...rest }: ConfirmDialogProps) {
  const { busy = false, error, confirmLabel, busyLabel, confirmDisabled, onConfirm } = rest;
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={cancel} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy}
            busyLabel={busyLabel}
            disabled={confirmDisabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
          {/* Below the buttons: they keep their place. */}
          {error && (
            <Alert tone="danger" className="basis-full">
              {error}
            </Alert>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-muted">{children}</div>
    </Dialog>
  );
}

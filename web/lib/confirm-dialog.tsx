// Confirmation of an action that cannot be undone. The dialog owns the action's promise: it shows that the action runs
// and why it failed, and closes when it has succeeded. A page mounts it while it is open; the browser then returns the
// focus.
import { type ReactNode, useState } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Failure, failureText } from './api-error.ts';

interface ConfirmDialogProps {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  /** Shown on the button while the action runs, such as 'Deleting...'. */
  busyLabel: string;
  /** Holds the confirmation back, for instance until a word has been typed. */
  confirmDisabled?: boolean;
  onConfirm: () => Promise<unknown>;
  /** Shown when the action fails. A dialog without it leaves the report to the action. */
  failed?: Failure;
  /** The dialog closes after a failure too, which the action reports. */
  closesOnFailure?: boolean;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  children,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const { confirmLabel, busyLabel, confirmDisabled, failed, closesOnFailure = false } = rest;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      console.warn('The confirmed action failed.', error);
      if (closesOnFailure) onClose();
      setFailure(failed && failureText(failed, error));
    }
    setBusy(false);
  };
  const cancel = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      open
      onClose={cancel}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            busyLabel={busyLabel}
            disabled={confirmDisabled}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
          {/* The message is below the buttons, so that they do not move. */}
          {failure && (
            <Alert tone="danger" className="basis-full">
              {failure}
            </Alert>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-muted">{children}</div>
    </Dialog>
  );
}

// Asks why a session is left out of all numbers; the reason stays with it.
import { useState } from 'react';
import { exclusionInput } from '#contract/outcomes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface ExcludeDialogProps {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  /** Rejects when it was not saved. */
  onExclude: (reason: string) => Promise<void>;
}

export function ExcludeDialog({ open, busy, onClose, onExclude }: ExcludeDialogProps) {
  const [reason, setReason] = useState('');
  const parsed = exclusionInput.shape.reason.safeParse(reason);
  const isTooLong = reason.trim() !== '' && !parsed.success;
  const close = () => {
    setReason('');
    onClose();
  };
  const exclude = () => {
    if (busy || !parsed.success || parsed.data === null) return;
    // A corner of the page says what went wrong; the reason stays.
    onExclude(parsed.data).then(close, () => undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Leave out of the numbers"
      description="The recording stays. Nothing of it counts in any number until you take it in again."
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button busy={busy} disabled={!parsed.success} onClick={exclude}>
            Leave out
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          exclude();
        }}
      >
        <TextField
          label="Reason"
          dir="auto"
          hint="For example: a test run, or a colleague."
          error={isTooLong ? parsed.error.issues[0]?.message : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

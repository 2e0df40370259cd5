// Confirmation of a test's deletion, with its consequences.
import type { Test } from '#contract/tests.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { Name } from '#web/ui/name.tsx';

export type Doomed = Pick<Test, '_id' | 'company' | 'name' | 'count_of_recordings'>;

interface DeleteTestDialogProps {
  test: Doomed;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function DeleteTestDialog({ test, ...on }: DeleteTestDialogProps) {
  return (
    <ConfirmDialog
      title="Delete this test?"
      confirmLabel="Delete test"
      busyLabel="Deleting..."
      {...on}
    >
      <Consequence test={test} />
    </ConfirmDialog>
  );
}

function Consequence({ test: { name, count_of_recordings: count } }: { test: Doomed }) {
  const recordings =
    count === 0 ? '' : ` with its ${count === 1 ? 'recording' : `${count} recordings`}`;
  return (
    <p>
      “<Name>{name}</Name>” is deleted for good{recordings}. Its share link stops working at once.
    </p>
  );
}

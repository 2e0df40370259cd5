// Asks before a page with unsaved changes is left for another one; stands once around all pages.
import { useBlocker } from 'react-router';
import { hasUnsavedChanges, useWaitingLeave } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export function UnsavedGuard() {
  // Another tab of the same page keeps its forms, see ui/tabs.tsx.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  const other = useWaitingLeave();
  const stay = () => {
    blocker.reset?.();
    other.answer(false);
  };
  const leave = () => {
    blocker.proceed?.();
    other.answer(true);
  };
  return (
    <Dialog
      open={blocker.state === 'blocked' || other.waits}
      onClose={stay}
      title="Leave without saving?"
      description={
        other.isElsewhere
          ? 'What you changed in another tab is not saved yet, and that tab comes along.'
          : 'What you changed on this page is not saved yet.'
      }
      actions={
        <>
          <Button variant="secondary" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={leave}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}

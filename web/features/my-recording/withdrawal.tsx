// Withdraws a participant's recording after a confirmation, and deletes its unsent pieces in this browser.
import { useState } from 'react';
import { openSpool } from '#capture/spool/open-spool.ts';
import type { PrivateToken } from '#contract/ids.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { withdrawRecording } from '#web/entities/my-recording/own-recording.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';

interface WithdrawalProps {
  token: PrivateToken;
  recording: MyRecording;
  onDone: () => void;
}

export function Withdrawal({ token, recording, onDone }: WithdrawalProps) {
  const [isAsking, setAsking] = useState(false);
  const withdraw = async () => {
    await withdrawRecording(token);
    await forgetHere(recording);
    onDone();
  };
  return (
    <Card aria-labelledby="withdrawal" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="withdrawal" className="text-lg">
          Withdraw it
        </h2>
        <p className="text-muted text-sm">
          The video, your voice and its text, clicks and answers are deleted, with the notes and
          clips that others made of them. <Name>{recording.company || 'The team'}</Name> sees that
          one recording was withdrawn, and nothing else.
        </p>
      </div>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Withdraw my recording
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw your recording?"
          confirmLabel="Withdraw"
          busyLabel="Withdrawing…"
          onConfirm={withdraw}
          failed="The recording could not be withdrawn. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>Everything stored of it is deleted and can’t be restored.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** The server rejects pieces that are still waiting for an upload, so they are deleted at once. */
async function forgetHere({ sessionId }: MyRecording): Promise<void> {
  try {
    const spool = await openSpool();
    await spool.remove(sessionId);
    await spool.forgetAnswers(sessionId);
    spool.close();
  } catch (error) {
    console.warn('Its data in this browser is deleted with the next visit to the link.', error);
  }
}

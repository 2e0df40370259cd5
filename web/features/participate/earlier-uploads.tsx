// What an earlier visit left in this browser is being sent: says so, above everything else.
import { use } from 'react';
import type { PendingUpload, PendingUploads } from '#capture/run/pending-uploads.ts';
import { isGone } from '#capture/upload/call.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { UploadBar } from './upload-bar.tsx';
import { refusalText } from './upload-status.ts';

export function EarlierUploads({ uploads }: { uploads: Promise<PendingUploads> }) {
  const pending = use(uploads);
  const entries = useStore(pending);
  const retry = () => {
    pending.retry().catch((error) => console.error('Trying again failed.', error));
  };
  return entries.map((entry) => <Entry key={entry.sessionId} entry={entry} onRetry={retry} />);
}

function Entry({ entry, onRetry }: { entry: PendingUpload; onRetry: () => void }) {
  const { upload, testName } = entry;
  if (upload === null) {
    return (
      <Alert tone="info" title="A recording is open in another tab">
        ‘{testName}’ is being recorded or uploaded there. You can go on in that tab.
      </Alert>
    );
  }
  if (upload.phase === 'done') {
    return (
      <Alert tone="success" title="Your earlier recording has arrived">
        ‘{testName}’ was interrupted. What was recorded until then is uploaded now; there is nothing
        left to do for it.
      </Alert>
    );
  }
  if (upload.phase === 'failed') {
    return (
      <Alert tone="warning" title="Your earlier recording could not be uploaded">
        <p>
          ‘{testName}’: {upload.problem && refusalText(upload.problem)}
        </p>
        {!(upload.problem && isGone(upload.problem)) && (
          <Button className="mt-2" size="sm" variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Alert>
    );
  }
  return (
    <Alert tone="info" title="Uploading your earlier recording">
      <p className="mb-3">
        ‘{testName}’ was interrupted. What was recorded until then is uploaded now
        {upload.connected
          ? '; please keep this tab open.'
          : ' as soon as the server can be reached.'}
      </p>
      <UploadBar upload={upload} />
    </Alert>
  );
}

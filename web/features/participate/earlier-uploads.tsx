// Banner above everything else while an earlier visit's recording is being uploaded.
import { use } from 'react';
import type { PendingUpload, PendingUploads } from '#capture/run/pending-uploads.ts';
import { isGone } from '#capture/upload/call.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { refusalText, UploadBar } from './upload-bar.tsx';

export function EarlierUploads({ uploads }: { uploads: Promise<PendingUploads> }) {
  const pending = use(uploads);
  const entries = useStore(pending);
  const retry = () => {
    pending.retry().catch((error) => console.error('Trying again failed.', error));
  };
  return entries.map(({ sessionId, upload }) => (
    <Entry key={sessionId} upload={upload} onRetry={retry} />
  ));
}

/** The banner contains neither test nor person, because another person may use this browser now. */
function Entry({ upload, onRetry }: Pick<PendingUpload, 'upload'> & { onRetry: () => void }) {
  if (upload === null) {
    return (
      <Alert tone="info" title="A recording is open in another tab">
        It is being recorded or uploaded there. You can continue in that tab.
      </Alert>
    );
  }
  if (upload.phase === 'done') {
    return (
      <Alert tone="success" title="An interrupted recording is uploaded">
        It was recorded in this browser earlier and is now uploaded. You don’t need to do anything.
      </Alert>
    );
  }
  if (upload.phase === 'failed') {
    return (
      <Alert tone="warning" title="An interrupted recording could not be uploaded">
        <p>It was made in this browser earlier. {upload.problem && refusalText(upload.problem)}</p>
        {!(upload.problem && isGone(upload.problem)) && (
          <Button className="mt-2" size="sm" variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Alert>
    );
  }
  return (
    <div data-keep-open>
      <Alert tone="info" title="Uploading an interrupted recording">
        <p className="mb-3">
          It was made in this browser earlier. What was recorded until then is uploaded now
          {upload.connected
            ? '; please keep this tab open.'
            : ' as soon as the server can be reached.'}
        </p>
        <UploadBar upload={upload} />
      </Alert>
    </div>
  );
}

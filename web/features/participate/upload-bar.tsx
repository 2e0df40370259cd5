// How much of a recording has arrived, by bytes.
import { Check } from 'lucide-react';
import type { UploadState } from '#capture/upload/session-upload.ts';
import { Progress, Spinner } from '#web/ui/loading.tsx';

export function UploadBar({ upload }: { upload: UploadState }) {
  const { phase, storedBytes, spooledBytes } = upload;
  return (
    <div className="grid w-full gap-2">
      <Progress label="Uploaded" value={spooledBytes === 0 ? null : storedBytes / spooledBytes} />
      <p
        aria-hidden
        className="flex items-center justify-center gap-2 text-muted text-sm tabular-nums"
      >
        {phase === 'done' && <Check className="size-4" />}
        {phase !== 'done' && phase !== 'failed' && <Spinner size="sm" />}
        {megabytes(storedBytes)} of {megabytes(spooledBytes)} MB
      </p>
    </div>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

// Progress of an upload: the bar, and the sentence that the participant reads.
import { Check } from 'lucide-react';
import { type Failure, isGone } from '#capture/upload/call.ts';
import type { UploadState } from '#capture/upload/session-upload.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Progress, Spinner } from '#web/ui/loading.tsx';

export function UploadBar({ upload }: { upload: UploadState }) {
  const { phase, storedBytes, spooledBytes } = upload;
  // Nothing was recorded.
  if (phase === 'done' && spooledBytes === 0) return null;
  // All bytes have arrived, and the last call has not been answered.
  const isFinishing = phase === 'finishing' && storedBytes >= spooledBytes;
  return (
    <div className="grid w-full gap-2">
      <Progress label="Uploaded" value={spooledBytes === 0 ? null : storedBytes / spooledBytes} />
      <p
        aria-hidden
        className="flex items-center justify-center gap-2 text-muted text-sm tabular-nums"
      >
        {phase === 'done' && <Check className="size-4" />}
        {phase !== 'done' && phase !== 'failed' && <Spinner size="sm" />}
        {isFinishing ? 'Finishing…' : `${megabytes(storedBytes)} of ${megabytes(spooledBytes)} MB`}
      </p>
    </div>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

export interface UploadStatus {
  title: string;
  text: string;
  tone: 'busy' | 'done' | 'failed';
  canRetry: boolean;
}

/** The end of every upload. */
export const uploaded: UploadStatus = {
  title: 'Files Uploaded Successfully! ✅. Safe to close now.',
  text: 'Thank you for taking part. You can close this tab.',
  tone: 'done',
  canRetry: false,
};

/** The end without a recording. */
const sent: UploadStatus = {
  ...uploaded,
  title: 'Everything is sent ✅. Safe to close now.',
};

interface ConnectionView {
  /** Lost for LONG_LOST_MS. */
  isLongLost: boolean;
  /** An attempt that the participant requested is running. */
  isRetrying: boolean;
  /** Nothing was recorded: clicks and answers alone are sent. */
  isAlone?: boolean;
}

/** Converts the upload's state to what the participant reads (specification, section 4). */
export function uploadStatus(upload: UploadState, view: ConnectionView): UploadStatus {
  const { phase, problem } = upload;
  if (phase === 'done') return view.isAlone ? sent : uploaded;
  if (phase === 'nothing') {
    return {
      title: 'Nothing was recorded',
      text: 'The recording ended before it began. Reload this page to take the test.',
      tone: 'failed',
      canRetry: false,
    };
  }
  if (phase === 'failed') {
    const wasRefused = (problem?.status ?? 0) > 0;
    return {
      title: wasRefused ? 'Upload Failed ❌' : 'Upload Error ❌',
      text: problem ? refusalText(problem) : '',
      tone: 'failed',
      canRetry: problem === null || !isGone(problem),
    };
  }
  if (!upload.connected && problem?.code !== PACED) return disconnected(upload, view);
  const text = 'Please keep this tab open until everything has arrived.';
  return { title: 'Uploading...', text, tone: 'busy', canRetry: false };
}

/** The server accepts the rest later, when the recording can be that long; nothing failed. */
const PACED: ErrorCode = 'ahead_of_time';

/** Recorded pieces wait for the next attempt. */
function disconnected(
  upload: UploadState,
  { isLongLost, isRetrying }: ConnectionView,
): UploadStatus {
  const answered = lastingAnswer(upload);
  if (!answered && !isLongLost) {
    const text =
      'The connection is lost for the moment. The upload continues automatically; please keep this tab open.';
    return { title: 'Uploading...', text, tone: 'busy', canRetry: false };
  }
  const why = answered?.message ?? 'The server cannot be reached.';
  return {
    title: answered ? 'Upload Failed ❌' : 'Upload Error ❌',
    text: isRetrying ? 'Trying again… Please keep this tab open.' : `${why} ${retryText}`,
    tone: 'busy',
    canRetry: true,
  };
}

const retryText =
  'Your recording is kept in this browser and sent again every few seconds: please keep this tab open.';

/** One failed request is normal, for example when a server restarts behind its proxy. */
const PASSING_FAILURES = 1;

/** Returns the server's rejection of the recording, or null after a network error or a server error. */
function lastingAnswer({ problem, failures }: UploadState): Failure | null {
  if (!problem || problem.status === 0) return null;
  return failures > PASSING_FAILURES || problem.retryAfterMs !== undefined ? problem : null;
}

/** Statuses of a deleted session or test; the next visit deletes its pieces. */
const goneStatuses = new Set([401, 404, 410]);
/** Codes for pieces that this browser has lost. */
const lostCodes = new Set(['lost_between', 'left_spool']);

/** Returns why a recording was rejected, and whether this browser still has it. */
export function refusalText({ status, code, message }: Failure): string {
  if (goneStatuses.has(status)) {
    return 'The recording or its test has been deleted, so the upload has stopped.';
  }
  return lostCodes.has(code) ? message : `${message} The recording is kept in this browser.`;
}

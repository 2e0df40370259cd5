// Upload state → what the participant reads (specification, section 4).
import type { UploadState } from '#capture/upload/session-upload.ts';

export interface UploadStatus {
  title: string;
  text: string;
  tone: 'busy' | 'done' | 'failed';
  canRetry: boolean;
}

const done: UploadStatus = {
  title: 'Files Uploaded Successfully! ✅. Safe to close now.',
  text: 'Thank you for taking part.',
  tone: 'done',
  canRetry: false,
};

/** @param isLongLost the connection has been away for longer than a hiccup. */
export function uploadStatus(upload: UploadState, isLongLost: boolean): UploadStatus {
  const { phase, problem, connected } = upload;
  if (phase === 'done') return done;
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
      text: `${problem?.message ?? ''} Your recording is kept in this browser.`.trim(),
      tone: 'failed',
      canRetry: true,
    };
  }
  if (!connected && isLongLost) {
    return {
      title: 'Upload Error ❌',
      text: 'The server cannot be reached. It goes on by itself as soon as it can; please keep this tab open.',
      tone: 'busy',
      canRetry: true,
    };
  }
  const text = connected
    ? 'Please keep this tab open; it does not take long.'
    : 'The connection is lost for the moment. It goes on by itself; please keep this tab open.';
  return { title: 'Uploading...', text, tone: 'busy', canRetry: false };
}

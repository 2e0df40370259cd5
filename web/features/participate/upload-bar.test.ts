// Table test of what is read of an upload, from the first byte to the last.
import { expect, it } from 'vitest';
import type { UploadState } from '#capture/upload/session-upload.ts';
import { uploadStatus } from './upload-bar.tsx';

const state = (part: Partial<UploadState>): UploadState => ({
  phase: 'finishing',
  storedBytes: 0,
  spooledBytes: 10,
  connected: true,
  failures: 0,
  problem: null,
  ...part,
});
const problem = (status: number) =>
  ({ kind: 'refused', status, code: 'x', message: 'A sentence.' }) as const;
const failing = (
  failures: number,
  part: { status: number; retryAfterMs?: number; code?: string },
) =>
  state({
    connected: false,
    failures,
    problem: { kind: 'busy', code: 'internal', message: 'A sentence.', ...part },
  });

it.each<[string, UploadState, boolean, string, boolean]>([
  ['sending', state({}), false, 'Uploading...', false],
  ['a hiccup', state({ connected: false }), false, 'Uploading...', false],
  ['a long outage', state({ connected: false }), true, 'Upload Error ❌', true],
  ['no answer for long', failing(9, { status: 0 }), true, 'Upload Error ❌', true],
  ['no answer for a moment', failing(3, { status: 0 }), false, 'Uploading...', false],
  ['one failed answer', failing(1, { status: 500 }), false, 'Uploading...', false],
  ['failed answers', failing(2, { status: 500 }), false, 'Upload Failed ❌', true],
  [
    'told to wait',
    failing(1, { status: 503, retryAfterMs: 9000 }),
    false,
    'Upload Failed ❌',
    true,
  ],
  [
    'paced by the server',
    failing(5, { status: 429, retryAfterMs: 9000, code: 'ahead_of_time' }),
    true,
    'Uploading...',
    false,
  ],
  [
    'arrived',
    state({ phase: 'done' }),
    false,
    'Files Uploaded Successfully! ✅. Safe to close now.',
    false,
  ],
  ['refused', state({ phase: 'failed', problem: problem(413) }), false, 'Upload Failed ❌', true],
  ['deleted', state({ phase: 'failed', problem: problem(404) }), false, 'Upload Failed ❌', false],
  ['broken here', state({ phase: 'failed', problem: problem(0) }), false, 'Upload Error ❌', true],
  ['nothing there', state({ phase: 'nothing' }), false, 'Nothing was recorded', false],
])('%s', (...[, upload, isLongLost, title, canRetry]) => {
  const status = uploadStatus(upload, { isLongLost, isRetrying: false });
  expect(status).toMatchObject({ title, canRetry });
});

it("a failed answer's sentence stands below its title, with what is kept and what to do", () => {
  const { text } = uploadStatus(failing(2, { status: 500 }), {
    isLongLost: false,
    isRetrying: false,
  });
  expect(text).toBe(
    'A sentence. Your recording is kept in this browser and sent again every few seconds: please keep this tab open.',
  );
});

it('says that it tries again, under the same title', () => {
  const view = { isLongLost: true, isRetrying: true };
  expect(uploadStatus(state({ connected: false, failures: 4 }), view)).toMatchObject({
    title: 'Upload Error ❌',
    text: 'Trying again… Please keep this tab open.',
  });
});

it.each([
  [0, 'x', 'A sentence. The recording is kept in this browser.'],
  [0, 'lost_between', 'A sentence.'],
  [0, 'left_spool', 'A sentence.'],
  [404, 'http_404', 'The recording or its test has been deleted, so the upload has stopped.'],
])('promises no recording that is lost: %i %s', (status, code, text) => {
  const failed = state({ phase: 'failed', problem: { ...problem(status), code } });
  expect(uploadStatus(failed, { isLongLost: false, isRetrying: false }).text).toBe(text);
});

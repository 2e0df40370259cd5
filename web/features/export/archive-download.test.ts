// The download of an archive resumes after a break, ends when it is cancelled, and stops after a rejection.
import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { ArchiveDownload, SLICE_BYTES } from './archive-download.ts';

const sizeBytes = 2 * SLICE_BYTES + 5;
const file = Uint8Array.from({ length: sizeBytes }, (_, at) => at % 251);
const sliceOf = (start: number, end: number) => new Blob([file.subarray(start, end)]);

function downloadOf(fail: (start: number) => Error | null) {
  const starts: number[] = [];
  const saved: Blob[] = [];
  const download = new ArchiveDownload({
    sizeBytes,
    read: async (start, end) => {
      starts.push(start);
      const error = fail(start);
      if (error) throw error;
      return sliceOf(start, end);
    },
    save: (blob) => saved.push(blob),
  });
  return { download, starts, saved };
}

it('goes on at the byte where it broke off, and is the whole file', async () => {
  let isBroken = true;
  const { download, starts, saved } = downloadOf((start) =>
    isBroken && start === SLICE_BYTES ? new TypeError('network') : null,
  );
  await download.start();
  expect(download.state.getSnapshot()).toMatchObject({
    kind: 'broken',
    doneBytes: SLICE_BYTES,
    canGoOn: true,
  });
  isBroken = false;
  await download.start();
  expect(download.state.getSnapshot()).toEqual({ kind: 'done' });
  expect(starts).toEqual([0, SLICE_BYTES, SLICE_BYTES, 2 * SLICE_BYTES]);
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(Buffer.from(bytes).equals(Buffer.from(file))).toBe(true);
});

it('says why it cannot go on', async () => {
  const over = new ApiError(410, { code: 'export_over', message: 'Make the export again.' });
  const { download } = downloadOf(() => over);
  await download.start();
  expect(download.state.getSnapshot()).toEqual({
    kind: 'broken',
    doneBytes: 0,
    message: 'Make the export again.',
    canGoOn: false,
  });
});

it('saves nothing once it is cancelled, and begins from the start then', async () => {
  const { download, starts, saved } = downloadOf((start) => {
    if (start === SLICE_BYTES && starts.length === 2) download.cancel();
    return null;
  });
  await download.start();
  expect([download.state.getSnapshot(), saved.length]).toEqual([{ kind: 'idle' }, 0]);
  await download.start();
  expect([starts[2], saved.length]).toEqual([0, 1]);
});

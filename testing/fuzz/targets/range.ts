// `Range` as anything: a stretch within the file, the whole file, or 416.
import fc from 'fast-check';
import { AppError } from '#contract/errors.ts';
import { requestedRange } from '#server/platform/http/send-file.ts';
import type { Video } from '#server/recordings/recording-video.read.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const pieces = [
  'bytes',
  'Bytes=',
  'bytes=',
  '-',
  '0-',
  '0-99',
  '-5',
  '5-2',
  ',',
  ' ',
  '9'.repeat(20),
  '=',
];

export const target = fuzzTarget<{ range: string; ifRange?: string; sizeBytes: number }>({
  name: 'range',
  arbitrary: fc.record(
    {
      range: fc.oneof(
        textOf(...pieces),
        fc.tuple(fc.nat(2000), fc.nat(2000)).map(([first, last]) => `bytes=${first}-${last}`),
      ),
      ifRange: fc.constantFrom('"etag"', '"other"', 'W/"etag"', ''),
      sizeBytes: fc.integer({ min: 1, max: 3000 }),
    },
    { requiredKeys: ['range', 'sizeBytes'] },
  ),
  run({ range, ifRange, sizeBytes }) {
    try {
      const video = { etag: '"etag"', layout: { sizeBytes } } as Video;
      const read = requestedRange({ range, ifRange }, video);
      if (!read) return;
      const { start, end } = read;
      const isWithin = 0 <= start && start <= end && end < sizeBytes;
      if (!(isWithin && Number.isInteger(start) && Number.isInteger(end))) {
        throw new Error(`${start} to ${end} of ${sizeBytes}`);
      }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'range_not_satisfiable')) throw error;
    }
  },
  allowedSteps: ({ range }) => 1000 + 20 * range.length,
});

// Example answers of the calls of exports.
import { exportId } from './example-names.ts';

const exported = {
  id: exportId,
  state: 'ready',
  takes: { separator: 'comma', names: false, videos: true, heatmaps: false, messages: false },
  madeAt: '2026-11-22T15:04:06.120Z',
  keptUntil: '2026-11-23T15:04:06.120Z',
  sessions: 57,
  preparedBytes: 1_914_000_112,
  sizeBytes: 1_914_012_874,
  fileName: 'checkout_2026-11-22.zip',
  files: [
    { name: 'README.txt', sizeBytes: 20_412 },
    { name: 'sessions.csv', sizeBytes: 18_201 },
  ],
};

/** `testExports.name` → an answer it gives. */
export const exportExamples: Record<string, unknown> = {
  'testExports.outlook': {
    sessions: 57,
    videos: { count: 56, sizeBytes: 1_913_422_080 },
    heatmaps: { count: 210, sizeBytes: 84_120_010 },
    last: exported,
  },
  'testExports.make': {
    ...exported,
    state: 'preparing',
    sessions: null,
    preparedBytes: 0,
    sizeBytes: null,
    files: [],
  },
  'testExports.get': exported,
  'testExports.remove': { message: 'The export is deleted.' },
};

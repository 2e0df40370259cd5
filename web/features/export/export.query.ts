// Queries for exports.
import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/endpoint.ts';
import { testExports } from '#contract/exports.api.ts';
import type { Exported } from '#contract/exports.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { filterQuery } from '#web/entities/results/filter.ts';
import { call } from '#web/lib/api.ts';
import { fetchRange } from '#web/lib/fetch-range.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ArchiveDownload } from './archive-download.ts';

export function outlookQuery(testId: string, filter: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: [...queryKeys.exports.key, testId, query],
    queryFn: ({ signal }) => call(testExports.outlook, { params: { id: testId }, query, signal }),
  });
}

/** While the server prepares the export, its progress is requested once a second. */
const LOOK_MS = 1000;

export function exportedQuery(id: string | null) {
  return queryOptions({
    queryKey: [...queryKeys.exports.key, id],
    queryFn: ({ signal }) => call(testExports.get, { params: { exportId: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? LOOK_MS : false),
  });
}

export function fileAddress({ id }: Exported, file: string): string {
  return addressOf(testExports.file, { params: { exportId: id, file } });
}

export function archiveAddress({ id }: Exported): string {
  return addressOf(testExports.archive, { params: { exportId: id } });
}

export function downloadOf({ id, sizeBytes, fileName }: Exported): ArchiveDownload {
  const params = { exportId: id };
  return new ArchiveDownload({
    sizeBytes: sizeBytes ?? 0,
    read: async (start, end, signal) => {
      const range = { start, end };
      return await (await fetchRange(testExports.archive, { params, range, signal })).blob();
    },
    save: (file) => saveFile(file, fileName),
  });
}

// Query of a list of recordings: filter and order.
import { z } from 'zod/mini';
import { idsQuery, pageQuery } from './answers.ts';
import { sessionId } from './ids.ts';
import { resultFilter } from './result-filter.ts';

/**
 * `newest`, `longest`, most `misclicks`, `outcome` in the order of the rules; of equals the newest first. A recording that
 * is being received has length 0 until it ends.
 */
export const recordingSort = z.enum(['newest', 'longest', 'misclicks', 'outcome']);
export type RecordingSort = z.infer<typeof recordingSort>;

/** A cursor of an order: what put the last one there, and its timestamp. */
const cursor = z.string().check(z.regex(/^\d{1,15}(~\d{1,15})?$/));

/** Query of a test's recordings; the filter is that of results, without one all revisions are listed. */
export const recordingListQuery = z.extend(pageQuery(cursor), {
  ...resultFilter.shape,
  sort: z.optional(recordingSort),
  /** The members' own tries of the test, which are in no other list and no number. */
  pilots: z.optional(z.literal('true')),
  ids: idsQuery(sessionId),
});
export type RecordingListQuery = z.infer<typeof recordingListQuery>;

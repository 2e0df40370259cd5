// Which tests a list shows and in which order, as SQL: a page of ids first, so that what belongs to a test is read for
// that page alone. Activity and counts are computed, never stored: a recording that begins locks no row of its test.
import { type RawBuilder, sql } from 'kysely';
import type { TestId, WorkspaceId } from '#contract/ids.ts';
import { RECENT_DAYS } from '#contract/limits.ts';
import {
  NAME_SORT_CHARACTERS,
  type TestPlace,
  type TestSort,
  type TestState,
} from '#contract/test-list.ts';
import { containing } from '#server/domain/lists.ts';

/** Which tests, and in which order: the newest first when none is given. */
export interface TestFilter {
  workspaceId: WorkspaceId;
  id?: TestId;
  ids?: readonly TestId[];
  /** A part of the name, without case. */
  search?: string;
  state?: TestState;
  sort?: TestSort;
}

/** Some of them, from the beginning or behind a place. */
export interface TestPage extends TestFilter {
  after?: TestPlace;
  limit: number;
}

/** For `selectFrom`: the id of each chosen test and what puts it in its place, null in an order by id. */
export function chosenTests(filter: TestFilter & Partial<TestPage>) {
  const { sort = 'created', state, after, limit } = filter;
  const { place, join } = orders[sort];
  const direction = sql.raw(directionOf(filter));
  const joins = [join, state === 'recent' && sort !== 'activity' && newestRecording];
  const conditions = [
    sql`tests.workspace_id = ${filter.workspaceId}`,
    filter.id && sql`tests.id = ${filter.id}`,
    filter.ids && sql`tests.id = ANY(${filter.ids}::uuid[])`,
    filter.search && sql`tests.name ILIKE ${containing(filter.search)}`,
    state && states[state](new Date()),
    after && isBehind(after, filter),
  ];
  return sql<{ id: string; place: string | number | null }>`(
    SELECT tests.id, ${place} AS place FROM tests ${sql.join(joins.filter(isGiven), sql` `)}
    WHERE ${sql.join(conditions.filter(isGiven), sql` AND `)}
    ${limit === undefined ? sql`` : sql`ORDER BY place ${direction}, id ${direction} LIMIT ${limit}`}
  )`.as<'chosen'>(sql`chosen`);
}

export function directionOf({ sort }: TestFilter): 'asc' | 'desc' {
  return sort === 'name' ? 'asc' : 'desc';
}

const isGiven = (part: RawBuilder<unknown> | '' | false | null | undefined) => Boolean(part);

/** The newest one alone, from the end of the index on `(test_id, timestamp_ms)`. */
const newestRecording = sql`LEFT JOIN LATERAL (
  SELECT sessions.timestamp_ms FROM sessions JOIN recordings ON recordings.session_id = sessions.id
  WHERE sessions.test_id = tests.id AND recordings.size_bytes > 0
  ORDER BY sessions.timestamp_ms DESC LIMIT 1
) newest_recording ON true`;

const recordingCount = sql`CROSS JOIN LATERAL (
  SELECT count(*) AS count FROM sessions JOIN recordings ON recordings.session_id = sessions.id
  WHERE sessions.test_id = tests.id AND recordings.size_bytes > 0
) recording_count`;

/** The newest recording or the last change, whichever is later, in epoch milliseconds. */
const activityMs = sql`greatest(
  floor(extract(epoch FROM tests.updated_at) * 1000)::bigint, newest_recording.timestamp_ms)`;

/** What puts a test in its place, what has to be joined for it, and how it stands in a cursor. */
const orders: Record<
  TestSort,
  { place: RawBuilder<unknown>; join: RawBuilder<unknown> | null; type: string }
> = {
  activity: { place: activityMs, join: newestRecording, type: 'bigint' },
  // Ids are made in the order of time (UUID version 7).
  created: { place: sql`NULL`, join: null, type: 'text' },
  // Apart from its accents, a letter is in its place in the alphabet.
  name: {
    place: sql`left(normalize(lower(tests.name), NFKD), ${sql.lit(NAME_SORT_CHARACTERS)})`,
    join: null,
    type: 'text',
  },
  recordings: { place: sql`recording_count.count`, join: recordingCount, type: 'bigint' },
};

function isBehind({ id, value }: TestPlace, filter: TestFilter): RawBuilder<unknown> {
  const { place, type } = orders[filter.sort ?? 'created'];
  const sign = sql.raw(directionOf(filter) === 'asc' ? '>' : '<');
  return value === null
    ? sql`tests.id ${sign} ${id}`
    : sql`(${place}, tests.id) ${sign} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

/** As `availabilityOf` of the contract says it. */
const isClosed = (now: Date) => sql`(tests.closed_by_hand
  OR coalesce(tests.close_date <= ${now}, false)
  OR coalesce(tests.submissions >= tests.submission_limit, false))`;

const states: Record<TestState, (now: Date) => RawBuilder<unknown>> = {
  open: (now) => sql`NOT ${isClosed(now)}`,
  closed: isClosed,
  recent: (now) => sql`${activityMs} >= ${now.getTime() - RECENT_DAYS * 86_400_000}::bigint`,
};

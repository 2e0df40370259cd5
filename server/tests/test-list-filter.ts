// Filter and order of a list of tests, as SQL: a page of ids first, so that the data of a test is read for that
// page alone. The sort keys of a test are stored with it and indexed.
import { type RawBuilder, sql } from 'kysely';
import type { TestId, WorkspaceId } from '#contract/ids.ts';
import { RECENT_DAYS } from '#contract/limits.ts';
import type { TestPlace, TestSort, TestState } from '#contract/test-list.ts';
import {
  byBytes,
  containing,
  largestFirst,
  lastFirst,
  mayContain,
} from '#server/platform/db/lists.ts';

/** Filter and order of tests: the newest first when no order is given. */
export interface TestFilter {
  workspaceId: WorkspaceId;
  /** Limits the list to these tests. */
  ids?: readonly TestId[];
  /** A part of the name, without case and accents. */
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
export function matchingTests(filter: TestFilter & Partial<TestPage>) {
  const { sort = 'created', state, after, limit } = filter;
  const { place } = orders[sort];
  const direction = sql.raw(directionOf(filter));
  const conditions = [
    sql`tests.workspace_id = ${filter.workspaceId}`,
    filter.ids && sql`tests.id = ANY(${filter.ids}::uuid[])`,
    filter.search && mayContain([workspace, name], filter.workspaceId, filter.search),
    filter.search && containing(name, filter.search),
    state && states[state](new Date()),
    after && isBehind(after, filter),
  ];
  return sql<{ id: TestId; place: string | number | null }>`(
    SELECT tests.id, ${place} AS place FROM tests
    WHERE ${sql.join(conditions.filter(isGiven), sql` AND `)}
    ${limit === undefined ? sql`` : sql`ORDER BY place ${direction}, id ${direction} LIMIT ${limit}`}
  )`.as<'chosen'>(sql`chosen`);
}

export function directionOf({ sort }: TestFilter): 'asc' | 'desc' {
  return sort === 'name' ? 'asc' : 'desc';
}

const [workspace, name] = [sql`tests.workspace_id`, sql`tests.name`];

const isGiven = (part: RawBuilder<unknown> | '' | false | null | undefined) => Boolean(part);

interface Order {
  /** Sort key of a test; an index exists for each order. */
  place: RawBuilder<unknown>;
  /** Type of the sort key in a cursor. */
  type: string;
  keyOf: (place: TestPlace) => string;
}

const largestNumberFirst = ({ id, value }: TestPlace) =>
  largestFirst(Number(value)) + lastFirst(id);

const orders: Record<TestSort, Order> = {
  activity: { place: sql`tests.active_ms`, type: 'bigint', keyOf: largestNumberFirst },
  // Ids are made in the order of time (UUID version 7).
  created: { place: sql`NULL`, type: 'text', keyOf: ({ id }) => lastFirst(id) },
  name: {
    // The database's own collation may be any one, and a browser cannot apply it.
    place: sql`tests.name_key COLLATE "C"`,
    type: 'text',
    // The space is before all digits, as the end of a name is before its continuation.
    keyOf: ({ id, value }) => `${byBytes(value ?? '')} ${id}`,
  },
  recordings: { place: sql`tests.recording_count`, type: 'bigint', keyOf: largestNumberFirst },
};

/** @returns the key by which a browser finds the test's place in the list */
export function sortKeyOf(place: TestPlace, sort: TestSort): string {
  return orders[sort].keyOf(place);
}

function isBehind({ id, value }: TestPlace, filter: TestFilter): RawBuilder<unknown> {
  const { place, type } = orders[filter.sort ?? 'created'];
  const sign = sql.raw(directionOf(filter) === 'asc' ? '>' : '<');
  return value === null
    ? sql`tests.id ${sign} ${id}`
    : sql`(${place}, tests.id) ${sign} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

/** This is `availabilityOf` of the contract as SQL. */
const isClosed = (now: Date) => sql`(tests.is_shut OR coalesce(tests.close_date <= ${now}, false))`;

const states: Record<TestState, (now: Date) => RawBuilder<unknown>> = {
  open: (now) => sql`NOT ${isClosed(now)}`,
  closed: isClosed,
  template: () => sql`tests.is_template`,
  recent: (now) => sql`tests.active_ms >= ${now.getTime() - RECENT_DAYS * 86_400_000}::bigint`,
};

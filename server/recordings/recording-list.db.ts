// A test's recordings by the filter of results, searched and sorted: one page, and the position of one recording.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { outcome } from '#contract/outcomes.ts';
import type { RecordingSort } from '#contract/recording-list.ts';
import { everyoneInOrder, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing, largestFirst, mayContain } from '#server/platform/db/lists.ts';
import { type RunColumns, runsColumn, tasksColumn } from './recorded-runs.db.ts';
import { recordingColumns } from './recording-info.db.ts';

/** Recordings to list, and their order. Excluded ones are included unless the filter selects other outcomes. */
export interface ListOf {
  of: ResultsOf;
  /** Text to find in the participant's name. */
  search: string | undefined;
  sort: RecordingSort;
  /** These alone. */
  ids?: readonly SessionId[] | undefined;
}

/** Sort position of a recording: the largest key first, of equals the newest. */
export interface ListPlace {
  key: number;
  timestampMs: number;
}

/** The order of the rules, the first rule first. */
const rank = sql`-coalesce(array_position(${[...outcome.options]}::text[], outcome), 0)`;

const keys: Readonly<Record<RecordingSort, RawBuilder<number>>> = {
  newest: sql`0`,
  longest: sql`recorded_for_ms`,
  misclicks: sql`misclicks`,
  // Above zero, as cursors are.
  outcome: sql`${outcome.options.length} + ${rank}`,
};

const columns = sql`, sessions.timestamp_ms, sessions.participant_name, sessions.recorded_for_ms, sessions.misclicks`;

/** Sessions with a higher number have an index of their own (0001-baseline.sql). */
const SEARCHED_SINGLY = sql.lit(500);

function listed({ of, search, ids, sort }: ListOf): RawBuilder<unknown> {
  const conditions = [sql`asked`];
  if (search) conditions.push(named(of, search));
  if (ids) conditions.push(sql`session_id = ANY(${ids}::uuid[])`);
  return sql`${keyed({ of, sort })} WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** The index finds texts of so many letters in few names; shorter ones are in many, and soon found in the list's order. */
const INDEXED_LETTERS = 3;

/** Those in whose name the text is: a test's first sessions looked through, the others found by the index. */
function named({ testId, isOfPilots }: ResultsOf, search: string): RawBuilder<boolean> {
  const name = sql`participant_name`;
  // Folded, accents are no letters of their own.
  const letters = [...search.normalize('NFKD').replace(/\p{M}/gu, '')].length;
  if (letters < INDEXED_LETTERS || isOfPilots) return containing(name, search);
  return sql`session_id IN (
    SELECT id FROM (SELECT id, participant_name FROM sessions WHERE test_id = ${testId} AND number <= ${SEARCHED_SINGLY}
      ORDER BY number LIMIT ${SEARCHED_SINGLY}) AS first WHERE ${containing(name, search)}
    UNION ALL SELECT id FROM sessions WHERE test_id = ${testId} AND took_part AND number > ${SEARCHED_SINGLY}
      AND ${mayContain([sql`test_id`, name], testId, search)} AND ${containing(name, search)})`;
}

/** Everyone with what puts them in their place. */
function keyed({ of, sort }: Pick<ListOf, 'of' | 'sort'>): RawBuilder<unknown> {
  return sql`SELECT everyone.*, (${keys[sort]})::integer AS key FROM (${everyoneInOrder(of, columns)}) AS everyone`;
}

/** One page of the list. @param after the last place of the page before */
export async function pageRecordings(
  db: Database,
  list: ListOf,
  { after, limit }: { after: ListPlace | null; limit: number },
) {
  const beyond = after ? sql`WHERE ${isBehind(list, placeOf(after))}` : sql``;
  const page = sql<RunOfRow>`(SELECT * FROM (${listed(list)}) AS listed ${beyond}
    ORDER BY ${orderOf(list, 'DESC')} LIMIT ${limit})`;
  return await db
    .selectFrom(page.as('page'))
    .innerJoin('sessions', 'sessions.id', 'page.session_id')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
    .select([...recordingColumns])
    .select(['page.outcome', 'page.began_at_ms', 'page.goal_at_ms', 'page.device', 'page.key'])
    .select(['page.did_it', 'page.ease', 'page.helped'])
    .select([tasksColumn.as('tasks'), runsColumn.as('runs')])
    .orderBy('page.key', 'desc')
    .orderBy('sessions.timestamp_ms', 'desc')
    .execute();
}

/** A place in the order, as SQL. */
interface PlaceSql {
  key: RawBuilder<unknown>;
  timestampMs: RawBuilder<unknown>;
}

const placeOf = ({ key, timestampMs }: ListPlace): PlaceSql => ({
  key: sql`${key}::bigint`,
  timestampMs: sql`${timestampMs}::bigint`,
});

function orderOf({ sort }: ListOf, direction: 'ASC' | 'DESC'): RawBuilder<unknown> {
  const way = sql.raw(direction);
  return sort === 'newest' ? sql`timestamp_ms ${way}` : sql`key ${way}, timestamp_ms ${way}`;
}

/** @param sign `>`: before it in the list */
function isBehind({ sort }: ListOf, place: PlaceSql, sign: '<' | '>' = '<'): RawBuilder<boolean> {
  const than = sql.raw(sign);
  return sort === 'newest'
    ? sql`timestamp_ms ${than} ${place.timestampMs}`
    : sql`(key, timestamp_ms) ${than} (${place.key}, ${place.timestampMs})`;
}

/** @returns the key by which a browser finds the recording's place in the list */
export function sortKeyOf({ key, timestamp_ms }: { key: number; timestamp_ms: number }): string {
  return largestFirst(key) + largestFirst(timestamp_ms);
}

/** All of a test are counted already; else those that fit are. */
export async function countListed(db: Database, list: ListOf): Promise<number> {
  const { of, search } = list;
  const { revision: _, ...filter } = of.filter;
  const isFiltered = Object.values({ ...filter, search }).some((value) => value !== undefined);
  const counted =
    isFiltered || of.isOfPilots || of.revision !== null
      ? sql<{ count: number }>`SELECT count(*)::int AS count FROM (${listed(list)}) AS listed`
      : sql<{ count: number }>`SELECT recording_count AS count FROM tests WHERE id = ${of.testId}`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Those before and after a recording in the list, and its place from 1, whether the list has it or not; null: nothing of
 * it is recorded.
 */
export async function readNeighbours(db: Database, list: ListOf, sessionId: SessionId) {
  const own = { key: sql`own.key`, timestampMs: sql`own.timestamp_ms` };
  const next = (sign: '<' | '>', direction: 'ASC' | 'DESC') => sql`(
    SELECT json_build_object('name', participant_name, 'timestampMs', timestamp_ms) FROM (${listed(list)}) AS listed
    WHERE ${isBehind(list, own, sign)} ORDER BY ${orderOf(list, direction)} LIMIT 1)`;
  const { rows } = await sql<{
    position: number;
    total: number;
    before: Neighbour | null;
    after: Neighbour | null;
  }>`SELECT position, total, ${next('>', 'ASC')} AS before, ${next('<', 'DESC')} AS after
    FROM (SELECT key, timestamp_ms FROM (${keyed(list)}) AS keyed WHERE session_id = ${sessionId}) AS own,
      LATERAL (SELECT 1 + count(*)::int AS total, 1 + (count(*) FILTER (WHERE ${isBehind(list, own, '>')}))::int AS position
        FROM (${listed(list)}) AS listed WHERE timestamp_ms <> own.timestamp_ms) AS placed`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface Neighbour {
  name: string;
  timestampMs: number;
}

interface RunOfRow extends RunColumns {
  session_id: SessionId;
  key: number;
  device: string | null;
}

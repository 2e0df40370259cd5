// People whom two filters of one test have in common.
import { sql } from 'kysely';
import { peopleWithWords, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Counts people of both filters, whatever their outcome: each number of either filter is of some of them. */
export async function countInBoth(db: Database, a: ResultsOf, b: ResultsOf): Promise<number> {
  if (areApart(a, b)) return 0;
  const { rows } = await sql<{ people: number }>`SELECT count(*)::int AS people FROM (
    SELECT session_id FROM (${peopleWithWords(a)}) AS one
    INTERSECT SELECT session_id FROM (${peopleWithWords(b)}) AS other) AS common`.execute(db);
  return rows[0]?.people ?? 0;
}

/** Returns whether the filters alone say that no one is in both: each run has one revision, device, route and outcome. */
function areApart(
  { revision, filter: a }: ResultsOf,
  { revision: other, filter: b }: ResultsOf,
): boolean {
  const haveOthers = (one: unknown, two: unknown) =>
    one !== undefined && two !== undefined && one !== two;
  return (
    haveOthers(revision?.id, other?.id) ||
    haveOthers(a.device, b.device) ||
    haveOthers(a.route, b.route) ||
    (a.outcome !== undefined && b.outcome?.every((one) => !a.outcome?.includes(one)) === true)
  );
}

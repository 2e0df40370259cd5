// Sums of the Summary page in the database: people by outcome, their times and answers.

import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { DOTS_MAX } from '#contract/numbers.ts';
import { COUNTED_OUTCOMES, type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import {
  type Filtered,
  numbersOf,
  type OutcomeCounts,
  readOver,
} from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Texts of 'What would have helped?' that an answer has. */
const COMMENTS_MAX = 20;

export interface SummarySums {
  filtered: Filtered;
  /** Recordings that match the filter, by outcome; excluded ones too, unless the filter selects other outcomes. */
  outcomes: OutcomeCounts;
  /** Runs of n, with a goal or without. */
  counted: number;
  /** Runs of revisions with a goal: n, those that reached it, and directly. */
  n: number;
  reached: number;
  direct: number;
  /** Milliseconds to the goal of those that reached it; with a person each while they are few. */
  toGoalMs: number[];
  toGoal: { sessionId: SessionId; ms: number }[];
  onTaskMs: number[];
  /** Counts by answer, 1 to 7. */
  ease: number[];
  yes: number;
  no: number;
  /** People outside of the base among those who answered these questions. */
  easeOutside: number;
  didItOutside: number;
  helped: number;
  comments: {
    sessionId: SessionId;
    number: number;
    participantName: string;
    text: string;
    outcome: Outcome;
  }[];
  /** Screens presented until the goal, different ones among them, and the people of n who walked so many. */
  walks: { visits: number; different: number; people: number }[];
}

/** Reads all sums in one scan of the revision's rows. */
export async function readSummary(db: Database, of: ResultsOf): Promise<SummarySums> {
  const succeeded = sql`kept AND outcome = ANY(${SUCCESS_OUTCOMES}::text[])`;
  // One that a member decided may have no moment of success.
  const timed = sql`${succeeded} AND goal_at_ms IS NOT NULL`;
  const counted = sql`kept AND outcome = ANY(${COUNTED_OUTCOMES}::text[])`;
  // Answers also count outside of the base, because they need no report of the prototype.
  const answering = sql`asked AND present`;
  const hasGoal = sql`revision_id = ANY(${of.withGoal}::uuid[])`;
  const toGoal = sql`greatest(goal_at_ms - began_at_ms, 0)`;
  const isTimed = sql`${counted} AND ended_at_ms IS NOT NULL AND began_at_ms IS NOT NULL`;
  const columns = sql`, (SELECT coalesce(json_object_agg(outcome, runs), '{}')
        FROM (SELECT outcome, count(*) AS runs FROM everyone WHERE asked GROUP BY outcome) AS counted) AS outcomes,
      count(*) FILTER (WHERE ${counted})::int AS counted,
      count(*) FILTER (WHERE ${counted} AND ${hasGoal})::int AS n,
      count(*) FILTER (WHERE ${succeeded} AND ${hasGoal})::int AS reached,
      count(*) FILTER (WHERE kept AND outcome = 'direct' AND ${hasGoal})::int AS direct,
      array_to_string(array_agg(${toGoal}) FILTER (WHERE ${timed}), ',') AS "toGoalMs",
      (SELECT coalesce(json_agg(dots), '[]') FROM (
        SELECT session_id AS "sessionId", ${toGoal} AS ms FROM everyone
        WHERE ${timed} LIMIT ${DOTS_MAX}) AS dots) AS "toGoal",
      array_to_string(array_agg(greatest(ended_at_ms - began_at_ms, 0)) FILTER (WHERE ${isTimed}), ',') AS "onTaskMs",
      ARRAY[${sql.join([1, 2, 3, 4, 5, 6, 7].map((ease) => sql`count(*) FILTER (WHERE ${answering} AND ease = ${ease})::int`))}] AS ease,
      count(*) FILTER (WHERE ${answering} AND did_it)::int AS yes,
      count(*) FILTER (WHERE ${answering} AND NOT did_it)::int AS no,
      count(*) FILTER (WHERE ${answering} AND NOT counts AND ease IS NOT NULL)::int AS "easeOutside",
      count(*) FILTER (WHERE ${answering} AND NOT counts AND did_it IS NOT NULL)::int AS "didItOutside",
      count(*) FILTER (WHERE ${answering} AND helped <> '')::int AS helped,
      (SELECT coalesce(json_agg(texts), '[]') FROM (
        SELECT session_id AS "sessionId", answer.number, participant_name AS "participantName", helped AS text, outcome
        FROM (SELECT session_id, number, helped, outcome FROM everyone
          WHERE ${answering} AND helped <> '' ORDER BY number DESC LIMIT ${COMMENTS_MAX}) AS answer
          JOIN sessions ON sessions.id = session_id
        ORDER BY answer.number DESC) AS texts) AS comments,
      (SELECT coalesce(json_agg(walks), '[]') FROM (
        SELECT walked AS visits, walked_different AS different, count(*) AS people FROM everyone
        WHERE ${counted} GROUP BY walked, walked_different) AS walks) AS walks`;
  type Times = { toGoalMs: string | null; onTaskMs: string | null };
  const row = await readOver<Omit<SummarySums, keyof Times | 'filtered'> & Times>(db, of, {
    more: sql`, walked, walked_different`,
    columns,
  });
  return { ...row, toGoalMs: numbersOf(row.toGoalMs), onTaskMs: numbersOf(row.onTaskMs) };
}

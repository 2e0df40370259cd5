// Condition of statements for answers to questions and sets that count.
import { type RawBuilder, sql } from 'kysely';

/**
 * Condition for answers to questions and sets whose participant was shown the step: a visit says so; else the answer
 * itself, where no message could: it is to a screening question, the page of another client wrote none, or the session is
 * not read yet. Every call
 * that reads such answers builds on it. Each subquery is scalar, because PostgreSQL may turn EXISTS into a scan.
 * @param answers alias of the table `answers`
 */
export function isOfShownStep(answers: string): RawBuilder<boolean> {
  const [sessionId, step] = [sql.ref(`${answers}.session_id`), sql.ref(`${answers}.step`)];
  return sql`coalesce(nullif(${sql.ref(`${answers}.at_start`)}, false),
    (SELECT true FROM panel_visits AS its_visit
      WHERE its_visit.session_id = ${sessionId} AND its_visit.step = ${step}),
    (SELECT ${isUnread} FROM sessions WHERE sessions.id = ${sessionId}), false)`;
}

/**
 * Query for the visits and answers of everyone to some questions, sets and texts: `session_id`, `step`, `given_answer`, `given_number`
 * and `is_shown`, which is null where the session says it, as `isUnread` does. It is `isOfShownStep` for all answers at
 * once, which the database would look up one by one.
 */
export function panelAnswers(steps: readonly number[]): RawBuilder<unknown> {
  const isOfSteps = sql`step = ANY(${steps}::int[])`;
  return sql`SELECT session_id, step, given_answer, given_number, coalesce(visited, nullif(at_start, false)) AS is_shown
    FROM (SELECT session_id, step, true AS visited FROM panel_visits WHERE ${isOfSteps}) AS visits
      FULL JOIN (SELECT session_id, step, answer AS given_answer, number AS given_number, at_start FROM answers WHERE ${isOfSteps}) AS given
      USING (session_id, step)`;
}

/** Condition for sessions whose answers are those of shown steps without a visit. */
export const isUnread = sql<boolean>`(sessions.own_messages = 0 OR sessions.is_running)`;

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
    (SELECT its_session.own_messages = 0 OR its_session.is_running FROM sessions AS its_session
      WHERE its_session.id = ${sessionId}), false)`;
}

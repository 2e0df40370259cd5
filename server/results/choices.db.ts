// Values that a filter can have, with the people behind each, in the database.
import { sql } from 'kysely';
import { BASE_OUTCOMES } from '#contract/outcomes.ts';
import type { ResultChoices } from '#contract/results.ts';
import { type Filtered, type OutcomeCounts, readOver } from '#server/filters/filter-counts.db.ts';
import { tagsOfSessions } from '#server/filters/note-conditions.db.ts';
import { cardAnswers, type ResultsOf, turnOf, within } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface Choices {
  filtered: Filtered;
  outcomes: OutcomeCounts;
  /** People by screen number. */
  screens: Record<string, number>;
  devices: ResultChoices['devices'];
  variants: ResultChoices['variants'];
  turns: ResultChoices['turns'];
  parameters: ResultChoices['parameters'];
  answers: Record<ResultChoices['answers'][number]['answer'], number>;
  tags: ResultChoices['tags'];
}

/** Maximum length of a list of tags that one still reads. */
export const TAGS_MOST = 100;
/** Values of a parameter at most: ids of a panel differ for each person. */
const VALUES_MOST = 20;

/** Returns the choices, counted over everyone in the revision. */
export async function readChoices(db: Database, of: ResultsOf): Promise<Choices> {
  const counts = Object.entries(cardAnswers).map(
    ([answer, isIt]) => sql`${sql.lit(answer)}, count(*) FILTER (WHERE counts AND ${isIt})`,
  );
  const columns = sql`, (SELECT coalesce(json_object_agg(outcome, runs), '{}')
        FROM (SELECT outcome, count(*) AS runs FROM everyone GROUP BY outcome) AS counted) AS outcomes,
      (SELECT coalesce(json_object_agg(screen, visitors), '{}') FROM (
        SELECT screen, count(*) AS visitors FROM run_screens JOIN everyone USING (session_id)
        WHERE counts AND step = ${of.step} GROUP BY screen) AS visited) AS screens,
      (SELECT coalesce(json_agg(used), '[]') FROM (
        SELECT device, count(*) AS people FROM everyone WHERE counts AND device IS NOT NULL
        GROUP BY device ORDER BY people DESC, device) AS used) AS devices,
      (SELECT coalesce(json_agg(had), '[]') FROM (
        SELECT variant, count(*) AS people FROM sessions
        WHERE ${within(of)} AND took_part AND variant IS NOT NULL GROUP BY 1 ORDER BY 1) AS had) AS variants,
      (SELECT coalesce(json_agg(stood), '[]') FROM (
        SELECT ${turnOf(of.panel ?? of.step)} AS turn, count(*) AS people
        FROM everyone JOIN sessions ON sessions.id = session_id
        WHERE counts AND step_order IS NOT NULL GROUP BY 1 ORDER BY 1) AS stood WHERE turn IS NOT NULL) AS turns,
      (SELECT coalesce(json_agg(json_build_object('name', name, 'value', value, 'people', people)), '[]') FROM (
        SELECT name, value, count(*) AS people, row_number() OVER (PARTITION BY name ORDER BY count(*) DESC, value) AS place
        FROM everyone JOIN session_parameters USING (session_id)
        WHERE counts GROUP BY name, value ORDER BY name, people DESC, value) AS given
        WHERE place <= ${VALUES_MOST}) AS parameters,
      (SELECT coalesce(json_agg(tagged), '[]') FROM (
        SELECT tag, count(*) AS people FROM (${tagsOfSessions(of.testId)}) AS noted JOIN everyone USING (session_id)
        WHERE counts GROUP BY tag ORDER BY people DESC, tag LIMIT ${TAGS_MOST}) AS tagged) AS tags,
      json_build_object(${sql.join(counts)}) AS answers`;
  return await readOver<Omit<Choices, 'filtered'>>(db, of, { columns });
}

/** Returns the revisions that have a number with the people of the base, the newest first. */
export async function readRevisionChoices(
  db: Database,
  { testId, step }: Pick<ResultsOf, 'testId' | 'step'>,
): Promise<{ number: number; people: number; created_at: Date }[]> {
  const { rows } = await sql<{ number: number; people: number; created_at: Date }>`
    SELECT revisions.number, created_at, (SELECT count(*)::int
        FROM sessions JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = ${step}
        WHERE took_part AND NOT sessions.is_running AND sessions.revision_id = revisions.id
          AND task_runs.outcome = ANY(${[...BASE_OUTCOMES]}::text[])) AS people
    FROM revisions WHERE test_id = ${testId} AND number IS NOT NULL
      AND EXISTS (SELECT FROM steps WHERE revision_id = revisions.id AND steps.number = ${step})
    ORDER BY created_at DESC`.execute(db);
  return rows;
}

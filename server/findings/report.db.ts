// Head of a report: the test, the tasks of its revisions, and who took part.
import { sql } from 'kysely';
import type { Report, ReportRevision } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import { everyone } from '#server/filters/people-filter.rules.ts';
import { allResultsOf } from '#server/notes/notes-and-clips.db.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';

export async function readReportHead(
  db: Database,
  { testId, step }: Authorized<TestRef> & { step: number },
): Promise<Omit<Report, 'findings'>> {
  const test = await db
    .selectFrom('tests')
    .select(['name', 'company'])
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
  const revisions = await readRevisions(db, { testId, step });
  const taken = revisions.filter(({ people, excluded }) => people + excluded > 0);
  const visibleRevisions = taken.length > 0 ? taken : revisions.slice(0, 1);
  return { testName: test.name, company: test.company, revisions: visibleRevisions };
}

type RevisionRow = Omit<ReportRevision, 'createdAt' | 'from' | 'to'> & {
  createdAt: Date;
  from: Date | null;
  to: Date | null;
};

/** The newest first. */
async function readRevisions(
  db: Database,
  { testId, step }: { testId: TestId; step: number },
): Promise<ReportRevision[]> {
  const { rows } = await sql<RevisionRow>`WITH person AS (
      ${everyone(allResultsOf({ testId, step }), sql`, sessions.started_at`)})
    SELECT revisions.number, steps.text AS task, steps.prototype_url AS "prototypeUrl",
      revisions.created_at AS "createdAt", coalesce(taken.people, 0) AS people,
      coalesce(taken.excluded, 0) AS excluded, taken.first AS "from", taken.last AS "to"
    FROM revisions
      JOIN steps ON steps.revision_id = revisions.id AND steps.position = ${step}
      LEFT JOIN (SELECT revision_id, count(*) FILTER (WHERE counts)::int AS people,
          count(*) FILTER (WHERE NOT counts)::int AS excluded,
          min(started_at) FILTER (WHERE counts) AS first, max(started_at) FILTER (WHERE counts) AS last
        FROM person GROUP BY revision_id) AS taken ON taken.revision_id = revisions.id
    WHERE revisions.test_id = ${testId} ORDER BY revisions.created_at DESC, revisions.id DESC`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    from: row.from?.toISOString() ?? null,
    to: row.to?.toISOString() ?? null,
  }));
}

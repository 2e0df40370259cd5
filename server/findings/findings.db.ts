// Findings in the database: rows in order of their test's report, with versions, and the rows of their evidence.
import { type Selectable, sql } from 'kysely';
import type { Report, ReportRevision, ReportStep, Severity } from '#contract/findings.ts';
import type {
  ClipId,
  FindingId,
  NoteId,
  RevisionId,
  SessionId,
  TestId,
  UserId,
} from '#contract/ids.ts';
import type { ReportNumber } from '#contract/report-numbers.ts';
import { isTask } from '#contract/steps.ts';
import { panelTitle } from '#insight/question-words.ts';
import { everyone } from '#server/filters/people-filter.read.ts';
import { allResultsOf, lockPlaces } from '#server/notes/notes-and-clips.db.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { newId } from '#server/platform/new-id.ts';
import { panelStepFromRow, type StepRow, stepsColumn } from '#server/revisions/steps.db.ts';
import { authorColumns } from '#server/versions/versioned-rows.db.ts';

/** A finding that the caller's workspace owns. */
export type FindingRef = Authorized<TestRef & { id: FindingId }>;

export type FindingRow = Awaited<ReturnType<typeof readFindings>>[number];
export type EvidenceRow = Selectable<Tables['finding_evidence']>;

/** Reads findings, the most severe first, and those of one severity in their order. @param ids these alone */
export async function readFindings(
  db: Database,
  { testId }: Pick<TestRef, 'testId'>,
  ids?: readonly FindingId[],
) {
  return await db
    .selectFrom('findings')
    .leftJoin('users as author', 'author.id', 'findings.created_by')
    .leftJoin('users as editor', 'editor.id', 'findings.edited_by')
    .selectAll('findings')
    .select(authorColumns)
    .where('findings.test_id', '=', testId)
    .$if(ids !== undefined, (query) => query.where('findings.id', 'in', [...(ids ?? [])]))
    .orderBy('findings.severity', (order) => order.desc().nullsLast())
    .orderBy('findings.position')
    .orderBy('findings.id')
    .execute();
}

/** Reads the evidence of all these findings, in order. */
export async function readEvidence(
  db: Database,
  findings: readonly FindingId[],
): Promise<EvidenceRow[]> {
  if (findings.length === 0) return [];
  return await db
    .selectFrom('finding_evidence')
    .selectAll()
    .where('finding_id', 'in', [...findings])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

interface NewFinding {
  sentence: string;
  text: string;
  severity: Severity | null;
  recommendation: string;
  isByRule: boolean;
  position: number;
  by: UserId;
}

export async function insertFinding(
  db: Database,
  { testId }: Pick<TestRef, 'testId'>,
  { isByRule, by, ...values }: NewFinding,
): Promise<FindingId> {
  const id = newId<FindingId>();
  await db
    .insertInto('findings')
    .values({ ...values, id, test_id: testId, by_rule: isByRule, created_by: by })
    .execute();
  return id;
}

/** Database columns of one piece of evidence. */
export type NewEvidence =
  | { kind: 'clip'; clipId: ClipId }
  | { kind: 'note'; noteId: NoteId }
  | { kind: 'number'; number: ReportNumber };

/** @param from position of the first of them */
export async function insertEvidence(
  db: Database,
  findingId: FindingId,
  { evidence, from }: { evidence: readonly NewEvidence[]; from: number },
): Promise<void> {
  if (evidence.length === 0) return;
  const rows = evidence.map((each, at) => ({
    id: newId(),
    finding_id: findingId,
    position: from + at,
    kind: each.kind,
    clip_id: each.kind === 'clip' ? each.clipId : null,
    note_id: each.kind === 'note' ? each.noteId : null,
    number: each.kind === 'number' ? JSON.stringify(each.number) : null,
  }));
  await db.insertInto('finding_evidence').values(rows).execute();
}

/** Keeps these, in this order; others go. */
export async function orderEvidence(
  db: Database,
  findingId: FindingId,
  ids: readonly string[],
): Promise<void> {
  await sql`UPDATE finding_evidence SET deleted_at = now()
    WHERE finding_id = ${findingId} AND id <> ALL(${ids}::uuid[])`.execute(db);
  await sql`UPDATE finding_evidence SET position = ordered.position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered (id, position)
    WHERE finding_evidence.finding_id = ${findingId} AND finding_evidence.id = ordered.id
      AND finding_evidence.position <> ordered.position`.execute(db);
}

/** Puts all findings of a test in this order. */
export async function orderFindings(
  db: Database,
  testId: TestId,
  ids: readonly FindingId[],
): Promise<void> {
  await sql`UPDATE findings SET position = ordered.position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered (id, position)
    WHERE findings.test_id = ${testId} AND findings.id = ordered.id
      AND findings.position <> ordered.position`.execute(db);
}

/** Deletes one piece of evidence. @returns false if the finding does not have it */
export async function deleteEvidence(
  db: Database,
  findingId: FindingId,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE finding_evidence SET deleted_at = now()
    WHERE finding_id = ${findingId} AND id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}

/** Reads the head of a report: the test, the tasks of its revisions, and who took part. */
export async function readReportHead(
  db: Database,
  { testId }: Authorized<TestRef>,
): Promise<Pick<Report, 'testName' | 'company' | 'revisions'>> {
  const test = await db
    .selectFrom('tests')
    .select(['name', 'company'])
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
  const revisions = await readRevisions(db, testId);
  const taken = revisions.filter(({ people, excluded }) => people + excluded > 0);
  const visibleRevisions = taken.length > 0 ? taken : revisions.slice(0, 1);
  return { testName: test.name, company: test.company, revisions: visibleRevisions };
}

interface RevisionRow {
  id: RevisionId;
  number: number | null;
  createdAt: Date;
  /** Someone has taken it. */
  ran: boolean | null;
  steps: StepRow[];
}

/** People of a revision with one browser and system. */
interface TakenRow extends Pick<ReportRevision, 'people' | 'excluded'> {
  revision_id: RevisionId;
  device: string | null;
  from: Date | null;
  to: Date | null;
}

/** The newest first. */
async function readRevisions(db: Database, testId: TestId): Promise<ReportRevision[]> {
  const { rows } =
    await sql<RevisionRow>`SELECT id, number, created_at AS "createdAt", ${stepsColumn('revisions.id')} AS steps,
      (SELECT true FROM sessions WHERE sessions.revision_id = revisions.id AND took_part LIMIT 1) AS ran
    FROM revisions WHERE test_id = ${testId} ORDER BY created_at DESC, id DESC`.execute(db);
  const ran = rows.filter((row) => row.ran);
  const taken = await readTaken(db, testId, ran);
  return rows.map(({ id, number, createdAt, steps }) => {
    const first = steps.find(isTask);
    return {
      number,
      task: first?.text ?? '',
      prototypeUrl: first?.prototype_url ?? null,
      steps: reportSteps(steps),
      createdAt: createdAt.toISOString(),
      ...takenOf(taken.get(id) ?? []),
    };
  });
}

function takenOf(
  rows: readonly TakenRow[],
): Pick<ReportRevision, 'people' | 'excluded' | 'from' | 'to' | 'devices'> {
  const times = rows.flatMap(({ from, to }) => [from, to]).filter((at) => at !== null);
  const [first = null, ...later] = times.map((at) => at.toISOString()).toSorted();
  return {
    people: rows.reduce((sum, each) => sum + each.people, 0),
    excluded: rows.reduce((sum, each) => sum + each.excluded, 0),
    from: first,
    to: later.at(-1) ?? first,
    devices: rows.flatMap(({ device, people }) => (device && people > 0 ? { device, people } : [])),
  };
}

/** Counts the people of each revision by its first task, of which each person had one variant. */
async function readTaken(
  db: Database,
  testId: TestId,
  revisions: readonly RevisionRow[],
): Promise<Map<RevisionId, TakenRow[]>> {
  const firsts = revisions.flatMap(({ id, steps }) => {
    const at = steps.findIndex(isTask);
    return steps
      .slice(at)
      .filter(({ variant }, place) => place === 0 || variant === place + 1)
      .map(({ number }) => ({ id, step: number }));
  });
  const people = [...Map.groupBy(firsts, ({ step }) => step)].map(([step, of]) => {
    const run = everyone(allResultsOf({ testId, step }), sql`, sessions.started_at`);
    return sql`SELECT * FROM (${run}) AS person WHERE revision_id = ANY(${of.map(({ id }) => id)}::uuid[])`;
  });
  if (people.length === 0) return new Map();
  const { rows } =
    await sql<TakenRow>`SELECT revision_id, device, count(*) FILTER (WHERE counts)::int AS people,
      count(*) FILTER (WHERE NOT counts)::int AS excluded,
      min(started_at) FILTER (WHERE counts) AS "from", max(started_at) FILTER (WHERE counts) AS "to"
    FROM (${sql.join(people, sql` UNION ALL `)}) AS person
    GROUP BY revision_id, device ORDER BY people DESC, device`.execute(db);
  return Map.groupBy(rows, (row) => row.revision_id);
}

/** Returns the tasks, questions and sets of a revision, or none for one task alone. */
function reportSteps(rows: readonly StepRow[]): ReportStep[] {
  const steps = rows.flatMap(({ kind, ...row }): ReportStep[] => {
    if (kind === 'text') return [];
    const { number: step, variant } = row;
    if (kind !== 'task') {
      const text = panelTitle(panelStepFromRow({ ...row, kind }));
      return [{ step, kind, text, prototypeUrl: null }];
    }
    const task = { step, kind, text: row.text, prototypeUrl: row.prototype_url };
    return [{ ...task, ...(variant !== null && { variant }) }];
  });
  return steps.length > 1 ? steps : [];
}

// Places of a withdrawn recording in reels and findings: they mark the withdrawal and contain nothing of its
// participant.

/** Must run in the transaction that withdraws the recording, because later no row links its clips to it. */
export async function markWithdrawnPlaces(db: Database, sessionId: SessionId): Promise<void> {
  await lockPlaces(db, sql`session_id = ${sessionId}`);
  // Arrays let the database find places by their indexes instead of reading all of them.
  const clips = sql`clip_id = ANY (ARRAY (SELECT id FROM all_clips WHERE session_id = ${sessionId}))`;
  const notes = sql`note_id = ANY (ARRAY (SELECT id FROM all_notes WHERE session_id = ${sessionId}))`;
  await sql`UPDATE reel_items SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE all_finding_evidence SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE all_finding_evidence SET withdrawn = true WHERE ${notes}`.execute(db);
}

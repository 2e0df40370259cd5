// Revisions of a test and their steps in the database. The newest revision's steps are the test's present ones, and its
// first task is the task of clients that know one; a session belongs to the revision that it ran.

import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { AppError } from '#contract/errors.ts';
import type { RevisionId, SessionId, TestId, UniqueId, WorkspaceId } from '#contract/ids.ts';
import type { StepCondition } from '#contract/step-condition.ts';
import type { Step } from '#contract/steps.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { newId } from '#server/platform/new-id.ts';
import { goalColumns, type StepGoal } from './goals.db.ts';

/** Text and goal of a task step. */
export interface Task {
  text: string;
  prototypeUrl: string;
}

/** Fields of all kinds of steps beside those of a task. */
export interface StepContent {
  kind: Step['kind'];
  /** Fields of the kind beside its text; null for tasks and texts. */
  content: Record<string, unknown> | null;
  condition: StepCondition | null;
  /** The step is in shuffled order with the others that are. */
  shuffled: boolean;
  /** Place among the objects of one task, from 1; null for a task with one object and for other steps. */
  variant: number | null;
}

/**
 * For a lateral join on `tests`: the newest revision with its first task. The newest is the one that was made last: a
 * retired one that ran after all has a higher number.
 */
export function newestTask(tests: ExpressionBuilder<Tables, 'tests'>) {
  return tests
    .selectFrom('revisions')
    .innerJoin('steps', 'steps.revision_id', 'revisions.id')
    .select(({ fn, val }) => fn.coalesce('revisions.number', val(1)).as('revision'))
    .select('revisions.id as revision_id')
    .select(['revisions.created_at as revised_at', 'steps.id as step_id', 'steps.text as task'])
    .select(['steps.goal', 'steps.asks'])
    .select(({ fn, val }) => fn.coalesce('steps.prototype_url', val('')).as('figma_url'))
    .whereRef('revisions.test_id', '=', 'tests.id')
    .where('revisions.number', 'is not', null)
    .where('steps.kind', '=', 'task')
    .orderBy('revisions.created_at', 'desc')
    .orderBy('steps.position')
    .limit(1)
    .as('newest');
}

/** Query for the id of a test's newest revision; retired ones, which have no number, are passed over. */
export function newestRevision(db: Database, testId: TestId) {
  return db
    .selectFrom('revisions')
    .select('revisions.id')
    .where('revisions.test_id', '=', testId)
    .where('revisions.number', 'is not', null)
    .orderBy('revisions.created_at', 'desc')
    .limit(1);
}

/** A task of a session's own revision. */
export interface SessionTask extends Task {
  testId: TestId;
  workspaceId: WorkspaceId;
  revisionId: RevisionId;
  step: number;
  /** Variant of the session, or null without one. */
  variant: number | null;
  /** Numbers of the session's steps in shuffled order, or null where they are the same for everyone. */
  order: number[] | null;
}

/** Condition for steps of a session's revision that are not another variant than its own. */
export const isOfSession = sql<boolean>`(steps.variant IS NULL OR sessions.variant IS NULL
  OR steps.variant = sessions.variant)`;

/**
 * Returns a task of a session's own revision, whatever the test's newest one is.
 * @param step its number; the session's first task in the order of the revision when left out
 * @throws AppError not_found when the session was deleted, or its revision has no such task
 */
export async function taskOfSession(
  db: Database,
  sessionId: SessionId,
  step?: number,
): Promise<SessionTask> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .innerJoin('steps', 'steps.revision_id', 'sessions.revision_id')
    .select(['sessions.test_id', 'tests.workspace_id', 'sessions.revision_id'])
    .select(['sessions.variant', 'sessions.step_order'])
    .select(['steps.number', 'steps.text', 'steps.prototype_url'])
    .where('sessions.id', '=', sessionId)
    .where('steps.kind', '=', 'task')
    .where(isOfSession)
    .$if(step !== undefined, (tasks) => tasks.where('steps.number', '=', step ?? 0))
    .orderBy('steps.position')
    .limit(1)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return {
    testId: row.test_id,
    workspaceId: row.workspace_id,
    revisionId: row.revision_id,
    step: row.number,
    variant: row.variant,
    order: row.step_order,
    text: row.text,
    prototypeUrl: row.prototype_url ?? '',
  };
}

/** Returns a test's newest revision. Needs the test's lock where it decides on a change. */
export async function readNewest(db: Database, testId: TestId) {
  return await db
    .selectFrom('tests')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .selectAll('newest')
    .where('tests.id', '=', testId)
    .executeTakeFirstOrThrow();
}

/** A step with its goal. `goalSetAt`: when the goal was set. */
export interface NewStep extends Task, StepGoal, StepContent {
  number: number;
  goalSetAt: Date;
}

/** Inserts a revision with its steps in their order. @param number of the test's revision, from 1 */
export async function insertRevision(
  db: Database,
  { testId, number }: { testId: TestId; number: number },
  steps: readonly NewStep[],
): Promise<RevisionId> {
  const id = newId<RevisionId>();
  await db
    .insertInto('revisions')
    // The clock's time gives the order of the changes, however long each waited for the test's lock.
    .values({ id, test_id: testId, number, created_at: sql`clock_timestamp()` })
    .execute();
  await db
    .insertInto('steps')
    .values(
      steps.map(({ content, condition, ...step }, at) => ({
        id: newId(),
        revision_id: id,
        position: at + 1,
        number: step.number,
        kind: step.kind,
        text: step.text,
        prototype_url: step.kind === 'task' ? step.prototypeUrl : null,
        content: content && JSON.stringify(content),
        shown_when: condition && JSON.stringify(condition),
        shuffled: step.shuffled,
        variant: step.variant,
        ...goalColumns(step, step.goalSetAt),
      })),
    )
    .execute();
  return id;
}

/** Takes its number from a revision that was never run; pages that were loaded before may still run it. */
export async function retireRevision(db: Database, revisionId: RevisionId): Promise<void> {
  await db.updateTable('revisions').set({ number: null }).where('id', '=', revisionId).execute();
}

/** Choice of a session's revision: by the id that its page sent, by the time it began, or the newest one. */
export type RevisionChoice = { revisionId: RevisionId } | { beganAt: Date } | 'newest';

/**
 * The revision that a session runs: the one that its page showed; else the newest when it began, or now.
 * Needs the test's lock.
 * @throws AppError bad_input when the test has no such revision
 */
export async function revisionToRun(
  db: Database,
  testId: TestId,
  choice: RevisionChoice,
): Promise<{ revisionId: RevisionId; isUncertain: boolean }> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['id', 'number', 'created_at'])
    .where('test_id', '=', testId)
    .orderBy('created_at', 'desc')
    .execute();
  const run = revisions.find(({ id, created_at }, at) => {
    if (choice === 'newest') return true;
    if ('revisionId' in choice) return id === choice.revisionId;
    // Another machine's clock may be behind: nothing begins before the first revision.
    return created_at <= choice.beganAt || at === revisions.length - 1;
  });
  if (!run) {
    throw new AppError('bad_input', { fields: { revisionId: 'This test has no such revision.' } });
  }
  if (run.number === null) await numberRevision(db, testId, run.id);
  const isUncertain = choice !== 'newest' && 'beganAt' in choice && run !== revisions[0];
  return { revisionId: run.id, isUncertain };
}

/** Gives a retired revision the next free number: no other one's number changes. Needs the test's lock. */
async function numberRevision(db: Database, testId: TestId, revisionId: RevisionId): Promise<void> {
  const number = await nextNumber(db, testId);
  await db.updateTable('revisions').set({ number }).where('id', '=', revisionId).execute();
}

/** Above all numbers of a test's revisions. Needs the test's lock. */
export async function nextNumber(db: Database, testId: TestId): Promise<number> {
  const { last } = await db
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Returns whether a revision exists and its test is not deleted. */
export async function isRevision(db: Database, revisionId: RevisionId): Promise<boolean> {
  const query = db
    .selectFrom('revisions')
    .innerJoin('tests', 'tests.id', 'revisions.test_id')
    .select('revisions.id')
    .where('revisions.id', '=', revisionId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function hasSessions(db: Database, revisionId: RevisionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('revision_id', '=', revisionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A revision whose screens are read, with one of its prototypes. */
export interface RevisionWithPrototype {
  revisionId: RevisionId;
  testId: TestId;
  workspaceId: WorkspaceId;
  prototypeUrl: string;
}

type RevisionOwner =
  | { revisionId: RevisionId }
  | { sessionId: SessionId }
  | { uniqueId: UniqueId }
  /** The revisions of the test that leads to this address now. */
  | { workspaceId: WorkspaceId; figmaUrl: string };

/** Older revisions are read by their sessions alone. */
const ASKED_REVISIONS_MAX = 100;

/** One revision, that of a session, or those of a test, with each of their prototypes; the newest first. */
export async function revisionsOf(
  db: Database,
  by: RevisionOwner,
): Promise<RevisionWithPrototype[]> {
  const rows = await db
    .selectFrom('tests')
    .innerJoin('revisions', 'revisions.test_id', 'tests.id')
    .select(['revisions.id', 'revisions.test_id', 'tests.workspace_id'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('steps')
          .select('prototype_url as url')
          .whereRef('steps.revision_id', '=', 'revisions.id')
          .where('prototype_url', 'is not', null)
          .orderBy('position'),
      ).as('prototypes'),
    )
    .where((is) => {
      if ('revisionId' in by) return is('revisions.id', '=', by.revisionId);
      if ('uniqueId' in by) return is('tests.unique_id', '=', by.uniqueId);
      if ('figmaUrl' in by) return is('tests.id', '=', testLeadingTo(db, by));
      const own = is.selectFrom('sessions').select('revision_id').where('id', '=', by.sessionId);
      return is('revisions.id', '=', own);
    })
    .orderBy('revisions.created_at', 'desc')
    .limit(ASKED_REVISIONS_MAX)
    .execute();
  return rows.flatMap((row) =>
    row.prototypes.map(({ url }) => ({
      revisionId: row.id,
      testId: row.test_id,
      workspaceId: row.workspace_id,
      prototypeUrl: url ?? '',
    })),
  );
}

/**
 * Finds the test by the link, which few tests have in common; most of a workspace's tests lead elsewhere. The
 * limits prevent PostgreSQL from beginning with those.
 */
function testLeadingTo(db: Database, by: { workspaceId: WorkspaceId; figmaUrl: string }) {
  return db
    .selectFrom('steps as leading')
    .innerJoin('revisions as ran', 'ran.id', 'leading.revision_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('tests')
          .selectAll('tests')
          .whereRef('id', '=', 'ran.test_id')
          .limit(1)
          .as('tests'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .select('tests.id')
    .where('leading.prototype_url', '=', by.figmaUrl)
    .where('tests.workspace_id', '=', by.workspaceId)
    .where('newest.figma_url', '=', by.figmaUrl)
    .limit(1);
}

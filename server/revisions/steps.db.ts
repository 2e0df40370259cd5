// Steps of a revision in the database, in their order.
import { sql } from 'kysely';
import type { RevisionId, SessionId, TestId } from '#contract/ids.ts';
import { type PictureTask, pictureTask } from '#contract/pictures.ts';
import { stepCondition } from '#contract/step-condition.ts';
import {
  type AnswerStep,
  isScreening,
  type PanelStep,
  panelStep,
  type ScreeningStep,
  type Step,
} from '#contract/steps.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type StepGoal, stepGoalFromRow } from './goals.db.ts';
import { placeFields } from './place-fields.rules.ts';
import type { StepContent, Task } from './revisions.db.ts';

/** A step as it is stored. Steps without a task have an empty link, and no goal. */
export interface StoredStep extends Task, StepGoal, StepContent {
  id: string;
  number: number;
  goalSetAt: Date | null;
}

function readSteps(db: Database, revisionId: RevisionId) {
  return db
    .selectFrom('steps')
    .select(['id', 'number', 'kind', 'text', 'prototype_url', 'goal', 'asks', 'goal_set_at'])
    .select(['content', 'shown_when', 'shuffled', 'variant'])
    .where('revision_id', '=', revisionId)
    .orderBy('position');
}

/** Returns all steps of a revision in their order. */
export async function stepsOfRevision(db: Database, revisionId: RevisionId): Promise<StoredStep[]> {
  return (await readSteps(db, revisionId).execute()).map(storedStepFromRow);
}

/** Returns the tasks of a revision in their order. */
export async function tasksOfRevision(db: Database, revisionId: RevisionId): Promise<StoredStep[]> {
  const tasks = readSteps(db, revisionId).where('kind', '=', 'task');
  return (await tasks.execute()).map(storedStepFromRow);
}

function storedStepFromRow(row: StepRow & { id: string; goal_set_at: Date | null }): StoredStep {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    text: row.text,
    prototypeUrl: row.prototype_url ?? '',
    ...stepGoalFromRow(row),
    goalSetAt: row.goal_set_at,
    content: row.content,
    condition: row.shown_when && stepCondition.parse(row.shown_when),
    shuffled: row.shuffled,
    variant: row.variant,
  };
}

/** Returns the screening questions of a revision of a test in their order; none of another test's revision. */
export async function screeningSteps(
  db: Database,
  { testId, revisionId }: { testId: TestId; revisionId: RevisionId },
): Promise<ScreeningStep[]> {
  const rows = await readSteps(db, revisionId)
    .where(sql<boolean>`content ? 'screening'`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('revisions')
          .select('revisions.id')
          .where('revisions.id', '=', revisionId)
          .where('test_id', '=', testId),
      ),
    )
    .execute();
  return rows.map(storedStepFromRow).map(panelStepOf).filter(isScreening);
}

/** Returns whether a stored step is a screening question. */
export function isStoredScreening({ content }: Pick<StepContent, 'content'>): boolean {
  return content?.screening !== undefined;
}

/** Returns how a task is done on its picture, or null for a task on anything else. */
export function taskPicture(content: StepContent['content'] | undefined): PictureTask | null {
  return content?.picture ? pictureTask.parse(content.picture) : null;
}

/** Stores the fields of a step beside its text. */
export async function setContent(
  db: Database,
  stepId: string,
  content: StepContent['content'],
): Promise<void> {
  await db
    .updateTable('steps')
    .set({ content: content && JSON.stringify(content) })
    .where('id', '=', stepId)
    .execute();
}

/** Returns a question or a set of a session's own revision, or null if that has no such step. */
export async function questionOfSession(
  db: Database,
  { sessionId, step }: { sessionId: SessionId; step: number },
): Promise<AnswerStep | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('steps', 'steps.revision_id', 'sessions.revision_id')
    .select(['steps.number', 'kind', 'text', 'content'])
    .where('sessions.id', '=', sessionId)
    .where('steps.number', '=', step)
    .where('kind', 'in', ['question', 'set'])
    .executeTakeFirst();
  const found = row && panelStepFromRow(row);
  return found && found.kind !== 'text' ? found : null;
}

/** Revisions beside the newest one that sessions of a test run at once; participants of older ones rarely reload. */
const RUNNING_REVISIONS_MAX = 10;

/** Returns the links of the tasks of other revisions of a test that a session runs now, the newest first. */
export async function runningPrototypes(
  db: Database,
  testId: TestId,
  newest: RevisionId,
): Promise<string[]> {
  const rows = await db
    .with('running', (with_) =>
      with_
        .selectFrom('sessions')
        .select('revision_id')
        .select(({ fn }) => fn.max('started_at').as('last'))
        .where('test_id', '=', testId)
        .where('is_running', '=', sql.lit(true))
        .where('revision_id', '!=', newest)
        .groupBy('revision_id')
        .orderBy('last', 'desc')
        .limit(RUNNING_REVISIONS_MAX),
    )
    .selectFrom('running')
    .innerJoin('steps', 'steps.revision_id', 'running.revision_id')
    .select('prototype_url')
    .where('kind', '=', 'task')
    .orderBy('last', 'desc')
    .orderBy('position')
    .execute();
  return rows.map((row) => row.prototype_url ?? '');
}

/**
 * Returns a number above those of all steps that a test has had, in retired revisions too. Needs the test's lock.
 */
export async function nextStepNumber(db: Database, testId: TestId): Promise<number> {
  const { last } = await db
    .selectFrom('steps')
    .innerJoin('revisions', 'revisions.id', 'steps.revision_id')
    .select(({ fn }) => fn.max('steps.number').as('last'))
    .where('revisions.test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export interface StepRow {
  number: number;
  kind: Step['kind'];
  text: string;
  prototype_url: string | null;
  goal: object | null;
  asks: string[];
  content: Record<string, unknown> | null;
  shown_when: object | null;
  shuffled: boolean;
  variant: number | null;
}

/** A column with the steps of a revision. @param revision the column of its id */
export function stepsColumn(revision: string) {
  return sql<StepRow[]>`(SELECT coalesce(json_agg(step ORDER BY position), '[]') FROM (
    SELECT position, number, kind, text, prototype_url, goal, asks, content, shown_when,
      shuffled, variant FROM steps
    WHERE revision_id = ${sql.ref(revision)}) AS step)`;
}

export function stepFromRow(row: StepRow): Step {
  const { number } = row;
  const condition = row.shown_when && stepCondition.parse(row.shown_when);
  if (row.kind === 'task') {
    const { text: task, prototype_url } = row;
    const figmaUrl = prototype_url ?? '';
    const picture = taskPicture(row.content);
    return {
      number,
      kind: 'task',
      task,
      figmaUrl,
      ...(picture && { picture }),
      ...stepGoalFromRow(row),
      ...placeFields({ ...row, condition }),
    };
  }
  return panelStepOf({ ...row, condition });
}

/** Returns a step without a task as answers need it, whenever and wherever it is shown. */
export function panelStepFromRow(
  row: Pick<StepRow, 'number' | 'kind' | 'text' | 'content'>,
): PanelStep {
  return panelStepOf({ ...row, condition: null, shuffled: false, variant: null });
}

/** Returns a step without a task as the contract has it. */
export function panelStepOf({
  number,
  kind,
  text,
  content,
  ...place
}: StepContent & { number: number; text: string }): PanelStep {
  return panelStep.parse({
    number,
    kind,
    [kind]: text,
    ...content,
    ...placeFields(place),
  });
}

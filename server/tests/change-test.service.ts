// Creates tests and changes their tasks: revisions, corrected texts, goals.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/errors.ts';
import type { Goal } from '#contract/goals.ts';
import type { TestId, UniqueId, UserId, WorkspaceId } from '#contract/ids.ts';
import { TESTS_MAX } from '#contract/limits.ts';
import type { TestForm, TestInput, TestUpdate } from '#contract/tests.ts';
import { settleStep } from '#server/outcomes/settle.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import { isSameFile, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { ALL_ASKED, type StepGoal, setGoal, stepGoalFromRow } from '#server/revisions/goals.db.ts';
import { correctStep } from '#server/revisions/revision-history.db.ts';
import {
  hasSessions,
  insertRevision,
  type NewTask,
  nextNumber,
  readNewest,
  retireRevision,
} from '#server/revisions/revisions.db.ts';
import { inheritScreens, lockScreens } from '#server/screens/screens.db.ts';
import { hasMostTests, insertTest, lockTest, updateTest } from './tests.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'securityLog' | 'db' | 'jobs' | 'prototypeHosts'>;

type Newest = Awaited<ReturnType<typeof readNewest>>;

const LINK_NOT_CORRECTED =
  'A correction changes the text alone. Save another link as a new revision.';
const NO_SCREENS =
  'This link leads to a page that reports no screens. Decide while you watch instead.';

const FULL = `A workspace can have at most ${TESTS_MAX.toLocaleString('en')} tests. Delete one first.`;

/**
 * The id of the new test; images of its screens are fetched in the background.
 * @throws AppError bad_input without a company, or for a goal that its link cannot have; list_full
 */
export async function createTest(parts: Needs, who: SignIn, input: TestInput): Promise<TestId> {
  const company = input.company ?? who.company;
  if (!company)
    throw new AppError('bad_input', { fields: { company: 'Company name is required' } });
  const { workspaceId } = who;
  const { name, goal = null, asks = ALL_ASKED } = input;
  requireScreens(parts, goal, input);
  const testId = await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    // Under the workspace's lock: two tests at once do not both fit.
    if (await hasMostTests(db, workspaceId)) throw new AppError('list_full', { message: FULL });
    const uniqueId = randomBytes(16).toString('base64url') as UniqueId;
    const testId = await insertTest(db, { name, company, workspaceId, uniqueId });
    const task = taskOf(input, { goal, asks }, new Date());
    await addRevision(parts, db, { testId, workspaceId, number: 1, task });
    return testId;
  });
  parts.securityLog.write({ event: 'test.created', testId });
  return testId;
}

function taskOf({ task, figmaUrl }: TestForm, goal: StepGoal, goalSetAt: Date): NewTask {
  return { text: task, prototypeUrl: figmaUrl, ...goal, goalSetAt };
}

/** Begins a revision with the images that are there of its prototype, and has them fetched in the background. */
async function addRevision(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  revision: { testId: TestId; workspaceId: WorkspaceId; number: number; task: NewTask },
): Promise<void> {
  const { workspaceId, task } = revision;
  const revisionId = await insertRevision(db, revision, task);
  const prototype = prototypeOf(task.prototypeUrl, parts.prototypeHosts);
  if (!prototype) return;
  const { apiOrigin, fileKey } = prototype;
  await inheritScreens(db, workspaceId, { revisionId, apiOrigin, fileKey });
  await parts.jobs.send('screens.prefetch', { revisionId }, db);
}

/**
 * Another task or link is a new revision once a session has begun; another goal never is. Of two people who change
 * the goal of one revision at once, the later one's counts.
 * @throws AppError bad_input for a correction with another link, or a goal that the link cannot have; test_changed
 */
export async function changeTest(
  parts: Needs,
  { test: ref, userId }: { test: Authorized<TestRef>; userId: UserId },
  input: TestUpdate,
): Promise<void> {
  const { testId } = ref;
  const { event, settles } = await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, ref.workspaceId);
    // The lock prevents a session from starting between the check and the new revision.
    if (!(await lockTest(db, ref))) throw new AppError('not_found');
    const { company, name } = input;
    await updateTest(db, ref, { name, ...(company ? { company } : {}) });
    const newest = await readNewest(db, testId);
    return await changeTask(parts, db, { ref, userId, newest, input });
  });
  parts.securityLog.write({ event: 'test.changed', testId });
  if (event) parts.securityLog.write({ event, testId });
  if (settles) await settleStep(parts, settles);
}

interface TaskChange {
  ref: Authorized<TestRef>;
  userId: UserId;
  newest: Newest;
  input: TestUpdate;
}

interface Change {
  event: 'test.revised' | 'test.corrected' | null;
  /** The step whose runs have another goal now. */
  settles: string | null;
}

const NO_CHANGE: Change = { event: null, settles: null };

async function changeTask(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  { ref, userId, newest, input }: TaskChange,
): Promise<Change> {
  const before = stepGoalFromRow(newest);
  const goal = goalAfter(parts, newest, input);
  const isSameLink = input.figmaUrl === newest.figma_url;
  const isSameTask = input.task === newest.task && isSameLink;
  if (isSameTask && isDeepStrictEqual(before, goal)) return NO_CHANGE;
  const newestId = newest.revision_id;
  if (![undefined, newestId].includes(input.basedOn)) throw new AppError('test_changed');
  const hasRun = await hasSessions(db, newestId);
  const isCorrection = hasRun && input.saveAs === 'correction';
  if (!isSameTask && !isCorrection) {
    const task = taskOf(input, goal, goalSetAt(newest, goal));
    return await revise(parts, db, { ref, newest, task, hasRun });
  }
  if (!isSameLink) throw new AppError('bad_input', { fields: { figmaUrl: LINK_NOT_CORRECTED } });
  const stepId = newest.step_id;
  const settles = (await setGoal(db, { stepId, before }, goal)) ? stepId : null;
  if (settles) await parts.jobs.send('outcomes.settle', { stepId }, db);
  if (isSameTask) return { event: null, settles };
  await correctStep(db, stepId, { before: newest.task, after: input.task, userId });
  return { event: 'test.corrected', settles };
}

/** Before a session has run, the change takes over the newest revision's number. */
async function revise(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  {
    ref,
    newest,
    task,
    hasRun,
  }: Pick<TaskChange, 'ref' | 'newest'> & {
    task: NewTask;
    hasRun: boolean;
  },
): Promise<Change> {
  const number = hasRun ? await nextNumber(db, ref.testId) : newest.revision;
  if (!hasRun) await retireRevision(db, newest.revision_id);
  await addRevision(parts, db, { ...ref, number, task });
  return hasRun ? { event: 'test.revised', settles: null } : NO_CHANGE;
}

/** A goal that is carried over to another revision has its old time. */
function goalSetAt(newest: Newest, { goal }: StepGoal): Date {
  const isSame = isDeepStrictEqual(stepGoalFromRow(newest).goal, goal);
  return (isSame ? newest.goal_set_at : null) ?? new Date();
}

/** Screens are those of a file: a goal of them goes over to another link of that file, and to no other one. */
function goalAfter(
  parts: Pick<Parts, 'prototypeHosts'>,
  newest: Newest,
  input: TestUpdate,
): StepGoal {
  const before = stepGoalFromRow(newest);
  const asks = input.asks ?? before.asks;
  if (input.goal !== undefined) {
    requireScreens(parts, input.goal, input);
    return { goal: input.goal, asks };
  }
  const [file, fileBefore] = [input.figmaUrl, newest.figma_url].map((link) =>
    prototypeOf(link, parts.prototypeHosts),
  );
  const stays =
    before.goal?.kind !== 'screens' ||
    input.figmaUrl === newest.figma_url ||
    isSameFile(file ?? null, fileBefore ?? null);
  return { goal: stays ? before.goal : null, asks };
}

/** @throws AppError bad_input for a goal of screens where the link leads to no known prototype */
function requireScreens(
  parts: Pick<Parts, 'prototypeHosts'>,
  goal: Goal | null,
  { figmaUrl }: TestForm,
): void {
  if (goal?.kind !== 'screens' || prototypeOf(figmaUrl, parts.prototypeHosts)) return;
  throw new AppError('bad_input', { fields: { goal: NO_SCREENS } });
}

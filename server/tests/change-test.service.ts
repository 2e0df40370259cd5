// Creates tests and changes their tasks: revisions, corrected texts, goals.
import { AppError } from '#contract/errors.ts';
import type { RevisionId, TestId, UserId } from '#contract/ids.ts';
import { pictureOfLink, pictureScreen } from '#contract/picture-link.ts';
import type { TestInput, TestUpdate } from '#contract/test-inputs.ts';
import { deleteDraft } from '#server/drafts/drafts.db.ts';
import { settleStep } from '#server/outcomes/settle.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import { setGoal } from '#server/revisions/goals.db.ts';
import { correctStep } from '#server/revisions/revision-history.db.ts';
import {
  hasSessions,
  nextNumber,
  readNewest,
  retireRevision,
} from '#server/revisions/revisions.db.ts';
import {
  nextStepNumber,
  type StoredStep,
  setContent,
  stepsOfRevision,
} from '#server/revisions/steps.db.ts';
import { lockScreens } from '#server/screens/screens.db.ts';
import { addRevision, requirePlaceForTest } from './add-revision.flow.ts';
import { requirePictures } from './pictures-of-steps.ts';
import {
  hasSameContent,
  hasSameGoal,
  hasSameRules,
  numbered,
  type StepAfter,
  stepsAfter,
} from './steps-after.rules.ts';
import { insertTest, lockTest, updateTest } from './tests.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'securityLog' | 'db' | 'jobs' | 'prototypeHosts'>;

type Newest = Awaited<ReturnType<typeof readNewest>>;

const LINK_NOT_CORRECTED =
  'A correction changes the text alone. Save another link as a new revision.';
const STEPS_NOT_CORRECTED =
  'A correction changes texts alone. Save other tasks, or another order, as a new revision.';

/**
 * The id of the new test; images of its screens are fetched in the background.
 * @throws AppError bad_input without a company, or for a goal that its link cannot have; list_full
 */
export async function createTest(parts: Needs, who: SignIn, input: TestInput): Promise<TestId> {
  const company = input.company ?? who.company;
  if (!company)
    throw new AppError('bad_input', { fields: { company: 'Company name is required' } });
  const { workspaceId } = who;
  const steps = numbered(stepsAfter(parts, input, []), 1);
  const testId = await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    await requirePlaceForTest(db, workspaceId);
    const testId = await insertTest(db, { name: input.name, company, workspaceId });
    await addRevision(parts, db, { testId, workspaceId, number: 1, steps });
    return testId;
  });
  parts.securityLog.write({ event: 'test.created', testId });
  return testId;
}

/**
 * Another task, link or order is a new revision once a session has begun; another goal never is. Of two people who
 * change the goal of one revision at once, the later one's counts.
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
    const change = await changeTasks(parts, db, { ref, userId, newest, input });
    // A draft that another person has changed since then stays.
    if (input.draft) await deleteDraft(db, testId, input.draft);
    return change;
  });
  parts.securityLog.write({ event: 'test.changed', testId });
  if (event) parts.securityLog.write({ event, testId });
  for (const stepId of settles) await settleStep(parts, stepId);
}

interface TaskChange {
  ref: Authorized<TestRef>;
  userId: UserId;
  newest: Newest;
  input: TestUpdate;
}

interface Change {
  event: 'test.revised' | 'test.corrected' | null;
  /** The steps whose runs have another goal now. */
  settles: string[];
}

const NO_CHANGE: Change = { event: null, settles: [] };

async function changeTasks(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  { ref, userId, newest, input }: TaskChange,
): Promise<Change> {
  const newestId = newest.revision_id;
  const isOutdated = ![undefined, newestId].includes(input.basedOn);
  const before = await stepsOfRevision(db, newestId);
  // Steps of an outdated form may be gone; the refusal names the other change instead.
  if (isOutdated && input.steps) throw new AppError('test_changed');
  const steps = stepsAfter(parts, input, before);
  const same = compare(before, steps);
  const isSame = [hasSameGoal, hasSameRules].every((has) => steps.every(has));
  if (same.texts && isSame) return NO_CHANGE;
  if (isOutdated) throw new AppError('test_changed');
  const hasRun = await hasSessions(db, newestId);
  const isCorrection = hasRun && input.saveAs === 'correction';
  if (!same.texts && !isCorrection) return await revise(parts, db, { ref, newest, steps, hasRun });
  if (!same.order) throw new AppError('bad_input', { fields: { steps: STEPS_NOT_CORRECTED } });
  if (!same.links) throw new AppError('bad_input', { fields: { figmaUrl: LINK_NOT_CORRECTED } });
  await requirePictures(db, ref.workspaceId, steps);
  const settles = await changeInPlace(parts, db, { steps, userId, revisionId: newestId });
  return { event: same.texts ? null : 'test.corrected', settles };
}

/**
 * Says what is as before: the steps, their order, what they ask beside their texts, and when they are shown; with that,
 * the links; with these, the texts.
 */
function compare(before: readonly StoredStep[], steps: readonly StepAfter[]) {
  const order =
    steps.length === before.length &&
    steps.every((step, at) => step.before === before[at] && hasSameContent(step));
  const links =
    order && steps.every(({ before, prototypeUrl }) => prototypeUrl === before?.prototypeUrl);
  const texts = links && steps.every(({ before, text }) => text === before?.text);
  return { order, links, texts };
}

/** Changes goals, texts and rules of screening of steps that stay. @returns the steps whose outcomes follow */
async function changeInPlace(
  parts: Pick<Parts, 'jobs'>,
  db: Parts['db'],
  {
    steps,
    userId,
    revisionId,
  }: { steps: readonly StepAfter[]; userId: UserId; revisionId: RevisionId },
): Promise<string[]> {
  const settles: string[] = [];
  for (const step of steps) {
    const { before, text, ...after } = step;
    if (!before) continue;
    const stepId = before.id;
    if (!hasSameRules(step)) await setContent(db, stepId, after.content);
    // Presses on a picture are read by its regions and its goal.
    const picture = pictureOfLink(after.prototypeUrl);
    if (picture && !(hasSameRules(step) && hasSameGoal(step))) {
      const nodeIds = [pictureScreen(picture)];
      await parts.jobs.send('readings.renew', { revisionId, nodeIds }, db);
    }
    if (await setGoal(db, { stepId, before }, after)) {
      settles.push(stepId);
      await parts.jobs.send('outcomes.settle', { stepId }, db);
    }
    if (text !== before.text) {
      await correctStep(db, stepId, { before: before.text, after: text, userId });
    }
  }
  return settles;
}

/** Before a session has run, the change takes over the newest revision's number. */
async function revise(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  {
    ref,
    newest,
    steps,
    hasRun,
  }: Pick<TaskChange, 'ref' | 'newest'> & { steps: readonly StepAfter[]; hasRun: boolean },
): Promise<Change> {
  const number = hasRun ? await nextNumber(db, ref.testId) : newest.revision;
  if (!hasRun) await retireRevision(db, newest.revision_id);
  const numberedSteps = numbered(steps, await nextStepNumber(db, ref.testId));
  await addRevision(parts, db, { ...ref, number, steps: numberedSteps });
  return hasRun ? { event: 'test.revised', settles: [] } : NO_CHANGE;
}

// Creates tests and changes their tasks: revisions, corrected texts, goals.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conditionProblem } from '#contract/conditions.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId, UniqueId, UserId, WorkspaceId } from '#contract/ids.ts';
import { STEP_NUMBER_MAX, TESTS_MAX } from '#contract/limits.ts';
import { type QuestionForm, type QuestionFormInput, questionForm } from '#contract/questions.ts';
import type { StepCondition, StepConditionInput } from '#contract/step-condition.ts';
import { isTask, type Step, type StepInput } from '#contract/steps.ts';
import type { TestInput, TestUpdate } from '#contract/tests.ts';
import { settleStep } from '#server/outcomes/settle.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import { isSameFile, prototypeFiles, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { ALL_ASKED, type StepGoal, setGoal } from '#server/revisions/goals.db.ts';
import { correctStep } from '#server/revisions/revision-history.db.ts';
import {
  hasSessions,
  insertRevision,
  type NewStep,
  nextNumber,
  readNewest,
  retireRevision,
  type StepContent,
  type Task,
} from '#server/revisions/revisions.db.ts';
import { nextStepNumber, type StoredStep, stepsOfRevision } from '#server/revisions/steps.db.ts';
import { inheritScreens, lockScreens } from '#server/screens/screens.db.ts';
import { hasMostTests, insertTest, lockTest, updateTest } from './tests.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'securityLog' | 'db' | 'jobs' | 'prototypeHosts'>;

type Newest = Awaited<ReturnType<typeof readNewest>>;

const LINK_NOT_CORRECTED =
  'A correction changes the text alone. Save another link as a new revision.';
const STEPS_NOT_CORRECTED =
  'A correction changes texts alone. Save other tasks, or another order, as a new revision.';
const NO_SCREENS =
  'This link leads to a page that reports no screens. Decide while you watch instead.';
const NOT_FIRST = 'This is not what the first task says. Leave it out, or send the same.';
const NO_NUMBER_LEFT = 'This test has had too many tasks. Make a copy of it.';

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
  const steps = numbered(stepsAfter(parts, input, []), 1);
  const testId = await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    // Under the workspace's lock: two tests at once do not both fit.
    if (await hasMostTests(db, workspaceId)) throw new AppError('list_full', { message: FULL });
    const uniqueId = randomBytes(16).toString('base64url') as UniqueId;
    const testId = await insertTest(db, { name: input.name, company, workspaceId, uniqueId });
    await addRevision(parts, db, { testId, workspaceId, number: 1, steps });
    return testId;
  });
  parts.securityLog.write({ event: 'test.created', testId });
  return testId;
}

/** Begins a revision with the images that are there of its prototypes, and has them fetched in the background. */
async function addRevision(
  parts: Pick<Parts, 'jobs' | 'prototypeHosts'>,
  db: Parts['db'],
  revision: {
    testId: TestId;
    workspaceId: WorkspaceId;
    number: number;
    steps: readonly NewStep[];
  },
): Promise<void> {
  const { workspaceId, steps } = revision;
  const revisionId = await insertRevision(db, revision, steps);
  const links = steps.filter(isTask).map(({ prototypeUrl }) => prototypeUrl);
  const files = prototypeFiles(links, parts.prototypeHosts);
  for (const { apiOrigin, fileKey } of files) {
    await inheritScreens(db, workspaceId, { revisionId, apiOrigin, fileKey });
  }
  if (files.length > 0) await parts.jobs.send('screens.prefetch', { revisionId }, db);
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
    return await changeTasks(parts, db, { ref, userId, newest, input });
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
  if (same.texts && steps.every(hasSameGoal)) return NO_CHANGE;
  if (isOutdated) throw new AppError('test_changed');
  const hasRun = await hasSessions(db, newestId);
  const isCorrection = hasRun && input.saveAs === 'correction';
  if (!same.texts && !isCorrection) return await revise(parts, db, { ref, newest, steps, hasRun });
  if (!same.order) throw new AppError('bad_input', { fields: { steps: STEPS_NOT_CORRECTED } });
  if (!same.links) throw new AppError('bad_input', { fields: { figmaUrl: LINK_NOT_CORRECTED } });
  const settles = await changeInPlace(parts, db, { steps, userId });
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

/** Changes goals and texts of steps that stay. @returns the steps whose outcomes follow */
async function changeInPlace(
  parts: Pick<Parts, 'jobs'>,
  db: Parts['db'],
  { steps, userId }: { steps: readonly StepAfter[]; userId: UserId },
): Promise<string[]> {
  const settles: string[] = [];
  for (const { before, text, ...after } of steps) {
    if (!before) continue;
    const stepId = before.id;
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

/** A step as it is to be. */
interface StepAfter extends Task, StepGoal, Omit<StepContent, 'condition'> {
  /** The step in the newest revision, or null for a new one. */
  before: StoredStep | null;
  /** A condition on a new step, which has no number yet, names its place. */
  condition: StepConditionInput | null;
}

function hasSameContent({ before, content, condition }: StepAfter): boolean {
  const fields = before && { content: before.content, condition: before.condition };
  return isDeepStrictEqual(fields, { content, condition });
}

function hasSameGoal({ before, goal, asks }: StepAfter): boolean {
  return isDeepStrictEqual(before && { goal: before.goal, asks: before.asks }, { goal, asks });
}

/** Gives new steps the next free numbers. A goal that is carried over to another revision has its old time. */
function numbered(steps: readonly StepAfter[], next: number): NewStep[] {
  let free = next;
  const numbers = steps.map(({ before }) => before?.number ?? free++);
  if (free > STEP_NUMBER_MAX + 1) {
    throw new AppError('bad_input', { fields: { steps: NO_NUMBER_LEFT } });
  }
  return steps.map(({ before, ...step }, at) => {
    const isSame = before !== null && isDeepStrictEqual(before.goal, step.goal);
    return {
      ...step,
      number: numbers[at] ?? 0,
      condition: onNumber(step.condition, numbers),
      goalSetAt: (isSame ? before.goalSetAt : null) ?? new Date(),
    };
  });
}

/** Returns a condition that names its step by number. @param numbers of all steps in their order */
function onNumber(
  condition: StepConditionInput | null,
  numbers: readonly number[],
): StepCondition | null {
  if (condition === null || 'step' in condition) return condition;
  const { at, ...answers } = condition;
  return { step: numbers[at - 1] ?? 0, ...answers };
}

/**
 * Returns the steps that a body asks for: its list; else what is there, with its fields in the first task.
 * @throws AppError bad_input when the fields beside a list say something else, for a step that is not there, or for a
 * goal of screens where the link leads to no known prototype
 */
function stepsAfter(
  parts: Pick<Parts, 'prototypeHosts'>,
  input: TestInput,
  before: readonly StoredStep[],
): StepAfter[] {
  const { task, figmaUrl, goal, asks, steps } = input;
  if (!steps) {
    const first = before.find(isTask) ?? null;
    const condition = first?.condition ?? null;
    const fields = { task, figmaUrl, goal, asks, condition };
    const changed = taskAfter(parts, fields, { before: first, at: '' });
    if (first === null) return [changed];
    return before.map((step) => (step === first ? changed : { ...step, before: step }));
  }
  checkNames(input, before);
  const after = steps.map(({ number, ...step }, at) => {
    const there = before.find((one) => one.number === number) ?? null;
    const condition = withNumber(step.shownWhen ?? null, steps);
    if (step.kind !== 'task') return panelAfter(step, { before: there, condition });
    return taskAfter(parts, { ...step, condition }, { before: there, at: `steps.${at}.` });
  });
  checkConditions(after);
  return after;
}

/** @throws AppError bad_input for fields beside a list that say something else, and for a step that is not there */
function checkNames(
  { task, figmaUrl, goal, asks, steps = [] }: TestInput,
  before: readonly StoredStep[],
): void {
  const fields: Record<string, string> = {};
  const firstTask = steps.find(isTask);
  const beside = Object.entries({ task, figmaUrl, goal, asks });
  for (const [field, value] of beside) {
    const isSame = isDeepStrictEqual(value, firstTask?.[field as keyof typeof firstTask]);
    if (value !== undefined && !isSame) fields[field] = NOT_FIRST;
  }
  for (const [at, { number, kind }] of steps.entries()) {
    const there = before.find((step) => step.number === number);
    if (number === undefined || there?.kind === kind) continue;
    fields[`steps.${at}.number`] = there
      ? `Step ${number} is of another kind. Add a new step instead.`
      : `This test has no step ${number}.`;
  }
  if (Object.keys(fields).length > 0) throw new AppError('bad_input', { fields });
}

/** Returns a condition that names a step of the test by its number. */
function withNumber(
  condition: StepConditionInput | null,
  steps: readonly StepInput[],
): StepConditionInput | null {
  if (condition === null || 'step' in condition) return condition;
  const { at, ...answers } = condition;
  const step = steps[at - 1]?.number;
  return step === undefined ? condition : { step, ...answers };
}

/** @throws AppError bad_input for a condition that names no earlier step, or answers that it does not have */
function checkConditions(after: readonly StepAfter[]): void {
  // New steps have numbers here that no stored one has.
  const numbers = after.map(({ before }, at) => before?.number ?? STEP_NUMBER_MAX + 1 + at);
  const steps = after.map(({ text, content, kind, condition: own }, at): Step => {
    const number = numbers[at] ?? 0;
    const condition = onNumber(own, numbers);
    return {
      number,
      kind,
      [kind]: text,
      ...content,
      ...(condition && { shownWhen: condition }),
    } as Step;
  });
  const fields: Record<string, string> = {};
  for (const at of steps.keys()) {
    const problem = conditionProblem(steps, at);
    if (problem) fields[`steps.${at}.shownWhen`] = problem;
  }
  if (Object.keys(fields).length > 0) throw new AppError('bad_input', { fields });
}

/** Returns a question, a set or a text as it is to be. */
function panelAfter(
  step: Exclude<StepInput, { kind: 'task' }>,
  { before, condition }: Pick<StepAfter, 'before' | 'condition'>,
): StepAfter {
  const common = { before, kind: step.kind, condition, prototypeUrl: '', goal: null, asks: [] };
  switch (step.kind) {
    case 'text':
      return { ...common, text: step.text, content: null };
    case 'set':
      return { ...common, text: '', content: { set: step.set, isRequired: step.isRequired } };
    case 'question': {
      const { help, isRequired, form } = step;
      return {
        ...common,
        text: step.question,
        content: { help, isRequired, form: formAfter(form, before) },
      };
    }
  }
}

/** Gives options without an id one: that of the option with the same text before, or a new one. */
function formAfter(form: QuestionFormInput, before: StoredStep | null): QuestionForm {
  if (!('options' in form)) return form;
  const formBefore = before?.kind === 'question' ? questionForm.parse(before.content?.form) : null;
  const known = formBefore && 'options' in formBefore ? formBefore.options : [];
  const given = new Set(form.options.flatMap(({ id }) => id ?? []));
  const options = form.options.map(({ id, text }) => {
    if (id !== undefined) return { id, text };
    const same = known.find((one) => one.text === text && !given.has(one.id));
    return { id: same?.id ?? newOptionId(), text };
  });
  return { ...form, options };
}

function newOptionId(): string {
  return randomBytes(5).toString('hex');
}

type WantedTask = Pick<TestInput, 'task' | 'figmaUrl' | 'goal' | 'asks'> &
  Pick<StepAfter, 'condition'>;

/**
 * Screens are those of a file: a goal of them goes over to another link of that file, and to no other one.
 * @param at the path of the step's fields in the body, for errors
 */
function taskAfter(
  parts: Pick<Parts, 'prototypeHosts'>,
  { task, figmaUrl, goal, asks, condition }: WantedTask,
  { before, at }: { before: StoredStep | null; at: string },
): StepAfter {
  const file = prototypeOf(figmaUrl, parts.prototypeHosts) ?? null;
  if (goal?.kind === 'screens' && !file) {
    throw new AppError('bad_input', { fields: { [`${at}goal`]: NO_SCREENS } });
  }
  const stays =
    before?.goal?.kind !== 'screens' ||
    figmaUrl === before.prototypeUrl ||
    isSameFile(file, prototypeOf(before.prototypeUrl, parts.prototypeHosts) ?? null);
  return {
    before,
    kind: 'task',
    content: null,
    condition,
    text: task,
    prototypeUrl: figmaUrl,
    goal: goal === undefined ? (stays && before?.goal) || null : goal,
    asks: asks ?? before?.asks ?? ALL_ASKED,
  };
}

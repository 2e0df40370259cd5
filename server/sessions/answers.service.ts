// A participant's answers to the card, and openings of the share link.
import { z } from 'zod/mini';
import { AppError } from '#contract/errors.ts';
import type { OpeningId, RevisionId, TestId, UniqueId, WorkspaceId } from '#contract/ids.ts';
import { OPENINGS_RATE_PER_ADDRESS, OPENINGS_RATE_PER_TEST } from '#contract/limits.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { TaskAnswers } from '#contract/outcomes.ts';
import type { ScreeningAnswers } from '#contract/sessions.ts';
import { answerSchema, type StepAnswer } from '#contract/step-answers.ts';
import { isScreening } from '#contract/steps.ts';
import { settleRun } from '#server/outcomes/settle.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { taskOfSession } from '#server/revisions/revisions.db.ts';
import { questionOfSession, screeningSteps } from '#server/revisions/steps.db.ts';
import { lockRecording } from '#server/session-state/end-calls.db.ts';
import { isScreenedOut, noteOpening, noteScreenedOut } from './openings.db.ts';
import { screenAnswers, seatsOf } from './screening.rules.ts';
import { isSeatFull } from './seats.db.ts';
import { answersBytes, keepAnswer, keepAnswers, stepAnswerBytes } from './sessions.db.ts';
import { isRepeatOf, sharedTest } from './sessions.service.ts';
import { takePartWithoutVideo } from './slots.db.ts';

const AT_START = 'This question was answered before the session began.';

/**
 * Stores the answers to a task's card; the outcome follows.
 * @param step the task, or undefined for the first one of the session
 * @param address the client's address as calls are counted by
 * @throws AppError workspace_full, storage_full; not_found for a step that the session does not have, and when the session is deleted meanwhile
 */
export async function storeAnswers(
  { db, space }: Pick<Parts, 'db' | 'space'>,
  { sessionId, workspaceId }: Authorized<SessionRef>,
  { step, answers, address }: { step: number | undefined; answers: TaskAnswers; address: string },
): Promise<void> {
  using lease = await space.admitRunning({ sessionId, workspaceId, address });
  const refusal = lease.take(answersBytes(answers));
  if (refusal) throw refusal;
  await db.transaction().execute(async (transaction) => {
    // Before any other row of the session, as its end and its deletion take them.
    if (!(await lockRecording(transaction, sessionId))) throw new AppError('not_found');
    const task = await taskOfSession(transaction, sessionId, step);
    await keepAnswers(transaction, { sessionId, step: task.step }, answers);
    await takePartWithoutVideo(transaction, sessionId);
    await settleRun(transaction, sessionId);
  });
}

/**
 * Stores the answer to a question or a set of the session's own revision.
 * @param answer null to take it back
 * @throws AppError bad_input for an answer that the step does not take; workspace_full, storage_full; not_found for a
 * step that the session's revision does not have or that asks nothing, and when the session is deleted meanwhile
 */
export async function storeAnswer(
  { db, space }: Pick<Parts, 'db' | 'space'>,
  { sessionId, workspaceId }: Authorized<SessionRef>,
  { step, answer, address }: { step: number; answer: StepAnswer | null; address: string },
): Promise<void> {
  using lease = await space.admitRunning({ sessionId, workspaceId, address });
  const refusal = lease.take(stepAnswerBytes(answer));
  if (refusal) throw refusal;
  await db.transaction().execute(async (transaction) => {
    // Before any other row of the session, as its end and its deletion take them.
    if (!(await lockRecording(transaction, sessionId))) throw new AppError('not_found');
    const question = await questionOfSession(transaction, { sessionId, step });
    if (!question) throw new AppError('not_found');
    if (isScreening(question)) throw new AppError('bad_input', { fields: { answer: AT_START } });
    const parsed = z.nullable(answerSchema(question)).safeParse(answer);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new AppError('bad_input', { fields: { answer: issue?.message ?? '' } });
    }
    await keepAnswer(transaction, { sessionId, question }, parsed.data);
    await takePartWithoutVideo(transaction, sessionId);
  });
}

/**
 * Counts an opened link, unless a member of the test's workspace opened it. One address
 * is counted up to OPENINGS_RATE_PER_ADDRESS, so that it cannot take the place of others.
 * @returns whether a session from this browser would be a repeat that the test does not take
 * @throws AppError not_found for another test's revision or opening; too_many_requests
 */
export async function storeOpening(
  { db, rates }: Pick<Parts, 'db' | 'rates'>,
  {
    uniqueId,
    signedInto,
    browserKey,
    address,
    ...opening
  }: {
    uniqueId: UniqueId;
    id: OpeningId;
    /** The workspace of the caller's sign-in, or null for a caller who is not signed in. */
    signedInto: WorkspaceId | null;
    revisionId: RevisionId;
    obstacle: Obstacle | null;
    browserKey?: string | undefined;
    /** The client's address as calls are counted by. */
    address: string;
  },
): Promise<{ isRepeat: boolean }> {
  const test = await sharedTest(db, uniqueId);
  if (signedInto !== test.workspace_id) {
    await countOpening({ rates }, test.id, address);
    const result = await noteOpening(db, { ...opening, testId: test.id });
    if (result === 'unknown') throw new AppError('not_found');
    if (result === 'full') throw new AppError('too_many_requests', { retryAfterSeconds: 3600 });
  }
  return { isRepeat: await isRepeatOf(db, test, browserKey ?? null) };
}

/** @throws AppError too_many_requests */
async function countOpening(
  { rates }: Pick<Parts, 'rates'>,
  testId: TestId,
  address: string,
): Promise<void> {
  await rates.count('openings of address', `${testId} ${address}`, OPENINGS_RATE_PER_ADDRESS);
  await rates.count('openings of test', testId, OPENINGS_RATE_PER_TEST);
}

interface ScreeningCall {
  uniqueId: UniqueId;
  openingId: OpeningId;
  /** The workspace of the caller's sign-in, or null for a caller who is not signed in. */
  signedInto: WorkspaceId | null;
  /** The client's address as calls are counted by. */
  address: string;
  revisionId: RevisionId;
  answers: ScreeningAnswers;
}

/**
 * Says whether a person with these answers, so far, can take part. The openings of members are not counted.
 * @throws AppError not_found, bad_input, too_many_requests
 */
export async function answerScreening(
  { db, rates }: Pick<Parts, 'db' | 'rates'>,
  { uniqueId, openingId, signedInto, address, revisionId, answers }: ScreeningCall,
): Promise<'passed' | 'screened_out' | 'full'> {
  const test = await sharedTest(db, uniqueId);
  const { id: testId } = test;
  await countOpening({ rates }, testId, address);
  const steps = await screeningSteps(db, { testId, revisionId });
  const screened = screenAnswers(steps, answers);
  const opening = { id: openingId, testId, revisionId };
  if (await isScreenedOut(db, opening)) return 'screened_out';
  const isMember = signedInto === test.workspace_id;
  if (screened.end !== null) {
    if (!isMember) await noteScreenedOut(db, opening, screened.end);
    return 'screened_out';
  }
  // A pilot takes no seat, and a start checks them once more.
  if (isMember) return 'passed';
  const isFull = await isSeatFull(db, { testId, except: null }, seatsOf(screened.answers));
  return isFull ? 'full' : 'passed';
}

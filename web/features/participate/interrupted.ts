// A test with several steps that an earlier visit left in the middle: the participant's place in it, and its run.

import type { AnswerUpload } from '#capture/run/answer-upload.ts';
import { continueRun } from '#capture/run/capture-run.ts';
import { tryLock } from '#capture/spool/session-lock.ts';
import type { Spool, SpooledSession, SpooledStep } from '#capture/spool/spool.ts';
import { CallError } from '#capture/upload/call.ts';
import { canRetry } from '#capture/upload/retry-delay.ts';
import { sendEvents } from '#capture/upload/session-calls.ts';
import type { Given } from '#contract/conditions.ts';
import type { RawEvent } from '#contract/events.ts';
import { STUDY_MAX_MS } from '#contract/limits.ts';
import { readStepMessage } from '#contract/own-messages.ts';
import { isTask } from '#contract/steps.ts';
import { questionsAfter } from '#web/entities/step/questions-after.ts';
import { browserObstacle } from './browser-obstacle.ts';
import { Participation } from './participation.ts';
import { withAgreement } from './participation-of.ts';
import { pictureOf } from './pictures.ts';
import type { SharedLink } from './shared-link.ts';
import { type GivenAt, nextStep, type Place, readSteps, type StudyStep } from './steps.ts';

/** A server that does not answer within this time is asked again by the upload, so the participant may go on. */
const ANSWER_MS = 4000;

/**
 * Finds a session of the link's test that can go on, and takes its lock. Its upload begins, so that nothing is lost when
 * the participant leaves again without a choice.
 * @returns null if there is none, or if another tab has it
 */
export async function findInterrupted(
  { spool, answers }: { spool: Spool; answers: AnswerUpload },
  link: SharedLink,
): Promise<Participation | null> {
  for (const { sessionId } of (await spool.list()).filter((each) => canGoOn(each, link))) {
    const release = await tryLock(sessionId);
    if (!release) continue;
    // Another tab may have finished it meanwhile.
    const session = await spool.get(sessionId);
    const events = session ? await spool.events(sessionId) : [];
    const spooled = session ? await spool.steps(sessionId) : [];
    const hasBegun = session !== null && (events.length > 0 || !isAlone(session));
    const study = hasBegun ? session.study : undefined;
    const left = study && leftAt(readSteps(study.steps), events, spooled);
    if (session && study && left && canGoOn(session, link) && !(await isRefused(session))) {
      const { steps, privateToken, parameters = [], consentItems } = study;
      const figmaUrls = new Map(
        steps.filter(isTask).map(({ number, figmaUrl }) => [number, figmaUrl]),
      );
      const parts = { spool, answers, session, release, recordingMaxMs: STUDY_MAX_MS };
      const run = continueRun(parts, { events, steps: spooled, figmaUrls });
      const agreed = withAgreement(link, consentItems);
      return new Participation({ ...agreed, steps }, run, {
        privateToken,
        parameters,
        given: left.given,
        earlier: { place: left.place, isAlone: isAlone(session) },
      });
    }
    release();
  }
  return null;
}

/**
 * Returns whether further takes can follow. The tasks are those with which the session began; the page of a test that was
 * edited since may not frame all of them.
 */
function canGoOn(session: SpooledSession, link: SharedLink) {
  const { uniqueId, study, state, tracks, recordedMs } = session;
  const isOfLink = uniqueId === link.test.uniqueId;
  const isFramed = study?.steps
    .filter(isTask)
    .every(({ embed, figmaUrl }) =>
      'origin' in embed
        ? link.frameSources.includes(embed.origin)
        : pictureOf(link, figmaUrl) !== null,
    );
  const canRecord = tracks !== undefined && browserObstacle() === null;
  const isOpen = state === 'recording' ? canRecord : isAlone(session);
  return isOfLink && isFramed === true && isOpen && recordedMs < STUDY_MAX_MS;
}

/** Returns whether nothing is recorded of a session, and its messages are all there is. */
function isAlone({ state, videoOptional }: SpooledSession): boolean {
  return state === 'started' && videoOptional === true;
}

/** Returns whether the server takes nothing more of a session: it was deleted, or its token has expired. */
async function isRefused(session: SpooledSession): Promise<boolean> {
  try {
    await sendEvents(session, [], AbortSignal.timeout(ANSWER_MS));
    return false;
  } catch (error) {
    return error instanceof CallError && !canRetry(error);
  }
}

/**
 * Returns the participant's place after the last message with what they gave at each step, or null if no step is left.
 * Answers of which this browser has nothing more count as none.
 */
export function leftAt(
  steps: readonly StudyStep[],
  events: readonly RawEvent[],
  spooled: readonly SpooledStep[],
): { place: Place; given: GivenAt } | null {
  const boundaries = events.flatMap((event) => {
    const own = readStepMessage(event);
    const at = own ? steps.findIndex(({ number }) => number === own.data.step) : -1;
    const step = steps[at];
    return own && step && own.type !== 'TRYOUT_ANSWERED' ? { own, step, at, atMs: event.atMs } : [];
  });
  const given = new Map<number, Given>(
    spooled.flatMap(({ step, given }) => (given ? [[step, given]] : [])),
  );
  let place: Place = { at: -1, phase: 'reading', end: null, startMs: 0 };
  for (const { own, step, at, atMs } of boundaries) {
    if (own.type === 'TRYOUT_STEP_SHOWN') {
      place = { at, phase: isTask(step) ? 'doing' : 'panel', end: null, startMs: atMs };
    } else if (isTask(step)) {
      given.set(step.number, { words: [own.data.how], number: null });
      place = { ...place, at, phase: 'asking', end: own.data.how };
    } else {
      place = { ...place, at, phase: 'panel', end: null };
    }
  }
  if (boundaries.at(-1)?.own.type === 'TRYOUT_STEP_SHOWN') return { place, given };
  const next = nextStep(steps, place.at, given).at;
  if (next === null) return null;
  if (isCardOpen(steps[place.at], place, spooled)) return { place, given };
  const isNextTask = steps[next]?.kind === 'task';
  return {
    place: { ...place, at: next, phase: isNextTask ? 'reading' : 'panel', end: null },
    given,
  };
}

/** Returns whether the questions after a task that has ended are neither answered nor skipped. */
function isCardOpen(
  step: StudyStep | undefined,
  { end }: Place,
  spooled: readonly SpooledStep[],
): boolean {
  if (!step || !isTask(step)) return false;
  const isClosed = spooled.some(({ step: number, isClosed }) => number === step.number && isClosed);
  return !isClosed && questionsAfter(step.asks, end).length > 0;
}

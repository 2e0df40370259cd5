// A test with several tasks that an earlier visit left in the middle: the participant's place in it, and its run.
import { continueRun } from '#capture/run/capture-run.ts';
import { tryLock } from '#capture/spool/session-lock.ts';
import type { Spool, SpooledSession } from '#capture/spool/spool.ts';
import { CallError } from '#capture/upload/call.ts';
import { canRetry } from '#capture/upload/retry-delay.ts';
import { sendEvents } from '#capture/upload/session-calls.ts';
import type { RawEvent } from '#contract/events.ts';
import { STUDY_MAX_MS } from '#contract/limits.ts';
import { readOwnMessage } from '#contract/own-messages.ts';
import { isTask } from '#contract/steps.ts';
import { browserObstacle } from './browser-obstacle.ts';
import { Participation, type Place, questionsAfter, type SharedTask } from './participation.ts';
import type { SharedLink } from './shared-link.ts';
import { storedCard } from './stored-card.ts';

/** A server that does not answer within this time is asked again by the upload, so the participant may go on. */
const ANSWER_MS = 4000;

/**
 * Finds a session of the link's test that can go on, and takes its lock. Its upload begins, so that nothing is lost when
 * the participant leaves again without a choice.
 * @returns null if there is none, or if another tab has it
 */
export async function findInterrupted(
  spool: Spool,
  link: SharedLink,
): Promise<Participation | null> {
  for (const { sessionId } of (await spool.list()).filter((each) => canGoOn(each, link))) {
    const release = await tryLock(sessionId);
    if (!release) continue;
    // Another tab may have finished it meanwhile.
    const session = await spool.get(sessionId);
    const events = session ? await spool.events(sessionId) : [];
    const steps = session?.study?.steps ?? [];
    const tasks = steps.filter(isTask);
    const place = placeIn(events, tasks, closedCardOf(sessionId));
    if (session?.study && place && canGoOn(session, link) && !(await isRefused(session))) {
      const figmaUrls = new Map(tasks.map(({ number, figmaUrl }) => [number, figmaUrl]));
      const parts = { spool, session, release, recordingMaxMs: STUDY_MAX_MS };
      const run = continueRun(parts, { events, figmaUrls });
      const { privateToken } = session.study;
      return new Participation({ ...link, steps }, run, { privateToken, place });
    }
    release();
  }
  return null;
}

/**
 * Returns whether further takes can follow. The tasks are those with which the session began; the page of a test that was
 * edited since may not frame all of them.
 */
function canGoOn({ uniqueId, study, state, tracks, recordedMs }: SpooledSession, link: SharedLink) {
  const isOfLink = uniqueId === link.test.uniqueId;
  const isFramed = study?.steps
    .filter(isTask)
    .every(({ embed }) => embed.kind !== 'unsupported' && link.frameSources.includes(embed.origin));
  const isOpen = state === 'recording' && tracks !== undefined && recordedMs < STUDY_MAX_MS;
  return isOfLink && isFramed === true && isOpen && browserObstacle() === null;
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

/** Returns the step whose questions the participant has answered or skipped, or null. */
function closedCardOf(sessionId: string): number | null {
  const card = storedCard.read();
  return card?.sessionId === sessionId && card.isClosed ? card.step : null;
}

/**
 * Returns the participant's place after the last message, or null if all tasks have ended.
 * @param closedStep step whose questions are answered or skipped
 */
export function placeIn(
  events: readonly RawEvent[],
  tasks: readonly SharedTask[],
  closedStep: number | null,
): Place | null {
  let place: Place = { at: 0, phase: 'reading', end: null, startMs: 0 };
  for (const event of events) {
    const own = readOwnMessage(event);
    const at = own ? tasks.findIndex(({ number }) => number === own.data.step) : -1;
    if (!own || at < 0) continue;
    if (own.type === 'TRYOUT_STEP_ENDED') place = { ...place, phase: 'asking', end: own.data.how };
    else if (own.type === 'TRYOUT_STEP_SHOWN') {
      place = { at, phase: 'doing', end: null, startMs: event.atMs };
    }
  }
  const { at, phase, end } = place;
  if (phase !== 'asking') return place;
  if (at === tasks.length - 1) return null;
  const task = tasks[at];
  const isClosed =
    task?.number === closedStep || questionsAfter(task?.asks ?? [], end).length === 0;
  return isClosed ? { ...place, at: at + 1, phase: 'reading', end: null } : place;
}

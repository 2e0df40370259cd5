// Uploads the answers to the card after a task: stores them in the spool first and retries until
// the server has them. The recording's end does not wait for it.
import { sessions } from '#contract/sessions.api.ts';
import type { Spool, SpooledAnswers } from '../spool/spool.ts';
import { sendOf } from '../upload/call.ts';
import { canRetry, RetryDelay } from '../upload/retry-delay.ts';

/** Two kB at most. */
const TIMEOUT_MS = 15_000;

/**
 * Keeps answers and sends them.
 * @param onStored they survive the tab from now on, if the browser gives storage at all.
 * @returns once the server has them; false: it never will, the session is gone.
 */
export async function answer(
  spool: Spool,
  spooled: SpooledAnswers,
  { signal, onStored }: { signal: AbortSignal; onStored: () => void },
): Promise<boolean> {
  await spool
    .keepAnswers(spooled)
    .catch((error) => console.warn('The browser does not keep the answers.', error));
  onStored();
  return await sendAnswers(spool, spooled, signal);
}

/** Sends what earlier visits could not; resolves when nothing is left. Rejects when aborted. */
export async function resumeAnswers(spool: Spool, signal: AbortSignal): Promise<void> {
  const spooled = await spool.answers();
  await Promise.all(spooled.map((one) => sendAnswers(spool, one, signal)));
}

async function sendAnswers(
  spool: Spool,
  { answers, step, ...session }: SpooledAnswers,
  signal: AbortSignal,
): Promise<boolean> {
  const retryDelay = new RetryDelay();
  let isTaken: boolean | null = null;
  while (isTaken === null) {
    try {
      await sendOf(session, sessions.answers, {
        json: { ...answers, ...(step > 0 && { step }) },
        timeoutMs: TIMEOUT_MS,
        // The request continues after the tab is closed.
        aside: { keepalive: true },
        signal,
      });
      isTaken = true;
    } catch (error) {
      signal.throwIfAborted();
      if (canRetry(error)) {
        await retryDelay.wait(error, signal);
        continue;
      }
      // The session was deleted or a day has passed, so a later visit could not send the answers
      // either.
      console.warn('The answers were refused.', error);
      isTaken = false;
    }
  }
  await spool.forgetAnswers({ ...session, step });
  return isTaken;
}

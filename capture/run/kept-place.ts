// Keeps a session's place while its participant gets ready: a sign of life now and then, while the page is in view.
import { addressOf } from '#contract/endpoint.ts';
import { SLOT_BEAT_MS } from '#contract/limits.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { SpooledSession } from '../spool/spool.ts';
import { CallError, send } from '../upload/call.ts';

/** An answer that takes longer is worth no waiting: the next beat is due. */
const TIMEOUT_MS = 15_000;

export interface KeptSlot {
  /** Something is recorded, or the participant has left: nothing more is said. */
  end(): void;
}

/**
 * Beats every SLOT_BEAT_MS, and when the page comes into view again. Failures change nothing: a place that
 * was given back is taken again, and a recording is taken without one.
 */
export function keepSlot(session: Pick<SpooledSession, 'sessionId' | 'token'>): KeptSlot {
  const abort = new AbortController();
  const beat = () => {
    if (document.visibilityState !== 'visible') return;
    send(addressOf(sessions.keepSlot, { params: session }), {
      method: 'POST',
      token: session.token,
      timeoutMs: TIMEOUT_MS,
      signal: abort.signal,
    }).catch((error: unknown) => {
      if (error instanceof CallError) console.warn('The place was not kept for now.', error);
    });
  };
  const timer = setInterval(beat, SLOT_BEAT_MS);
  document.addEventListener('visibilitychange', beat, { signal: abort.signal });
  return {
    end() {
      clearInterval(timer);
      abort.abort();
    },
  };
}

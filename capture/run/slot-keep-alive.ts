// Keeps a session's slot while its participant gets ready: a sign of life at intervals while the page is in view.
import { SLOT_SIGN_MS } from '#contract/limits.ts';
import { sessions } from '#contract/sessions.api.ts';
import { CallError, type SessionAccess, sendOf } from '../upload/call.ts';

/** Past this the next sign of life is about to be sent. */
const TIMEOUT_MS = 15_000;

export interface SlotKeepAlive {
  /** Something is recorded, or the participant has left. */
  end(): void;
}

/**
 * Sends a sign of life every SLOT_SIGN_MS, and when the page comes into view again. A failure changes nothing:
 * the next call takes a freed slot again, and the server takes a recording without one.
 */
export function startKeepAlive(session: SessionAccess): SlotKeepAlive {
  const abort = new AbortController();
  const sign = () => {
    if (document.visibilityState !== 'visible') return;
    sendOf(session, sessions.keepSlot, {
      timeoutMs: TIMEOUT_MS,
      signal: abort.signal,
    }).catch((error: unknown) => {
      if (error instanceof CallError) console.warn('The slot was not kept for now.', error);
    });
  };
  const timer = setInterval(sign, SLOT_SIGN_MS);
  document.addEventListener('visibilitychange', sign, { signal: abort.signal });
  return {
    end() {
      clearInterval(timer);
      abort.abort();
    },
  };
}

// One tab at a time works on a session: Web Locks, which end with the tab however it ends.

/** Lets go of the session. */
export type ReleaseLock = () => void;

/** Takes a session's lock if it is free; null while another tab has it. */
export function tryLock(sessionId: string): Promise<ReleaseLock | null> {
  return request(sessionId, { ifAvailable: true });
}

/** Takes the lock once it is free; null when the signal ended the waiting. */
export async function waitForLock(
  sessionId: string,
  signal: AbortSignal,
): Promise<ReleaseLock | null> {
  try {
    return await request(sessionId, { signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function request(sessionId: string, options: LockOptions): Promise<ReleaseLock | null> {
  // Insecure contexts have no locks and no devices either: nothing is recorded there.
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`tryout-session-${sessionId}`, options, (lock) => {
      if (!lock) {
        resolve(null);
        return;
      }
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}

// Gives the place of a session back in which nothing was recorded.
import type { SpooledSession } from '../spool/spool.ts';

/**
 * Tells the server; may run while the page goes away.
 * @returns whether it was told; when not, the quiet time of the server does the same later.
 */
export async function abandonSession(
  session: Pick<SpooledSession, 'sessionId' | 'token'>,
): Promise<boolean> {
  try {
    const response = await fetch(`/api/sessions/${session.sessionId}/abandon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      credentials: 'omit',
      keepalive: true,
    });
    return response.ok || response.status < 500;
  } catch {
    // Offline: the next visit to the link tries again.
    return false;
  }
}

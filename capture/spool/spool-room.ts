// How much room the browser still gives the spool, asked now and then while recording.
import { SPOOL_MAX_BYTES } from './spool.ts';

/**
 * @param keptBytes what is in the spool now.
 * @returns share of the room that is taken, 0 to 1: of the spool's own bound or of what the browser
 * gives this site, whichever is nearer. Where the browser does not say, of the bound alone.
 */
export async function roomShare(keptBytes: number): Promise<number> {
  const ofBound = keptBytes / SPOOL_MAX_BYTES;
  try {
    const { quota, usage } = await navigator.storage.estimate();
    if (quota === undefined || usage === undefined) return ofBound;
    const free = Math.max(0, quota - usage);
    return Math.min(1, Math.max(ofBound, keptBytes / (keptBytes + free)));
  } catch {
    // Without storage for this site, the bound on memory is all there is.
    return ofBound;
  }
}

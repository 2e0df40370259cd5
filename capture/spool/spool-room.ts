// How much room there is still for the spool, asked now and then while recording.

/**
 * @param keptBytes what is in the spool now. @param maxBytes the spool's own bound.
 * @returns share of the room that is taken, 0 to 1: of the bound, or of what the browser says it gives
 * this site when that is less. Chromium always says 10 GiB more than is used (seen in 141): there a full disk is
 * known when the first piece is refused, and not before.
 */
export async function roomShare(keptBytes: number, maxBytes: number): Promise<number> {
  const ofBound = keptBytes / maxBytes;
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

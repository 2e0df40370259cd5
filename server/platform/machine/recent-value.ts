// A value that costs something to read, such as a sum or the free space of a disk, shared by all who need it.

/**
 * Reads a value again when the last reading began more than `maxAgeMs` ago. Callers at the same time share one reading.
 * A reading that fails is repeated for the next caller.
 */
export function recentValue<T>(maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let beganMs = 0;
  return () => {
    const nowMs = performance.now();
    if (reading && nowMs - beganMs < maxAgeMs) return reading;
    beganMs = nowMs;
    const started = read();
    reading = started;
    started.catch(() => {
      if (reading === started) reading = null;
    });
    return started;
  };
}

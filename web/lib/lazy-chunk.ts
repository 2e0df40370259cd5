// Loads a chunk of code, and gives up after two minutes (section 2).
import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts';
import { ChunkLoadError } from '#web/ui/error-page.tsx';

/**
 * Runs a dynamic import.
 * @throws ChunkLoadError when it fails or takes longer than CHUNK_TIMEOUT_MS.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    throw new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

// Loads a chunk of code, and gives up after two minutes (section 2).
import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts';

/** A part of the app could not be loaded: the network failed, or a newer version took its place. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkLoadError';
  }
}

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

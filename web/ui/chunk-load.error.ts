// What web/lib/lazy-chunk.ts throws and error-page.tsx says in words.
/** A part of the app could not be loaded: the network failed, or a newer version took its place. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause });
    this.name = 'ChunkLoadError';
  }
}

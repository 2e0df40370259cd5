// Gathers a source's chunks into batches of the size of one request.
import type { ByteSource } from './storage.ts';

/** Above the 5 MiB from which a piece can be copied on the server when pieces are joined; twice that lies in memory. */
export const BATCH_BYTES = 8 * 1024 * 1024;

/** Batches of exactly BATCH_BYTES and a shorter last one; when the source breaks, first what had arrived. */
export async function* inBatches(source: ByteSource): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of source) {
      let rest = chunk;
      while (sizeBytes + rest.length >= BATCH_BYTES) {
        const room = BATCH_BYTES - sizeBytes;
        yield Buffer.concat([...chunks, rest.subarray(0, room)]);
        [chunks, sizeBytes, rest] = [[], 0, rest.subarray(room)];
      }
      chunks.push(rest);
      sizeBytes += rest.length;
    }
  } catch (error) {
    if (sizeBytes > 0) yield Buffer.concat(chunks);
    throw error;
  }
  if (sizeBytes > 0) yield Buffer.concat(chunks);
}

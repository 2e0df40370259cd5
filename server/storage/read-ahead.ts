// Reads a stretch of a file for a reader that is done with each chunk before it asks for the next: two
// buffers take turns, one read ahead while the other is sent. New memory for each chunk costs more than
// the chunk's way from the disk's cache to the network.
import type { FileHandle } from 'node:fs/promises';

/** Stays in a core's cache on its way through; smaller ones cost more turns in the thread pool. */
const CHUNK_BYTES = 512 * 1024;
/** Free buffers that are kept: a hundred players that load at once. */
const FREE_MAX = 100;

const free: Buffer[] = [];

function take(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

function giveBack(buffer: Buffer): void {
  if (free.length < FREE_MAX) free.push(buffer);
}

/** The file's bytes from `start` up to `end`, or to its own end. A chunk is valid until the next is asked for. */
export async function* readAhead(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let [held, ahead] = [take(), take()];
  const fill = (buffer: Buffer, at: number) =>
    handle.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
  let reading = start < end ? fill(held, start) : null;
  try {
    for (let at = start; reading !== null; ) {
      const { bytesRead } = await reading;
      at += bytesRead;
      reading = bytesRead > 0 && at < end ? fill(ahead, at) : null;
      if (bytesRead > 0) yield held.subarray(0, bytesRead);
      [held, ahead] = [ahead, held];
    }
  } finally {
    // A reader that left early: the buffer is free when nothing is read into it any more.
    await reading?.catch(() => 'nobody waits for it');
    giveBack(held);
    giveBack(ahead);
  }
}

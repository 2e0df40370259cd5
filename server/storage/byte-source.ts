// Reads a source chunk by chunk for a writer: bounded in bytes and ended at once by a signal, even while the source is silent.
import { AppendInterrupted, AppendTooLarge } from './storage.errors.ts';
import type { ByteSource } from './storage.ts';

/** The source has more bytes than the writer takes. */
export class SourceTooLong extends Error {
  override readonly name = 'SourceTooLong';
}

/** The source threw, or the signal ended it: the reason is the cause. */
export class SourceBroken extends Error {
  override readonly name = 'SourceBroken';
}

/** What an append that its source ended says to its caller; any other error as it is. */
export function sourceErrorOf(key: string, sizeBytes: number, error: unknown): unknown {
  if (error instanceof SourceBroken) return new AppendInterrupted(key, sizeBytes, error.cause);
  if (error instanceof SourceTooLong) return new AppendTooLarge(key, sizeBytes);
  return error;
}

/**
 * The source's chunks until the signal fires or `maxBytes` are through.
 * @throws {SourceTooLong} after the last allowed byte was given
 * @throws {SourceBroken}
 */
export async function* takeFrom(
  source: ByteSource,
  limits: { signal: AbortSignal; maxBytes: number },
): AsyncGenerator<Uint8Array, void> {
  let left = limits.maxBytes;
  for await (const chunk of stoppable(source, limits.signal)) {
    if (chunk.length > left) {
      if (left > 0) yield chunk.subarray(0, left);
      throw new SourceTooLong();
    }
    left -= chunk.length;
    if (chunk.length > 0) yield chunk;
  }
}

async function* stoppable(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (reason: unknown) => void = () => undefined;
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let done = false;
  try {
    while (true) {
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = (reason) => reject(new SourceBroken('the source broke', { cause: reason }));
        if (signal.aborted) giveUp(signal.reason);
        else iterator.next().then(resolve, giveUp);
      });
      if (step.done) {
        done = true;
        return;
      }
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!done) closeQuietly(iterator);
  }
}

/** Not awaited: a generator that hangs in its own `await` would never answer. */
function closeQuietly(iterator: AsyncIterator<Uint8Array>): void {
  iterator.return?.().catch(() => 'the source is already given up');
}

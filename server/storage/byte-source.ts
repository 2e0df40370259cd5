// Reads a source chunk by chunk for a writer, up to `maxBytes` and until a signal fires, even while the source is
// silent.
import {
  AppendInterrupted,
  type AppendRequest,
  AppendTooLarge,
  type ByteSource,
} from './storage.ts';

/** The source has more bytes than the writer accepts. */
class SourceTooLong extends Error {
  override readonly name = 'SourceTooLong';
}

/** The source threw, or the signal ended it. The cause is the reason. */
class SourceBroken extends Error {
  override readonly name = 'SourceBroken';
}

/** Returns the error of an append that its source ended. Other errors are returned unchanged. */
export function toAppendError(key: string, sizeBytes: number, error: unknown): unknown {
  if (error instanceof SourceBroken) return new AppendInterrupted(key, sizeBytes, error.cause);
  if (error instanceof SourceTooLong) return new AppendTooLarge(key, sizeBytes);
  return error;
}

/**
 * Yields the chunks of an append's source until its signal or `deleted` fires, or `maxBytes` have passed.
 * @throws {SourceTooLong} after the last allowed byte
 * @throws {SourceBroken}
 */
export async function* readSource(
  { source, signal, maxBytes = Number.POSITIVE_INFINITY }: Omit<AppendRequest, 'offset'>,
  deleted: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let remainingBytes = maxBytes;
  for await (const chunk of stoppable(
    source,
    signal ? AbortSignal.any([signal, deleted]) : deleted,
  )) {
    if (chunk.length > remainingBytes) {
      if (remainingBytes > 0) yield chunk.subarray(0, remainingBytes);
      throw new SourceTooLong();
    }
    remainingBytes -= chunk.length;
    if (chunk.length > 0) yield chunk;
  }
}

async function* stoppable(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (reason: unknown) => void = () => undefined;
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let isComplete = false;
  try {
    while (true) {
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = (reason) => reject(new SourceBroken('the source broke', { cause: reason }));
        if (signal.aborted) giveUp(signal.reason);
        else iterator.next().then(resolve, giveUp);
      });
      if (step.done) {
        isComplete = true;
        return;
      }
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // The call is not awaited, because a generator that waits in its own `await` would never return.
    if (!isComplete) iterator.return?.().catch(() => 'the source is no longer needed');
  }
}

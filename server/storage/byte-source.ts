// Reads a source chunk by chunk for a writer: at most `maxBytes`, and until a signal, even while the source is silent.
import {
  AppendInterrupted,
  type AppendRequest,
  AppendTooLarge,
  type ByteSource,
} from './storage.ts';

/** The source has more bytes than the writer takes. */
class SourceTooLong extends Error {
  override readonly name = 'SourceTooLong';
}

/** The source threw, or the signal ended it: the reason is the cause. */
class SourceBroken extends Error {
  override readonly name = 'SourceBroken';
}

/** The error of an append whose source ended it; any other error stays the same. */
export function sourceErrorOf(key: string, sizeBytes: number, error: unknown): unknown {
  if (error instanceof SourceBroken) return new AppendInterrupted(key, sizeBytes, error.cause);
  if (error instanceof SourceTooLong) return new AppendTooLarge(key, sizeBytes);
  return error;
}

/**
 * The chunks of an append's source until its signal or `deleted` fires, or `maxBytes` are through.
 * @throws {SourceTooLong} after the last allowed byte
 * @throws {SourceBroken}
 */
export async function* takeFrom(
  { source, signal, maxBytes = Number.POSITIVE_INFINITY }: Omit<AppendRequest, 'offset'>,
  deleted: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let left = maxBytes;
  for await (const chunk of stoppable(
    source,
    signal ? AbortSignal.any([signal, deleted]) : deleted,
  )) {
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
    // Not awaited: a generator that waits in its own `await` would never answer.
    if (!done) iterator.return?.().catch(() => 'the source is given up');
  }
}

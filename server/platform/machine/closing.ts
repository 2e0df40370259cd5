// Closes in reverse the things that a start has opened, and ends a start that is still under way.

/** Reason why a start got no further. */
class StartEnded extends Error {
  constructor() {
    super('the start was ended');
  }
}

/** Resources of a process. Once its end is requested, the start gets no further than the next resource that it opens. */
export class Closing extends AsyncDisposableStack {
  readonly #ending = new AbortController();

  /** Aborted when the end is requested: long steps of the start end then. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Requests the end of the start; dispose once it has settled. */
  end(): void {
    this.#ending.abort(new StartEnded());
  }

  /** @throws StartEnded when the end was requested; the resource is registered all the same */
  override defer(close: () => PromiseLike<void> | void): void {
    super.defer(close);
    this.ending.throwIfAborted();
  }
}

/** Waits for a step, but not beyond the end of the start: the step must not leave anything behind that has to be closed. */
export async function unlessEnded<T>(ending: AbortSignal, step: Promise<T>): Promise<T> {
  ending.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(ending.reason);
  ending.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([step, ended.promise]);
  } finally {
    ending.removeEventListener('abort', end);
  }
}

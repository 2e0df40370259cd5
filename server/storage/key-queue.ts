// Keeps tasks of one key apart: they run in the order they came, and a delete ends the one that runs.
import { isUnder } from './storage-key.ts';

type Entry = { tail: Promise<unknown>; waiting: number; stop: AbortController };

/** One queue for each key with a task; keys without one take no memory. */
export class KeyQueue {
  readonly #entries = new Map<string, Entry>();

  /** Runs the task alone on its key; `signal` fires when the object is being deleted. */
  async run<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const entry = this.#enter(key);
    const turn = entry.tail.then(() => task(entry.stop.signal));
    entry.tail = turn.catch(() => 'the next in line does not care how the one before ended');
    try {
      return await turn;
    } finally {
      this.#leave(key, entry);
    }
  }

  /** Ends the running tasks of the keys at or below a prefix and resolves when they are over. */
  async stop(prefix: string): Promise<void> {
    const stopped: Promise<unknown>[] = [];
    for (const [key, entry] of this.#entries) {
      if (!isUnder(key, prefix)) continue;
      entry.stop.abort(new Error('the object is being deleted'));
      stopped.push(entry.tail);
    }
    await Promise.all(stopped);
  }

  #enter(key: string): Entry {
    const known = this.#entries.get(key);
    const entry = known ?? { tail: Promise.resolve(), waiting: 0, stop: new AbortController() };
    entry.waiting += 1;
    this.#entries.set(key, entry);
    return entry;
  }

  #leave(key: string, entry: Entry): void {
    entry.waiting -= 1;
    if (entry.waiting === 0) this.#entries.delete(key);
  }
}

// Runs the tasks of one key one after another, in the order of the calls. A delete ends the running task.
import { isUnder } from './storage.ts';

type Entry = { tail: Promise<unknown>; waiting: number; stop: AbortController };

/** A queue for each key with a task. Keys without a task take no memory. */
export class KeyQueue {
  readonly #entries = new Map<string, Entry>();

  /** Runs the task alone on its key. `signal` fires when `stop` is called for the key. */
  async run<T>(key: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const existing = this.#entries.get(key);
    const entry = existing ?? { tail: Promise.resolve(), waiting: 0, stop: new AbortController() };
    this.#entries.set(key, entry);
    entry.waiting += 1;
    const turn = entry.tail.then(() => task(entry.stop.signal));
    entry.tail = turn.catch(() => 'thrown to the caller of this task');
    try {
      return await turn;
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#entries.delete(key);
    }
  }

  /** Ends the running tasks of the keys at or below a prefix. Resolves when they have ended. */
  async stop(prefix: string): Promise<void> {
    const stopped: Promise<unknown>[] = [];
    for (const [key, entry] of this.#entries) {
      if (!isUnder(key, prefix)) continue;
      entry.stop.abort(new Error('the object is being deleted'));
      stopped.push(entry.tail);
    }
    await Promise.all(stopped);
  }
}

// Ends running answers to visitors of links. A video can take hours to send, and its link or its session may end
// meanwhile. Every server checks its own answers once a second, so that no answer depends on a notice that may be lost.
import type { ServerResponse } from 'node:http';
import type { Database } from '#server/platform/db/database.ts';
import { livingAnswers, type WatchedAnswer } from './view-links.db.ts';

/** Interval between two checks. An answer continues for at most this time after its link ends. A check is one statement. */
const CHECK_INTERVAL_MS = 1000;

export class ViewAnswers {
  readonly #db: Database;
  readonly #answers = new Map<ServerResponse, WatchedAnswer>();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Checks the answer until it is sent or aborted. */
  watch(answer: ServerResponse, content: WatchedAnswer): void {
    if (answer.destroyed) return;
    this.#answers.set(answer, content);
    answer.once('close', () => {
      this.#answers.delete(answer);
      if (this.#answers.size === 0) this.stop();
    });
    this.#timer ??= setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Ends answers that may not continue. Without the database all of them continue; no new call succeeds then. */
  async #check(): Promise<void> {
    const answers = [...this.#answers];
    const living = await livingAnswers(
      this.#db,
      answers.map(([, content]) => content),
    ).catch(() => null);
    if (living === null) return;
    for (const [place, [answer]] of answers.entries()) {
      if (!living[place]) answer.destroy();
    }
  }
}

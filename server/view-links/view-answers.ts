// Answers under way to visitors of links: a video may take hours, and its link or its session end meanwhile. Looked at
// every second while there are any, in every server, so that none depends on a notice that may be missed.
import type { ServerResponse } from 'node:http';
import type { Database } from '#server/platform/db/database.ts';
import { livingAnswers, type WatchedAnswer } from './view-links.db.ts';

/**
 * Interval between checks of running answers, so an answer runs at most this long after its link ends. A check is
 * one small statement.
 */
const LOOK_MS = 1000;

export class ViewAnswers {
  readonly #db: Database;
  readonly #answers = new Map<ServerResponse, WatchedAnswer>();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Until the answer is sent or broken off. */
  watch(answer: ServerResponse, content: WatchedAnswer): void {
    if (answer.destroyed) return;
    this.#answers.set(answer, content);
    answer.once('close', () => {
      this.#answers.delete(answer);
      if (this.#answers.size === 0) this.stop();
    });
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** While the database is away nothing is cut: no call gets in then either. */
  async #look(): Promise<void> {
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

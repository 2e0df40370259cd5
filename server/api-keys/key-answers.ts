// Answers under way to API keys: a download or stream may take hours, and its key end meanwhile. Looked at every few
// seconds while there are any, in every server, so that none depends on a notice that may be missed.
import type { ServerResponse } from 'node:http';
import type { ApiKeyId } from '#contract/ids.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { livingKeys } from './api-keys.db.ts';

/** Maximum time that a response continues after its key has ended. Each check is one small statement. */
const LOOK_MS = 2000;

export class KeyAnswers {
  readonly #db: Database;
  readonly #answers = new Map<ApiKeyId, Set<ServerResponse>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Until the answer is sent or broken off. */
  watch({ apiKeyId }: SignIn, answer: ServerResponse): void {
    if (apiKeyId === null || answer.destroyed) return;
    const answers = this.#answers.get(apiKeyId) ?? new Set();
    this.#answers.set(apiKeyId, answers.add(answer));
    answer.once('close', () => {
      answers.delete(answer);
      if (answers.size === 0) this.#answers.delete(apiKeyId);
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
    const ids = [...this.#answers.keys()];
    const living = await livingKeys(this.#db, ids).catch(() => null);
    if (living === null) return;
    for (const id of ids.filter((each) => !living.has(each))) {
      for (const answer of this.#answers.get(id) ?? []) answer.destroy();
    }
  }
}

// Outages of the database: one line of the log when it is lost and one when it answers again, whatever fails in
// between.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isDatabaseAway } from './database-away.ts';

interface Log {
  info(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

const LOOK_EVERY_MS = 1000;
/** Workers of the job queue poll every 2 s, so a late report of theirs belongs to the same outage. */
const QUIET_MS = 5000;

interface Outage {
  beganMs: number;
  lastFailureMs: number;
  failures: number;
}

export class Outages {
  readonly #stopping = new AbortController();
  #watched: { db: Database; log: Log } | null = null;
  #outage: Outage | null = null;

  /** Reports outages from now on. Before that, each failure is reported alone. */
  watch(db: Database, log: Log): void {
    this.#watched = { db, log };
  }

  /**
   * Takes the error of a line that is about to be logged.
   * @returns true if the lines of the outage replace that line
   */
  takes(error: unknown): boolean {
    if (this.#watched === null || !isDatabaseAway(error)) return false;
    const nowMs = performance.now();
    if (this.#outage === null) {
      this.#outage = { beganMs: nowMs, lastFailureMs: nowMs, failures: 0 };
      this.#watched.log.error(reasonOf(error), 'the database is lost: trying to reach it again');
      void this.#untilOver(this.#watched, this.#outage);
    }
    this.#outage.lastFailureMs = nowMs;
    this.#outage.failures += 1;
    return true;
  }

  stop(): void {
    this.#stopping.abort();
    this.#watched = null;
  }

  async #untilOver({ db, log }: { db: Database; log: Log }, outage: Outage): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      const answers = await sql`SELECT 1`.execute(db).then(
        () => true,
        () => false,
      );
      const nowMs = performance.now();
      if (!answers) outage.lastFailureMs = nowMs;
      else if (nowMs - outage.lastFailureMs >= QUIET_MS) break;
    }
    if (signal.aborted) return;
    this.#outage = null;
    const { beganMs, lastFailureMs, failures } = outage;
    const seconds = Math.ceil((lastFailureMs - beganMs) / 1000);
    log.info({ seconds, failures }, 'the database answers again');
  }
}

/** The error without its stack, which is that of any first query. */
function reasonOf(error: unknown): { reason: string } {
  const { reason, message, cause } = error as {
    reason?: unknown;
    message?: unknown;
    cause?: unknown;
  };
  if (typeof reason !== 'string' && cause !== undefined) return reasonOf(cause);
  return { reason: `${message} (${reason})` };
}

// The time of a participant's last sign of life: any call of their session, and bytes of a piece that is still
// arriving. The database stores it; a session whose pieces arrive costs no further write.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { SILENT_MS, SLOT_QUIET_MS } from '#contract/limits.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Time of a session's last sign of life. Needs `sessions` and `recordings`. */
export const lastSeenAt = sql<Date>`greatest(sessions.seen_at, recordings.last_piece_at)`;

/**
 * Returns milliseconds until a running session counts as silent without a further sign of life; 0: it is silent.
 * One that records nothing yet sends a sign every SLOT_SIGN_MS only: it is silent when it loses its slot.
 */
export function silentInMs(
  { lastSeenAtMs, isRecording }: { lastSeenAtMs: number; isRecording: boolean },
  nowMs: number,
): number {
  const limitMs = isRecording ? SILENT_MS : SLOT_QUIET_MS;
  // Another server's clock may be ahead of ours.
  return Math.min(limitMs, Math.max(0, lastSeenAtMs + limitMs - nowMs));
}

/** Writes are this far apart: the stored time is late by no more. */
const NOTED_EVERY_MS = 5000;

export class LastSeenTimes {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #nowMs: () => number;
  /** Sessions whose time was stored in the last NOTED_EVERY_MS, the earliest first. */
  readonly #storedMs = new Map<SessionId, number>();

  constructor(db: Database, log: FastifyBaseLogger, nowMs = () => Date.now()) {
    this.#db = db;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** A piece was stored with its time: nothing is to be written for a while. */
  rememberStored(sessionId: SessionId): void {
    const now = this.#nowMs();
    this.#storedMs.delete(sessionId);
    this.#storedMs.set(sessionId, now);
    for (const [id, atMs] of this.#storedMs) {
      if (now - atMs < NOTED_EVERY_MS) return;
      this.#storedMs.delete(id);
    }
  }

  /**
   * Stores the time of a sign of life, and notifies open pages if the session was silent. Never throws, so its
   * call proceeds.
   */
  async record(sessionId: SessionId): Promise<void> {
    const now = this.#nowMs();
    if (now - (this.#storedMs.get(sessionId) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    this.rememberStored(sessionId);
    try {
      await storeLastSeen(this.#db, sessionId, now);
    } catch (error) {
      this.#log.warn({ err: error, sessionId }, 'when a session was heard is not stored');
    }
  }
}

async function storeLastSeen(db: Database, sessionId: SessionId, nowMs: number): Promise<void> {
  await sql`with before as (
      select sessions.id, test_id, ${lastSeenAt} as heard_at,
        recordings.state = 'receiving' and size_bytes > 0 as is_recording
      from sessions join recordings on session_id = sessions.id
      where sessions.id = ${sessionId} and not ${isOver}
      for no key update of sessions
    ), heard as (
      update sessions set seen_at = ${new Date(nowMs)} from before where sessions.id = before.id
    )
    select tell_live_session('session.running', test_id, id) from before
    where is_recording and heard_at <= ${new Date(nowMs - SILENT_MS)}`.execute(db);
}

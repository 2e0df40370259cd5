// When a participant was last heard: any call of their session, and bytes of one that is still arriving. What is
// stored says so; a session whose pieces arrive costs no further write.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { SILENT_MS, SLOT_QUIET_MS } from '#contract/limits.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';

/** When a session was last heard. Needs `sessions` and `recordings`. */
export const heardAt = sql<Date>`greatest(sessions.seen_at, recordings.last_piece_at)`;

/**
 * Milliseconds until a session that runs counts as silent, unless it is heard before; 0: it is silent. One that records
 * nothing yet tells so every SLOT_SIGN_MS only: it is silent when it loses its slot.
 */
export function silentInMs(
  { heardAtMs, isRecording }: { heardAtMs: number; isRecording: boolean },
  nowMs: number,
): number {
  const limitMs = isRecording ? SILENT_MS : SLOT_QUIET_MS;
  // Another server's clock may be ahead of ours.
  return Math.min(limitMs, Math.max(0, heardAtMs + limitMs - nowMs));
}

/** Writes are this far apart: the stored time is late by no more. */
const NOTED_EVERY_MS = 5000;

export class HeardSessions {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #nowMs: () => number;
  /** Sessions whose time was stored in the last NOTED_EVERY_MS, the earliest first. */
  readonly #notedMs = new Map<SessionId, number>();

  constructor(db: Database, log: FastifyBaseLogger, nowMs = () => Date.now()) {
    this.#db = db;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** A piece was stored with its time: nothing is to be written for a while. */
  noted(sessionId: SessionId): void {
    const now = this.#nowMs();
    this.#notedMs.delete(sessionId);
    this.#notedMs.set(sessionId, now);
    for (const [id, atMs] of this.#notedMs) {
      if (now - atMs < NOTED_EVERY_MS) return;
      this.#notedMs.delete(id);
    }
  }

  /** The session was heard; stores when, and tells open pages of one that was silent. Never throws: its call goes on. */
  async note(sessionId: SessionId): Promise<void> {
    const now = this.#nowMs();
    if (now - (this.#notedMs.get(sessionId) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    this.noted(sessionId);
    try {
      await storeHeard(this.#db, sessionId, now);
    } catch (error) {
      this.#log.warn({ err: error, sessionId }, 'when a session was heard is not stored');
    }
  }
}

async function storeHeard(db: Database, sessionId: SessionId, nowMs: number): Promise<void> {
  await sql`with before as (
      select sessions.id, test_id, ${heardAt} as heard_at,
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

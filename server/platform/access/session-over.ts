// Whether a session is over, as the one SQL expression that every statement uses. It needs the table `recordings`.
import { sql } from 'kysely';

/**
 * Its participant has finished it: nothing changes any more. A session that ended early goes on when its participant
 * comes back.
 */
export const isOver = sql<boolean>`(recordings.state = 'ready' and not recordings.ended_early)`;

/** When its participant finished it; null while it may go on. Needs `sessions` too. */
export const finishedAt = sql<Date | null>`case when ${isOver} then sessions.finished_at end`;

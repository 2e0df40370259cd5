// The one SQL expression for the end of a session, which every statement uses. It needs the table `recordings`.
import { sql } from 'kysely';

/**
 * SQL condition that is true once the participant has finished the session, so that nothing changes any more. A
 * session that ended early continues when its participant returns.
 */
export const isOver = sql<boolean>`(recordings.state = 'ready' and not recordings.ended_early)`;

/** When the participant finished the session, or null while it may continue. It needs the table `sessions` too. */
export const finishedAt = sql<Date | null>`case when ${isOver} then sessions.finished_at end`;

// Reads a session's raw prototype messages back, parsed again: what is stored is not trusted either.
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** Messages of a session by seq; a row that no longer parses is left out. */
export async function readRawEvents(db: Database, sessionId: SessionId): Promise<RawEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'at_ms', 'type', 'data'])
    .where('session_id', '=', sessionId)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ seq, at_ms, type, data }) => {
    const event = rawEvent.safeParse({ seq, atMs: at_ms, type, data });
    return event.success ? [event.data] : [];
  });
}

// Reads a session's raw prototype messages back, parsed again: what is stored is not trusted either.
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** A message as it is stored: its data as JSON, which takes a tenth of the memory that its values take. */
export type WrittenEvent = Omit<RawEvent, 'data'> & { data: string };

export function writtenEvent({ data, ...event }: RawEvent): WrittenEvent {
  return { ...event, data: JSON.stringify(data) };
}

/** Messages read at once: other calls take their turn between two readings. */
const PAGE = 1000;

/** Messages of a session by seq; a row that no longer parses is left out. */
export async function readRawEvents(db: Database, sessionId: SessionId): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for (let afterSeq = -1; ; ) {
    const rows = await db
      .selectFrom('events')
      .select(['seq', 'at_ms', 'type', 'data'])
      .where('session_id', '=', sessionId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const { seq, at_ms, type, data } of rows) {
      const event = rawEvent.safeParse({ seq, atMs: at_ms, type, data });
      if (event.success) events.push(event.data);
      afterSeq = seq;
    }
    if (rows.length < PAGE) return events;
  }
}

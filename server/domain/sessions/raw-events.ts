// Reads a session's raw prototype messages back, parsed again: what is stored is not trusted either.
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** A message as it is stored: its data as JSON, which takes a tenth of the memory that its values take. */
export type WrittenEvent = Omit<RawEvent, 'data'> & { data: string };

export function writtenEvent({ data, ...event }: RawEvent): WrittenEvent {
  return { ...event, data: JSON.stringify(data) };
}

/** Messages read at once: 1000 take 20 ms to parse, and other calls take their turn between two pages. */
const PAGE = 500;

/** Messages of a session by seq, in pages; a row that no longer parses is left out. */
export async function* readRawEvents(
  db: Database,
  sessionId: SessionId,
): AsyncGenerator<RawEvent[]> {
  for (let afterSeq = -1, isLast = false; !isLast; ) {
    const rows = await db
      .selectFrom('events')
      .select(['seq', 'at_ms', 'type', 'data'])
      .where('session_id', '=', sessionId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    yield rows.flatMap(({ seq, at_ms, type, data }) => {
      const event = rawEvent.safeParse({ seq, atMs: at_ms, type, data });
      return event.success ? [event.data] : [];
    });
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
    isLast = rows.length < PAGE;
  }
}

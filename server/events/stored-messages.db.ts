// The stored raw messages of a session: a row for each call that brought some, or a single row once they are packed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type PackedMessages, type StoredMessage, unpackMessages } from './message-form.rules.ts';

/** Messages in one page: 1000 take 20 ms to parse, and other calls take their turn between two pages. */
const PAGE = 500;
/** Rows unpacked before others take their turn: some milliseconds if each has one message. */
const ROWS_A_TURN = 250;

/**
 * Messages of a session by seq, in pages. They are parsed again: what is stored is not trusted either, and one that no
 * longer parses is left out.
 */
export async function* readRawEvents(
  db: Database,
  sessionId: SessionId,
): AsyncGenerator<RawEvent[]> {
  for await (const page of readStoredMessages(db, sessionId)) {
    yield page.flatMap(({ data, ...message }) => {
      const event = rawEvent.safeParse({ ...message, data: JSON.parse(data) });
      return event.success ? [event.data] : [];
    });
  }
}

/**
 * The messages of a session as they are stored, by seq, in pages.
 * @throws Error if a row can't be read
 */
export async function* readStoredMessages(
  db: Database,
  sessionId: SessionId,
): AsyncGenerator<StoredMessage[]> {
  const rows = await db
    .selectFrom('session_messages')
    .select(['form', 'messages', 'bytes'])
    .where('session_id', '=', sessionId)
    .orderBy('batch')
    .execute();
  const readers = await readersBySeq(rows);
  const seqs = [...readers.keys()].sort((a, b) => a - b);
  for (let at = 0; at < seqs.length; at += PAGE) {
    yield seqs.slice(at, at + PAGE).flatMap((seq) => readers.get(seq)?.() ?? []);
  }
}

/** Returns a function for each number that reads its message. If a number is stored twice, the first one counts. */
export async function readersBySeq(
  rows: readonly PackedMessages[],
): Promise<Map<number, () => StoredMessage>> {
  const readers = new Map<number, () => StoredMessage>();
  for (const [at, row] of rows.entries()) {
    const { seqs, message } = await unpackMessages(row);
    for (const [place, seq] of seqs.entries()) {
      if (!readers.has(seq)) readers.set(seq, () => message(place));
    }
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
  }
  return readers;
}

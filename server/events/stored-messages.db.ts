// The stored raw messages of a session, in either form: a row each while it runs, one row once it is packed.
import { sql } from 'kysely';
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type PackedMessages, type StoredMessage, unpackMessages } from './message-form.rules.ts';

/** Messages read at once: 1000 take 20 ms to parse, and other calls take their turn between two pages. */
const PAGE = 500;

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
 * The same as they are stored. Whole, also when they are packed or put back meanwhile: a statement sees either. Of a
 * message that is in both, the packed one counts: it came first.
 * @throws Error when the packed ones can't be read
 */
export async function* readStoredMessages(
  db: Database,
  sessionId: SessionId,
): AsyncGenerator<StoredMessage[]> {
  let packed: PackedMessages | null = null;
  const beside: StoredMessage[] = [];
  let [readTo, givenTo] = [-1, -1];
  for (let isLast = false; !isLast; ) {
    const page = await readPage(db, sessionId, { afterSeq: readTo, withPacked: packed === null });
    packed ??= page.packed;
    readTo = page.rows.at(-1)?.seq ?? readTo;
    isLast = page.rows.length < PAGE;
    if (packed) beside.push(...page.rows);
    else {
      yield page.rows;
      givenTo = readTo;
    }
  }
  if (packed) yield* readPacked(packed, { beside, afterSeq: givenTo });
}

async function* readPacked(
  packed: PackedMessages,
  { beside, afterSeq }: { beside: readonly StoredMessage[]; afterSeq: number },
): AsyncGenerator<StoredMessage[]> {
  const { seqs, message } = await unpackMessages(packed);
  const known = new Set(seqs);
  const all = [
    ...seqs.map((seq, place) => ({ seq, read: () => message(place) })),
    ...beside
      .filter(({ seq }) => !known.has(seq))
      .map((row) => ({ seq: row.seq, read: () => row })),
  ]
    .filter(({ seq }) => seq > afterSeq)
    .sort((a, b) => a.seq - b.seq);
  for (let at = 0; at < all.length; at += PAGE) {
    yield all.slice(at, at + PAGE).map(({ read }) => read());
  }
}

interface Line {
  seq: number | null;
  atMs: number;
  type: string;
  data: string;
  form: number;
  messages: number;
  bytes: Buffer;
}

/** One statement, so that messages which move between the tables are seen in one of them. */
async function readPage(
  db: Database,
  sessionId: SessionId,
  { afterSeq, withPacked }: { afterSeq: number; withPacked: boolean },
): Promise<{ rows: StoredMessage[]; packed: PackedMessages | null }> {
  // The statement is in lower case, like the others that the pool prepares.
  const { rows: lines } = await sql<Line>`select * from (
      select seq, at_ms as "atMs", type, data::text as data,
        null::smallint as form, null::integer as messages, null::bytea as bytes
      from events where session_id = ${sessionId} and seq > ${afterSeq} order by seq limit ${PAGE}
    ) as page
    union all
    select null, null, null, null, form, messages, bytes from session_messages
    where session_id = ${sessionId} and ${withPacked}::boolean
    order by seq`.execute(db);
  const packed = lines.find(({ seq }) => seq === null);
  const rows = lines.flatMap(({ seq, atMs, type, data }) =>
    seq === null ? [] : [{ seq, atMs, type, data }],
  );
  return { rows, packed: packed ? packedFromRow(packed) : null };
}

function packedFromRow({ form, messages, bytes }: Line): PackedMessages {
  return { form, messages, bytes };
}

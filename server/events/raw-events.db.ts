// Stores a session's raw prototype messages, and the nodes that they name: its participant may have their images.
import { type Insertable, sql } from 'kysely';
import type { RawEvent } from '#contract/events.ts';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { EVENTS_MAX, EVENTS_TOTAL_MAX_BYTES } from '#contract/limits.ts';
import { screenId } from '#contract/screens.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { putBackMessages } from './packed-messages.db.ts';

/** A message as it is stored: its data as JSON, which takes a tenth of the memory that its values take. */
export type WrittenEvent = Omit<RawEvent, 'data'> & { data: string };

export function writtenEvent({ data, ...event }: RawEvent): WrittenEvent {
  return { ...event, data: JSON.stringify(data) };
}

/** Five values each: PostgreSQL takes 65,535 in a statement. */
const EVENTS_PER_STATEMENT = 1000;

/**
 * Stores messages whose seq is new, as far as the session has space for them, and the nodes that they name.
 * @returns whether some were left out for lack of space: no later one fits either.
 */
export async function insertEvents(
  db: Database,
  ref: Authorized<SessionRef>,
  events: readonly WrittenEvent[],
): Promise<{ isFull: boolean }> {
  if (events.length === 0) return { isFull: false };
  const { sessionId } = ref;
  const session = await db
    .selectFrom('sessions')
    .select('events_bytes')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_messages').select('form').whereRef('session_id', '=', 'sessions.id'),
      ).as('is_packed'),
    )
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (session?.is_packed) await putBackMessages(db, sessionId);
  let spaceBytes = EVENTS_TOTAL_MAX_BYTES - (session?.events_bytes ?? 0);
  const isShort = bytesOf(events) > spaceBytes;
  const stored = isShort ? await storedSeqs(db, sessionId, events) : new Set<number>();
  const fresh = events.filter(({ seq }) => !stored.has(seq));
  const rows = [];
  for (const { seq, atMs, type, data } of fresh) {
    if (seq >= EVENTS_MAX) continue;
    spaceBytes -= Buffer.byteLength(data);
    if (spaceBytes < 0) break;
    rows.push({ session_id: sessionId, seq, at_ms: atMs, type, data });
  }
  for (let at = 0; at < rows.length; at += EVENTS_PER_STATEMENT) {
    const some = rows.slice(at, at + EVENTS_PER_STATEMENT);
    await keepReportedNodes(
      db,
      ref,
      some.map(({ data }) => data),
    );
    await insertCounted(db, sessionId, some);
  }
  return { isFull: rows.length < fresh.length };
}

function bytesOf(events: readonly WrittenEvent[]): number {
  return events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
}

/** Returns which of these messages are stored already. */
async function storedSeqs(
  db: Database,
  sessionId: SessionId,
  events: readonly WrittenEvent[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('events')
    .select('seq')
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`seq = ANY(${events.map(({ seq }) => seq)}::bigint[])`)
    .execute();
  return new Set(rows.map(({ seq }) => seq));
}

/**
 * The first seq of a session that is not in, from `events_in_a_row` on: messages that were counted are not looked at
 * again. Needs the table `sessions`. A scalar subquery and not EXISTS, which PostgreSQL would turn into a join with
 * all messages of the session.
 */
const firstMissing = sql<number>`(
  WITH RECURSIVE walk (next) AS (
    SELECT sessions.events_in_a_row
    UNION ALL
    SELECT walk.next + 1 FROM walk
    WHERE (SELECT true FROM events WHERE events.session_id = sessions.id AND events.seq = walk.next)
  )
  SELECT max(next) FROM walk)`;

async function insertCounted(
  db: Database,
  sessionId: SessionId,
  rows: Insertable<Tables['events']>[],
): Promise<void> {
  await db
    .with('added', (with_) =>
      with_
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning(sql<number>`octet_length(data::text)`.as('bytes')),
    )
    .updateTable('sessions')
    .set({
      events_bytes: sql`events_bytes + (SELECT sum(bytes) FROM added)`,
      // A statement does not see its own rows: this counts up to the call before.
      events_in_a_row: firstMissing,
    })
    .where('id', '=', sessionId)
    .where(({ exists, selectFrom }) => exists(selectFrom('added').select('bytes')))
    .execute();
}

/** Counts stored messages without a gap from seq 0. */
export async function countEventsInARow(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select(firstMissing.as('count'))
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Matches node ids in JSON without blanks; ids contain nothing that JSON escapes. */
const NAMED = /"(?:presentedNodeId|targetNodeId)":"([^"\\]{1,200})"/g;

/** A message has one of each; what is written deeper within it is none of the tool's. */
const NAMED_MAX = 2;

/**
 * Stores the nodes that messages name; stored ones do not change.
 * @param data of at most 1000 messages, as JSON: six values each of the 65,535 that a statement accepts.
 */
async function keepReportedNodes(
  db: Database,
  { revisionId, sessionId }: { revisionId: RevisionId; sessionId: SessionId },
  data: readonly string[],
): Promise<void> {
  const named = data.flatMap((json) =>
    [...json.matchAll(NAMED)].slice(0, NAMED_MAX).map(([, id]) => id),
  );
  const session = { revision_id: revisionId, session_id: sessionId };
  const rows = readIds(named).map((nodeId) => ({ ...session, node_id: nodeId }));
  if (rows.length === 0) return;
  await db
    .insertInto('reported_nodes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function readIds(named: readonly unknown[]): string[] {
  const ids = [...new Set(named)].map((id) => screenId.safeParse(id));
  return [...new Set(ids.flatMap((id) => (id.success ? [id.data] : [])))];
}

/** Returns whether a session, or any session of some revisions, has named a node. */
export async function isReported(
  db: Database,
  by: { sessionId: SessionId } | { reportedBy: readonly RevisionId[] },
  nodeId: string,
): Promise<boolean> {
  const named = db.selectFrom('reported_nodes').select('node_id').where('node_id', '=', nodeId);
  const found =
    'sessionId' in by
      ? named.where('session_id', '=', by.sessionId)
      : named.where('revision_id', 'in', [...by.reportedBy]);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

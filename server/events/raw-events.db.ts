// Stores a session's raw prototype messages, and the nodes that they name: its participant may have their images.
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { RawEvent } from '#contract/events.ts';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import {
  EVENTS_MAX,
  EVENTS_TOTAL_MAX_BYTES,
  MESSAGES_MAX,
  OWN_MESSAGES_MAX,
} from '#contract/limits.ts';
import { isOwnBudget } from '#contract/own-messages.ts';
import { screenId } from '#contract/screens.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { dataBytesOf, plainMessages, type StoredMessage } from './message-form.rules.ts';
import { ReceivedMessages } from './received-messages.rules.ts';
import { readStoredMessages } from './stored-messages.db.ts';

/** Returns a message as it is stored: its data as JSON, which takes a tenth of the memory that its values take. */
export function writtenEvent({ data, ...event }: RawEvent): StoredMessage {
  return { ...event, data: JSON.stringify(data) };
}

/** Bytes that a row of messages takes beside them: its head, its key, and its entry in the index. */
const ROW_BYTES = 120;
/** Maximum number of nodes that a session may name: screens and layers of the largest prototype run. */
const NODES_MAX = 1000;
/** Maximum size of the ids of these nodes in bytes. Most ids take less than ten. */
const NODES_MAX_BYTES = 32 * 1024;

/**
 * Stores messages whose seq is new, as far as the session has space for them, and the nodes that they name. Messages of
 * the page have a budget of their own, so that no prototype can use it up. The cost does not depend on what is stored: one row is read, and one statement adds a row of messages.
 * @param lease counts what they take, or null if it is counted already
 * @returns whether some were left out for lack of space, so that no later one of the prototype fits either; and the
 * number of stored messages without a gap from number 0
 * @throws AppError workspace_full, storage_full; not_found when the session is deleted meanwhile
 */
export async function insertEvents(
  db: Database,
  ref: Authorized<SessionRef>,
  { events, lease }: { events: readonly StoredMessage[]; lease: Pick<SpaceLease, 'take'> | null },
): Promise<{ isFull: boolean; inARow: number }> {
  for (;;) {
    const session = await readMessageState(db, ref.sessionId);
    const { fresh, isFull } = selectFresh(session, events);
    const inARow = session.received.countInARow();
    // A call that arrives at the same time may have stored some of them, so the state is read again.
    if (fresh.length === 0 || (await insertBatch(db, ref, { session, fresh, lease }))) {
      return { isFull, inARow };
    }
  }
}

interface MessageState {
  /** Number of the next row. */
  batch: number;
  received: ReceivedMessages;
  /** Number of messages of the page among them. */
  own: number;
  bytes: number;
  nodeIds: string[];
}

async function readMessageState(db: Database, sessionId: SessionId): Promise<MessageState> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('reported_nodes', 'reported_nodes.session_id', 'sessions.id')
    .select(['message_batches', 'received_messages', 'own_messages', 'events_bytes', 'node_ids'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const stored = row.received_messages ?? (await findReceived(db, sessionId));
  return {
    batch: row.message_batches,
    received: new ReceivedMessages(stored),
    own: row.own_messages,
    bytes: row.events_bytes,
    nodeIds: row.node_ids ?? [],
  };
}

/** Finds and stores which messages are stored of a session that an earlier version began. */
async function findReceived(db: Database, sessionId: SessionId): Promise<Buffer> {
  const received = new ReceivedMessages();
  for await (const page of readStoredMessages(db, sessionId)) {
    for (const { seq } of page) if (seq < MESSAGES_MAX) received.add(seq);
  }
  const bits = received.toBuffer();
  await db
    .updateTable('sessions')
    .set({ received_messages: bits, events_in_a_row: received.countInARow() })
    .where('id', '=', sessionId)
    .where('received_messages', 'is', null)
    .execute();
  return bits;
}

/** Returns the messages that are new and fit, by seq, and adds their numbers to those that are received. */
function selectFresh(
  session: MessageState,
  events: readonly StoredMessage[],
): { fresh: StoredMessage[]; isFull: boolean } {
  const { received } = session;
  const fresh: StoredMessage[] = [];
  let left = EVENTS_MAX - (received.count() - session.own);
  let spaceBytes = EVENTS_TOTAL_MAX_BYTES - session.bytes;
  let isFull = false;
  for (const event of events) {
    if (event.seq < MESSAGES_MAX && received.has(event.seq)) continue;
    const isOwn = isOwnBudget(event.type);
    if (!isOwn) {
      left -= 1;
      spaceBytes -= Buffer.byteLength(event.data);
    }
    const isIn = isOwn ? session.own < OWN_MESSAGES_MAX : left >= 0 && spaceBytes >= 0;
    if (!isIn || event.seq >= MESSAGES_MAX) {
      isFull = true;
      continue;
    }
    if (isOwn) session.own += 1;
    received.add(event.seq);
    fresh.push(event);
  }
  return { fresh: inOrder(fresh), isFull };
}

function inOrder(events: readonly StoredMessage[]): StoredMessage[] {
  return events.toSorted((a, b) => a.seq - b.seq);
}

interface NewBatch {
  session: MessageState;
  fresh: readonly StoredMessage[];
  lease: Pick<SpaceLease, 'take'> | null;
}

/**
 * Adds a row of messages if no other call has added one since the state was read.
 * @returns whether it did
 */
async function insertBatch(
  db: Database,
  { sessionId, revisionId }: { sessionId: SessionId; revisionId: RevisionId },
  { session, fresh, lease }: NewBatch,
): Promise<boolean> {
  const { form, messages, bytes } = plainMessages(fresh);
  const newIds = newNodeIds(session.nodeIds, fresh);
  const nodeIds = [...session.nodeIds, ...newIds];
  const rowsBytes = ROW_BYTES + bytes.length + bytesOfIds(newIds);
  const refusal = lease?.take(rowsBytes);
  if (refusal) throw refusal;
  const { rows } = await sql`with changed as (
      update sessions set
        message_batches = message_batches + 1,
        received_messages = ${session.received.toBuffer()},
        events_in_a_row = ${session.received.countInARow()},
        own_messages = ${session.own},
        events_bytes = events_bytes + ${dataBytesOf(fresh)},
        rows_bytes = rows_bytes + ${rowsBytes}
      where id = ${sessionId} and message_batches = ${session.batch}
      returning id
    ), nodes as (
      insert into reported_nodes (session_id, revision_id, node_ids)
      select id, ${revisionId}::uuid, ${nodeIds}::text[] from changed where ${newIds.length > 0}
      on conflict (session_id) do update set node_ids = excluded.node_ids
    )
    insert into session_messages (session_id, batch, form, messages, bytes)
    select id, ${session.batch}, ${form}::smallint, ${messages}::integer, ${bytes}::bytea from changed
    returning batch`.execute(db);
  return rows.length > 0;
}

/** Matches node ids in JSON without blanks; ids contain nothing that JSON escapes. */
const NAMED = /"(?:presentedNodeId|targetNodeId)":"([^"\\]{1,200})"/g;

/** A message has one of each; what is written deeper within it is none of the tool's. */
const NAMED_MAX = 2;

/** Returns the ids of nodes that messages name and that are not known, as far as the session may name more. */
function newNodeIds(known: readonly string[], events: readonly StoredMessage[]): string[] {
  const named = events.flatMap(({ data }) =>
    [...data.matchAll(NAMED)].slice(0, NAMED_MAX).map(([, id]) => id),
  );
  const ids = new Set(known);
  let bytes = bytesOfIds(known);
  for (const id of new Set(named)) {
    const parsed = screenId.safeParse(id);
    if (!parsed.success || ids.has(parsed.data)) continue;
    bytes += bytesOfIds([parsed.data]);
    if (ids.size >= NODES_MAX || bytes > NODES_MAX_BYTES) break;
    ids.add(parsed.data);
  }
  return [...ids].slice(known.length);
}

/** Returns the size of ids in a list of the database: each has a head of four bytes. */
function bytesOfIds(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + id.length + 4, 0);
}

/** Returns whether a session, or any session of some revisions, has named a node. */
export async function isReported(
  db: Database,
  by: { sessionId: SessionId } | { reportedBy: readonly RevisionId[] },
  nodeId: string,
): Promise<boolean> {
  const named = db
    .selectFrom('reported_nodes')
    .select('session_id')
    .where(sql<boolean>`${nodeId} = any(node_ids)`);
  const found =
    'sessionId' in by
      ? named.where('session_id', '=', by.sessionId)
      : named.where('revision_id', 'in', [...by.reportedBy]);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

// A session's raw prototype messages: read back and parsed again, for what is stored is not trusted either; and the
// nodes that they named, whose images its participant may have.
import { type RawEvent, rawEvent } from '#contract/events.ts';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { screenId } from '#contract/screens.ts';
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

/** In JSON without blanks; ids hold nothing that JSON escapes. */
const NAMED = /"(?:presentedNodeId|targetNodeId)":"([^"\\]{1,200})"/g;

/** A message has one of each; what is written deeper within it is none of the tool's. */
const NAMED_MAX = 2;

/**
 * Keeps the nodes that messages name; what is kept already stays.
 * @param data of at most 1000 messages, as JSON: six values each of the 65,535 that a statement takes.
 */
export async function keepReportedNodes(
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

/** Ids of the screens and layers that a session's messages named. */
export async function reportedNodes(db: Database, sessionId: SessionId): Promise<string[]> {
  const rows = await db
    .selectFrom('reported_nodes')
    .select('node_id')
    .where('session_id', '=', sessionId)
    .execute();
  return rows.map(({ node_id }) => node_id);
}

function readIds(named: readonly unknown[]): string[] {
  const ids = [...new Set(named)].map((id) => screenId.safeParse(id));
  return [...new Set(ids.flatMap((id) => (id.success ? [id.data] : [])))];
}

/** Whether a session, or any session of some revisions, has named a node. */
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

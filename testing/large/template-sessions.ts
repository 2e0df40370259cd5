// The sessions that the others are copies of: in the largest test, with a row in every table that has rows of sessions.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { packMessages, type StoredMessage } from '#server/events/message-form.rules.ts';
import { readStoredMessages } from '#server/events/stored-messages.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { addClicks, addSessions, nodeIdOf } from './result-sessions.ts';
import type { LargestTest } from './tests.ts';
import { addTranscripts } from './transcripts.ts';

export interface TemplateSizes {
  /** Raw messages of each session, of some 300 bytes. */
  messages: number;
  /** Screens that each session presents, and clicks that it makes. */
  presented: number;
  clicks: number;
}

export interface LargeSizes extends TemplateSizes {
  /** Each with its owner, a member, an invitation and three sign-ins. */
  workspaces: number;
  /** Half of them in the workspace of the largest test, the others spread. */
  tests: number;
  sessions: number;
  /** Number of these sessions in the largest test. The others are spread over the other tests. */
  sessionsOfLargest: number;
  /** Number of tasks of the largest test; the others have one. */
  tasksOfLargest: number;
}

/** Enough that no two neighbours in a list are alike. */
export const TEMPLATES = 40;
/** Numbers of sessions that the test may have had before. */
export const OTHERS_MOST = 1000;

export async function addTemplates(
  db: Database,
  largest: LargestTest,
  {
    messages,
    presented,
    clicks,
    tasksOfLargest,
  }: TemplateSizes & Pick<LargeSizes, 'tasksOfLargest'>,
): Promise<void> {
  await addSessions(db, largest, {
    sessions: TEMPLATES,
    after: OTHERS_MOST,
    presented,
    clicks,
    tasks: tasksOfLargest,
  });
  await addClicks(db, largest);
  const templates = sql`(SELECT id, number FROM sessions WHERE test_id = ${largest.testId}
    AND participant_name LIKE 'Participant %') AS one`;
  await sql`INSERT INTO session_messages (session_id, batch, form, messages, bytes)
    SELECT id, 1, 2, count(*), convert_to(string_agg('[' || seq || ',"' || 500 + seq * 900
      || '","MOUSE_PRESS_OR_RELEASE"]' || E'\\x1f' || '{"presentedNodeId":"900:' || 1 + seq % 12
      || '","handled":true,"targetNodeId":"1:' || seq || '","targetNodeMousePosition":{"x":' || seq * 7 % 400
      || ',"y":' || seq * 13 % 300 || '},"nearestScrollingFrameId":"900:' || 1 + seq % 12
      || '","nearestScrollingFrameMousePosition":{"x":' || seq * 7 % 1440 || ',"y":' || seq * 13 % 1024
      || '},"nearestScrollingFrameOffset":{"x":0,"y":0}}', E'\\x1e' ORDER BY seq), 'UTF8')
    FROM ${templates}, generate_series(0, ${messages - 1}::int) AS seq GROUP BY id`.execute(db);
  await sql`UPDATE sessions SET events_in_a_row = ${messages}, events_bytes = 300 * ${messages}::int
    FROM ${templates} WHERE sessions.id = one.id`.execute(db);
  await sql`UPDATE sessions SET took_part = true FROM ${templates} WHERE sessions.id = one.id`.execute(
    db,
  );
  await sql`INSERT INTO visits (session_id, step, ordinal, screen_id, entered_at_ms, left_at_ms, in_history)
    SELECT session_id, step, place - 1, node, path_at_ms[place], path_at_ms[place + 1], true
    FROM task_runs JOIN ${templates} ON one.id = session_id, unnest(path) WITH ORDINALITY AS walked (node, place)`.execute(
    db,
  );
  await sql`INSERT INTO reported_nodes (revision_id, session_id, node_ids)
    SELECT ${largest.revisionId}::uuid, id, ARRAY[${nodeIdOf(1)}] FROM ${templates}`.execute(db);
  await addTranscripts(db, templates);
  await sql`INSERT INTO heatmaps (session_id, screen_id, width, height, size_bytes)
    SELECT id, ${nodeIdOf(1)}, 1440, 1024, 40000 FROM ${templates}`.execute(db);
  await sql`INSERT INTO still_sheets (session_id, sheet, width, height, times_ms, size_bytes)
    SELECT id, 0, 160, 90, ARRAY[0, 2000, 4000], 30000 FROM ${templates}`.execute(db);
  await sql`INSERT INTO video_checksums (session_id, layout, crc32)
    SELECT id, 'a layout', 1 FROM ${templates}`.execute(db);
  await sql`INSERT INTO judgements (id, session_id, step, kind, outcome)
    SELECT gen_random_uuid(), id, 1, 'outcome', 'direct' FROM ${templates} WHERE number % 10 = 0`.execute(
    db,
  );
  await addNotes(db, largest, templates);
  await addWaiting(db, sql`SELECT id FROM ${templates} WHERE number % ${sql.lit(TEMPLATES)} = 0`);
  await packMessagesOf(
    db,
    sql`SELECT id FROM ${templates} WHERE number % ${sql.lit(TEMPLATES)} <> 0`,
  );
}

/** Packs messages as the job messages.pack does for finished sessions. */
async function packMessagesOf(db: Database, of: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: SessionId }>`${of}`.execute(db);
  for (const { id } of rows) {
    const messages: StoredMessage[] = [];
    for await (const page of readStoredMessages(db, id)) messages.push(...page);
    const packed = await packMessages(messages);
    await db.deleteFrom('session_messages').where('session_id', '=', id).execute();
    await db
      .insertInto('session_messages')
      .values({ session_id: id, batch: 0, ...packed })
      .execute();
  }
}

/** Adds notes to every second session. */
async function addNotes(
  db: Database,
  { testId }: LargestTest,
  templates: RawBuilder<unknown>,
): Promise<void> {
  const half = sql`${templates} WHERE number % 2 = 0`;
  await sql`INSERT INTO notes (id, session_id, test_id, at_ms, text, tags)
    SELECT gen_random_uuid(), id, ${testId}::uuid, 1000, 'Looks for the button #price', '{price}' FROM ${half}`.execute(
    db,
  );
  await sql`INSERT INTO clips (id, session_id, test_id, from_ms, to_ms, title, tags)
    SELECT gen_random_uuid(), id, ${testId}::uuid, 500, 2500, 'The button #price', '{price}' FROM ${half}`.execute(
    db,
  );
}

/** One of them has recorded nothing yet: in its camera check, or gone. */
async function addWaiting(db: Database, of: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE sessions SET state = 'started', finished_at = NULL, waiting_from = 'an address', holds_slot = false,
      took_part = false, seen_at = now() - interval '1 day' WHERE id IN (${of})`.execute(db);
  await sql`UPDATE recordings SET state = 'receiving', size_bytes = 0, duration_ms = NULL
    WHERE session_id IN (${of})`.execute(db);
  await sql`DELETE FROM readings WHERE session_id IN (${of})`.execute(db);
}

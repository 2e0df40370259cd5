// Reads, inserts, updates and deletes notes and clips. Both are rows of a session with author and version. They differ in
// the columns that `ownColumns` lists.

import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { ClipId, NoteId, SessionId, TestId, UserId } from '#contract/ids.ts';
import { NOTES_PER_RECORDING_MAX } from '#contract/limits.ts';
import type { NoteFilterChoices } from '#contract/notes.ts';
import { everyoneInOrder, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Authorized, RecordingRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/lists.ts';
import { newId } from '#server/platform/new-id.ts';
import { stillBefore } from '#server/recordings/moment-still.db.ts';
import type { NoteOrClipRows, NoteOrClipTable } from './note-or-clip-row.rules.ts';

/** The columns that only this table has; the first is the time in the recording. */
const ownColumns: Record<NoteOrClipTable, readonly [at: string, ...rest: string[]]> = {
  notes: ['at_ms', 'text'],
  clips: ['from_ms', 'to_ms', 'title'],
};
/** Columns and join of the still. A clip has the still of its beginning, a note has none. */
const stills: Record<NoteOrClipTable, { columns: RawBuilder<unknown>; join: RawBuilder<unknown> }> =
  {
    notes: { columns: sql``, join: sql`` },
    clips: {
      columns: sql`, still.*`,
      join: sql`LEFT JOIN LATERAL (${stillBefore('noted.session_id', 'noted.from_ms')}) AS still ON true`,
    },
  };
/** The text that a search covers. */
const words: Record<NoteOrClipTable, RawBuilder<string>> = {
  notes: sql`noted.text`,
  clips: sql`noted.title`,
};

/** Conditions on sessions, notes and clips; without conditions all match. */
export interface NotesAndClipsOf {
  of: ResultsOf;
  tags?: readonly string[] | undefined;
  person?: SessionId | undefined;
  author?: UserId | undefined;
  ids?: readonly (NoteId | ClipId)[] | undefined;
  search?: string | undefined;
}

/** A recording's run through a step of its test. */
export type RunRef = Authorized<RecordingRef> & Pick<ResultsOf, 'step'>;

/** Returns the scope of all sessions of a test, with any revision and outcome. */
export function allResultsOf({ testId, step }: Pick<ResultsOf, 'testId' | 'step'>): ResultsOf {
  return { testId, step, panel: null, revision: null, task: null, withGoal: [], filter: {} };
}

const personColumns = sql`, sessions.participant_name, sessions.timestamp_ms,
  recordings.duration_ms, recordings.state, recordings.poster_at_ms`;

function source(
  table: NoteOrClipTable,
  { of, tags, person, author, ids, search }: NotesAndClipsOf,
): RawBuilder<unknown> {
  const conditions = [sql`noted.test_id = ${of.testId}`, sql`asked`];
  if (tags) conditions.push(sql`noted.tags && ${tags}::text[]`);
  if (person) conditions.push(sql`noted.session_id = ${person}`);
  if (author) conditions.push(sql`noted.created_by = ${author}`);
  if (ids) conditions.push(sql`noted.id = ANY(${ids}::uuid[])`);
  if (search) {
    const found = [words[table], sql`participant_name`].map((each) => containing(each, search));
    conditions.push(sql`(${sql.join(found, sql` OR `)})`);
  }
  return sql`${sql.table(table)} AS noted
    JOIN (${everyoneInOrder(of, personColumns)}) AS person ON person.session_id = noted.session_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** Name of a user, read by its key for each row. With a join, the database may read all users. */
const nameOf = (id: string) => sql`(
  SELECT coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), email) FROM users WHERE id = ${sql.ref(id)})`;

/** Join of the run that holds the time of a note or a clip of a session that is over. */
const runAt = (table: NoteOrClipTable) => sql`LEFT JOIN LATERAL (
  SELECT task_runs.outcome, CASE WHEN task.count > 1
      THEN json_build_object('step', task.number, 'position', task.position) END AS task
    FROM task_runs JOIN (SELECT number, row_number() OVER (ORDER BY position) AS position, count(*) OVER () AS count
      FROM steps WHERE revision_id = noted.revision_id AND kind = 'task') AS task ON task.number = task_runs.step
    WHERE task_runs.session_id = noted.session_id AND noted.state = 'ready'
      AND began_at_ms <= ${sql.ref(`noted.${ownColumns[table][0]}`)}
    ORDER BY began_at_ms DESC LIMIT 1) AS run ON true`;

interface Cut {
  /** Order by time within the recording, or the newest first. */
  order: 'time' | 'newest';
  limit: number;
  /** For the order `newest`: only rows older than this one. */
  after?: string | null;
}

async function read<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  conditions: NotesAndClipsOf & Cut,
): Promise<NoteOrClipRows[T][]> {
  const { order, limit, after } = conditions;
  const own = sql.join(ownColumns[table].map((column) => sql.ref(`noted.${column}`)));
  const by =
    order === 'newest'
      ? sql`noted.id DESC`
      : sql`${sql.ref(`noted.${ownColumns[table][0]}`)}, noted.id`;
  const older = after ? sql`AND noted.id < ${after}` : sql``;
  const { rows } = await sql<NoteOrClipRows[T]>`
    SELECT noted.*, tests.id AS test_id, tests.unique_id, tests.name AS test_name, tests.company,
      created_by AS author_id, ${nameOf('noted.created_by')} AS author_name,
      edited_by AS editor_id, ${nameOf('noted.edited_by')} AS editor_name,
      run.task, coalesce(run.outcome, noted.first_outcome) AS outcome
      ${stills[table].columns}
    FROM (SELECT noted.id, noted.session_id, ${own}, noted.tags, noted.version, noted.created_by, noted.created_at,
        noted.edited_by, noted.edited_at, person.number, person.revision_id, person.outcome AS first_outcome, participant_name, timestamp_ms, duration_ms,
        state, poster_at_ms
      FROM ${source(table, conditions)} ${older} ORDER BY ${by} LIMIT ${limit}) AS noted
    JOIN tests ON tests.id = ${conditions.of.testId}
    ${runAt(table)}
    ${stills[table].join}
    ORDER BY ${by}`.execute(db);
  return rows;
}

/** Returns all notes or clips of a recording, in the order of their times. */
export async function readRecordingRows<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { testId, sessionId, step }: RunRef,
): Promise<NoteOrClipRows[T][]> {
  const cut = { order: 'time', limit: NOTES_PER_RECORDING_MAX } as const;
  return await read(db, table, { of: allResultsOf({ testId, step }), person: sessionId, ...cut });
}

/** @throws AppError not_found */
export async function requireNoteOrClip<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { run, id }: { run: RunRef; id: NoteOrClipRows[T]['id'] },
): Promise<NoteOrClipRows[T]> {
  const { testId, sessionId, step } = run;
  const conditions = { of: allResultsOf({ testId, step }), person: sessionId, ids: [id] };
  const [row] = await read(db, table, { ...conditions, order: 'newest', limit: 1 });
  if (!row) throw new AppError('not_found');
  return row;
}

export async function readPage<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  conditions: NotesAndClipsOf & { after: string | null; limit: number },
): Promise<NoteOrClipRows[T][]> {
  return await read(db, table, { ...conditions, order: 'newest' });
}

export async function countNotesAndClips(
  db: Database,
  table: NoteOrClipTable,
  conditions: NotesAndClipsOf,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${source(table, conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the tags and people of a test's notes or clips, the most frequent first. */
export async function readChoices(
  db: Database,
  table: NoteOrClipTable,
  { testId, most }: { testId: TestId; most: number },
): Promise<NoteFilterChoices> {
  const tagRows = sql`SELECT noted.session_id, noted.tags FROM ${sql.table(table)} AS noted
    JOIN sessions ON sessions.id = noted.session_id AND sessions.test_id = noted.test_id
    WHERE noted.test_id = ${testId}`;
  const [tags, people] = await Promise.all([
    sql<
      NoteFilterChoices['tags'][number]
    >`SELECT tag, count(*)::int AS count FROM (${tagRows}) AS noted, unnest(tags) AS tag
      GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${most}`.execute(db),
    sql<
      NoteFilterChoices['people'][number]
    >`SELECT sessions.id AS "sessionId", number, participant_name AS "participantName", count
      FROM (SELECT session_id, count(*)::int AS count FROM (${tagRows}) AS noted GROUP BY session_id) AS counted
      JOIN sessions ON sessions.id = counted.session_id AND sessions.test_id = ${testId}
      ORDER BY count DESC, number LIMIT ${most}`.execute(db),
  ]);
  return { tags: tags.rows, people: people.rows };
}

/** Returns the end of the recording, or of the part that has arrived, or null if nothing can be played. */
export async function readEnd(
  db: Database,
  sessionId: SessionId,
): Promise<{ endMs: number; isRunning: boolean } | null> {
  const row = await db
    .selectFrom('recordings')
    .select(['duration_ms', 'state'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row || row.duration_ms === null) return null;
  return { endMs: row.duration_ms, isRunning: row.state === 'receiving' };
}

/** Values by column. */
type Values = Record<string, string | number | readonly string[]>;

/** @returns the id, or null if the recording is deleted or already has NOTES_PER_RECORDING_MAX of them */
export async function insertNoteOrClip<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { sessionId, by, values }: { sessionId: SessionId; by: UserId; values: Values },
): Promise<NoteOrClipRows[T]['id'] | null> {
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: NoteOrClipRows[T]['id'] }>`
    INSERT INTO ${sql.table(table)} (id, session_id, test_id, created_by, ${columns})
    SELECT ${newId()}::uuid, id, test_id, ${by}::uuid, ${sql.join(Object.values(values))} FROM sessions
    WHERE id = ${sessionId}
      AND (SELECT count(*) FROM ${sql.table(table)} WHERE session_id = ${sessionId}) < ${NOTES_PER_RECORDING_MAX}
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

// The reels and findings that show clips or notes, in the database.

/**
 * Locks the reels and findings that show clips or notes until the transaction ends, the one with the lowest id first. A
 * withdrawal changes their items and evidence, and so does a member who puts them in another order: without the lock each
 * could wait for an item that the other one holds.
 * @param condition a condition on the columns that the tables of clips and notes have in common.
 */
export async function lockPlaces(db: Database, condition: RawBuilder<boolean>): Promise<void> {
  // Arrays make PostgreSQL find items by their indexes instead of a scan of all rows.
  const clips = sql`clip_id = ANY (ARRAY (SELECT id FROM all_clips WHERE ${condition}))`;
  const notes = sql`note_id = ANY (ARRAY (SELECT id FROM all_notes WHERE ${condition}))`;
  await sql`SELECT FROM reels WHERE id = ANY (ARRAY (SELECT reel_id FROM reel_items WHERE ${clips}))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT FROM findings WHERE id = ANY (ARRAY (
      SELECT finding_id FROM finding_evidence WHERE ${clips}
      UNION ALL SELECT finding_id FROM finding_evidence WHERE ${notes}))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

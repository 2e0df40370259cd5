// Transcripts of seeded sessions: the words of each, a correction, and a part of an unfinished one.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/** @param of rows `id` and `number` of sessions, with the alias `one` */
export async function addTranscripts(db: Database, of: RawBuilder<unknown>): Promise<void> {
  const spokenText = sql`'where is the basket' || E'\n' || 'maybe number ' || number`;
  await sql`INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id, made_by, engine, language, segments, said, config, search)
    SELECT id, test_id, workspace_id, CASE WHEN number % 40 = 0 THEN 'failed' ELSE 'ready' END, id, id, 'recogniser.example', 'en',
      jsonb_build_array(
        jsonb_build_object('startMs', 0, 'endMs', 1900, 'text', 'where is the basket', 'words', '[]'::jsonb),
        jsonb_build_object('startMs', 4000, 'endMs', 5000, 'text', 'maybe number ' || number, 'words', '[]'::jsonb)),
      ${spokenText}, 'english', transcript_search(test_id, 'english', ${spokenText})
    FROM (SELECT sessions.test_id, tests.workspace_id, one.* FROM sessions JOIN ${of} USING (id)
      JOIN tests ON tests.id = sessions.test_id) AS sessions`.execute(db);
  await sql`INSERT INTO transcript_corrections (id, session_id, segment, start_ms, end_ms, original, text)
    SELECT gen_random_uuid(), id, 0, 0, 1900, 'where is the casket', 'where is the basket' FROM ${of}`.execute(
    db,
  );
  await sql`INSERT INTO transcript_parts (session_id, part, run_id, heard)
    SELECT id, 0, id, '{"language": "en", "segments": []}' FROM ${of}`.execute(db);
}

/** Search vector of a copied transcript: the copy belongs to another test. */
export const copiedSearch = sql`ts_delete(of.search, transcript_scope(of.test_id, of.config))
  || array_to_tsvector(ARRAY[transcript_scope(copies.test_id, of.config)])`;

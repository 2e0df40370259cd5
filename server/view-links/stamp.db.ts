// The stamp that an open page of a link compares: it changes as soon as the link's content has changed.
import { type RawBuilder, sql } from 'kysely';
import type { ShowingLink } from '#server/platform/access/link-clips.db.ts';
import type { Database } from '#server/platform/db/database.ts';

export async function readStamp(db: Database, link: ShowingLink): Promise<string> {
  const { rows } = await sql<{
    stamp: string | null;
  }>`SELECT (${stampOf(link)})::text AS stamp`.execute(db);
  return rows[0]?.stamp ?? '';
}

function stampOf({ kind, thingId: id, testId }: ShowingLink): RawBuilder<string> {
  switch (kind) {
    case 'clip':
      return sql`SELECT version FROM clips WHERE id = ${id}`;
    case 'reel':
      return sql`SELECT concat_ws('.', (SELECT version FROM reels WHERE id = ${id}),
          count(sessions.id), sum(clips.version), count(*) FILTER (WHERE withdrawn))
        FROM reel_items LEFT JOIN clips ON clips.id = reel_items.clip_id
          LEFT JOIN sessions ON sessions.id = clips.session_id
        WHERE reel_items.reel_id = ${id}`;
    case 'report':
      return sql`SELECT concat_ws('.', md5(string_agg(concat(findings.id, findings.version), ' ' ORDER BY position)),
          (SELECT concat_ws('.', count(sessions.id), sum(clips.version), sum(notes.version),
              count(*) FILTER (WHERE withdrawn))
            FROM findings JOIN finding_evidence ON finding_evidence.finding_id = findings.id
              LEFT JOIN clips ON clips.id = finding_evidence.clip_id
              LEFT JOIN notes ON notes.id = finding_evidence.note_id
              LEFT JOIN sessions ON sessions.id = coalesce(clips.session_id, notes.session_id)
            WHERE findings.test_id = ${testId}))
        FROM findings WHERE findings.test_id = ${testId}`;
    default:
      return sql`SELECT concat_ws('.', recording_count, active_ms) FROM tests WHERE id = ${testId}`;
  }
}

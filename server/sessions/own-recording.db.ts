// A session as its own participant sees it, by the private link.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { deleteRecording } from '#server/deletions/deletions.db.ts';
import type { Authorized, OwnRecordingRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Undefined when it was deleted meanwhile. */
export async function readOwnRecording(db: Database, { sessionId }: Authorized<OwnRecordingRef>) {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .innerJoin('workspaces', 'workspaces.id', 'tests.workspace_id')
    .innerJoin('steps', 'steps.revision_id', 'sessions.revision_id')
    .leftJoin('answers', (join) =>
      join
        .onRef('answers.session_id', '=', 'sessions.id')
        .onRef('answers.step', '=', 'steps.number'),
    )
    .select(['sessions.participant_name', 'sessions.started_at', 'sessions.finished_at'])
    .select(['recordings.state', 'recordings.size_bytes', 'recordings.duration_ms'])
    .select(['recordings.clicks', 'tests.company', 'workspaces.retention_days'])
    .select(
      sql<string>`coalesce((SELECT nullif(content->>'title', '') FROM participations
      WHERE participations.test_id = tests.id), tests.name)`.as('name'),
    )
    .select(['steps.text as task', 'steps.asks'])
    .select(['answers.did_it', 'answers.ease', 'answers.helped'])
    .where('sessions.id', '=', sessionId)
    .where('steps.kind', '=', 'task')
    .orderBy('steps.position')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deletes a session at its participant's request: hidden at once (deletions.db.ts). Its test counts it if
 * anything was recorded, and its slot becomes free.
 * @returns false when it is deleted already
 */
export async function withdrawSession(db: Database, sessionId: SessionId): Promise<boolean> {
  const session = await db
    .selectFrom('all_sessions')
    .select(['test_id', 'holds_slot', 'took_part'])
    .where('id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!session) return false;
  await deleteRecording(db, sessionId);
  const counted = session.took_part ? 1 : 0;
  const held = session.holds_slot ? 1 : 0;
  await db
    .updateTable('all_tests')
    .set({
      withdrawn: sql`withdrawn + ${counted}`,
      submissions: sql`greatest(submissions - ${held}, 0)`,
    })
    .where('id', '=', session.test_id)
    .execute();
  return true;
}

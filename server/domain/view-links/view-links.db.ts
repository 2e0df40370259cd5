// Links for viewing in the database: their token as a hash, and whether what they show is still there.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { SessionId, TestId, UserId, ViewLinkId, WorkspaceId } from '#contract/ids.ts';
import { LIST_MAX, VIEW_LINKS_MAX } from '#contract/limits.ts';
import type { ViewedThing } from '#contract/view-links.ts';
import type { Authorized, TestRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import { hashToken } from '#server/security/secrets.ts';

export type ViewLinkRow = NonNullable<Awaited<ReturnType<typeof findViewLink>>>;

function known(db: Database) {
  return db
    .selectFrom('view_links')
    .innerJoin('tests', 'tests.id', 'view_links.test_id')
    .innerJoin('workspaces', 'workspaces.id', 'view_links.workspace_id')
    .leftJoin('sessions', 'sessions.id', 'view_links.thing_id')
    .leftJoin('users', 'users.id', 'view_links.created_by')
    .select(['view_links.id', 'view_links.workspace_id', 'view_links.test_id', 'view_links.kind'])
    .select(['view_links.thing_id', 'view_links.password_hash', 'view_links.with_names'])
    .select(['view_links.with_downloads', 'view_links.created_at', 'view_links.expires_at'])
    .select(['view_links.revoked_at', 'view_links.views', 'view_links.last_viewed_at'])
    .select(['tests.name as test_name', 'tests.company', 'tests.recording_count'])
    .select(['sessions.participant_name', 'sessions.number', 'sessions.timestamp_ms'])
    .select(['sessions.id as session_id'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .select(sql<number>`tests.active_ms`.as('active_ms'));
}

/** Any link of a test that is there, also one that has ended. */
export async function findViewLink(db: Database, by: { id: string } | { token: string }) {
  return await ('id' in by
    ? known(db).where('view_links.id', '=', by.id)
    : known(db).where('view_links.token_hash', '=', hashToken(by.token))
  ).executeTakeFirst();
}

/** The newest first; those that have ended too, so that a member sees why a visitor is refused. */
export async function listViewLinks(
  db: Database,
  of: { workspaceId: WorkspaceId } | { testId: TestId },
) {
  return await ('testId' in of
    ? known(db).where('view_links.test_id', '=', of.testId)
    : known(db).where('view_links.workspace_id', '=', of.workspaceId)
  )
    .orderBy('view_links.created_at', 'desc')
    .limit(LIST_MAX)
    .execute();
}

interface NewLink {
  token: string;
  thing: ViewedThing;
  passwordHash: string | null;
  withNames: boolean;
  withDownloads: boolean;
  expiresAt: Date | null;
  userId: UserId;
}

/** @returns null when the test has as many as it may; those that have ended make room. */
export async function addViewLink(
  db: Database,
  { testId, workspaceId }: Authorized<TestRef>,
  link: NewLink,
): Promise<ViewLinkId | null> {
  const open = await db
    .selectFrom('view_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('test_id', '=', testId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (open.count >= VIEW_LINKS_MAX) return null;
  const id = uuidv7() as ViewLinkId;
  const values = {
    ...{ id, workspace_id: workspaceId, test_id: testId, kind: link.thing.kind },
    thing_id: thingIdOf(link.thing),
    token_hash: hashToken(link.token),
    password_hash: link.passwordHash,
    with_names: link.withNames,
    with_downloads: link.withDownloads,
    created_by: link.userId,
    expires_at: link.expiresAt,
  };
  await db.insertInto('view_links').values(values).execute();
  return id;
}

function thingIdOf(thing: ViewedThing): string | null {
  return thing.kind === 'results' ? null : thing.sessionId;
}

/** False when the workspace has no such link, or it has been revoked before. */
export async function revokeViewLink(
  db: Database,
  workspaceId: WorkspaceId,
  id: ViewLinkId,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('view_links')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countView(db: Database, id: string): Promise<void> {
  await db
    .updateTable('view_links')
    .set({ views: sql`views + 1`, last_viewed_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** One answer under way: of a link, and of the session whose video it sends, where that is known. */
export interface ShownAnswer {
  linkId: string;
  sessionId: SessionId | null;
}

/** Which of these may go on, by their place: the link stands, and the session is there. */
export async function livingAnswers(
  db: Database,
  asked: readonly ShownAnswer[],
): Promise<boolean[]> {
  const links = asked.map(({ linkId }) => linkId);
  const sessions = asked.map(({ sessionId }) => sessionId);
  const { rows } = await sql<{ lives: boolean }>`
    SELECT EXISTS (SELECT FROM view_links JOIN tests ON tests.id = view_links.test_id
        JOIN workspaces ON workspaces.id = view_links.workspace_id
      WHERE view_links.id = asked.link_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()))
      AND (asked.session_id IS NULL OR EXISTS (SELECT FROM sessions WHERE sessions.id = asked.session_id)) AS lives
    FROM unnest(${links}::uuid[], ${sessions}::uuid[]) WITH ORDINALITY AS asked(link_id, session_id, place)
    ORDER BY place`.execute(db);
  return rows.map(({ lives }) => lives);
}

/** Of a row whose thing is there. */
export function thingOf({
  kind,
  thing_id: id,
}: Pick<ViewLinkRow, 'kind' | 'thing_id'>): ViewedThing {
  if (kind === 'recording') return { kind, sessionId: id as SessionId };
  return { kind: 'results' };
}

// Links for viewing in the database: their token as a hash and sealed, and whether what they show is still there.
import { type RawBuilder, sql } from 'kysely';
import type {
  ClipId,
  ReelId,
  SessionId,
  TestId,
  UserId,
  ViewLinkId,
  WorkspaceId,
} from '#contract/ids.ts';
import { LIST_MAX, VIEW_LINKS_MAX } from '#contract/limits.ts';
import type { ViewedThing } from '#contract/view-links.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { clipCondition, type ShowingLink } from '#server/platform/access/link-clips.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken } from '#server/platform/security/secrets.ts';
import { addUpTo } from '#server/workspaces/add-up-to.db.ts';

export type ViewLinkRow = NonNullable<Awaited<ReturnType<typeof findViewLink>>>;

function known(db: Database) {
  return db
    .selectFrom('view_links')
    .innerJoin('tests', 'tests.id', 'view_links.test_id')
    .innerJoin('workspaces', 'workspaces.id', 'view_links.workspace_id')
    .leftJoin('clips', 'clips.id', 'view_links.thing_id')
    .leftJoin('reels', 'reels.id', 'view_links.thing_id')
    .leftJoin('sessions', (join) =>
      join.on('sessions.id', '=', sql`coalesce(clips.session_id, view_links.thing_id)`),
    )
    .leftJoin('users', 'users.id', 'view_links.created_by')
    .select(['view_links.id', 'view_links.workspace_id', 'view_links.test_id', 'view_links.kind'])
    .select(['view_links.thing_id', 'view_links.password_hash', 'view_links.with_names'])
    .select('view_links.with_texts')
    .select(['view_links.with_downloads', 'view_links.created_at', 'view_links.expires_at'])
    .select(['view_links.withdrawn', 'clips.title as clip_title', 'reels.name as reel_name'])
    .select(['view_links.revoked_at', 'view_links.views', 'view_links.last_viewed_at'])
    .select(['tests.name as test_name', 'tests.company'])
    .select(['sessions.participant_name', 'sessions.number', 'sessions.timestamp_ms'])
    .select(['sessions.id as session_id', 'view_links.sealed_token'])
    .select(['users.first_name', 'users.last_name', 'users.email']);
}

/** Any link of a test that is there, also one that has ended. */
export async function findViewLink(db: Database, by: { id: ViewLinkId } | { token: string }) {
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
  /** Encrypts the token for this link. */
  seal: (id: ViewLinkId) => string;
  thing: ViewedThing;
  passwordHash: string | null;
  withNames: boolean;
  withTexts: boolean;
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
  const id = newId<ViewLinkId>();
  const values = {
    id,
    workspace_id: workspaceId,
    test_id: testId,
    kind: link.thing.kind,
    thing_id: thingIdOf(link.thing),
    token_hash: hashToken(link.token),
    sealed_token: link.seal(id),
    password_hash: link.passwordHash,
    with_names: link.withNames,
    with_texts: link.withTexts,
    with_downloads: link.withDownloads,
    created_by: link.userId,
    expires_at: link.expiresAt,
  };
  return await addUpTo(db, workspaceId, {
    most: VIEW_LINKS_MAX,
    count: (transaction) => countOpen(transaction, testId),
    add: async (transaction) => {
      await transaction.insertInto('view_links').values(values).execute();
      return id;
    },
  });
}

/** Returns whether the test has fewer links than it may. */
export async function hasRoomForViewLink(
  db: Database,
  { testId }: Authorized<TestRef>,
): Promise<boolean> {
  return (await countOpen(db, testId)) < VIEW_LINKS_MAX;
}

async function countOpen(db: Database, testId: TestId): Promise<number> {
  const { count } = await db
    .selectFrom('view_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('test_id', '=', testId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at IS NULL OR expires_at > now())`)
    .executeTakeFirstOrThrow();
  return count;
}

function thingIdOf(thing: ViewedThing): string | null {
  switch (thing.kind) {
    case 'recording':
      return thing.sessionId;
    case 'reel':
      return thing.reelId;
    case 'clip':
      return thing.clipId;
    default:
      return null;
  }
}

/**
 * Runs in the transaction that withdraws a recording: its links, and those of its clips, are marked as withdrawn
 * and no longer refer to it.
 */
export async function withdrawViewLinks(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE view_links SET withdrawn = true, thing_id = NULL, sealed_token = NULL
    WHERE thing_id = ANY (ARRAY (SELECT id FROM all_clips WHERE session_id = ${sessionId} UNION ALL SELECT ${sessionId}::uuid))
  `.execute(db);
}

/** Returns false when the workspace has no such link, or it has been revoked before. */
export async function revokeViewLink(
  db: Database,
  workspaceId: WorkspaceId,
  id: ViewLinkId,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('view_links')
    .set({ revoked_at: new Date(), sealed_token: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countView(db: Database, id: ViewLinkId): Promise<void> {
  await db
    .updateTable('view_links')
    .set({ views: sql`views + 1`, last_viewed_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** One answer under way: of a link, and of the session, or its clip alone, whose video it sends, where that is known. */
export interface WatchedAnswer {
  linkId: ViewLinkId;
  sessionId: SessionId | null;
  clipId: ClipId | null;
}

const linkColumns = {
  kind: sql.ref('view_links.kind'),
  thingId: sql.ref('view_links.thing_id'),
  testId: sql.ref('view_links.test_id'),
};

/**
 * Returns for each answer, in their order, whether it may continue: the link is valid, the session exists, and
 * the link shows the clip.
 */
export async function livingAnswers(
  db: Database,
  answers: readonly WatchedAnswer[],
): Promise<boolean[]> {
  const links = answers.map(({ linkId }) => linkId);
  const sessions = answers.map(({ sessionId }) => sessionId);
  const clips = answers.map(({ clipId }) => clipId);
  const { rows } = await sql<{ lives: boolean }>`
    SELECT EXISTS (SELECT FROM view_links JOIN tests ON tests.id = view_links.test_id
        JOIN workspaces ON workspaces.id = view_links.workspace_id
      WHERE view_links.id = asked.link_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND (asked.clip_id IS NULL OR ${clipCondition(linkColumns, sql.ref('asked.clip_id'))}))
      AND (asked.session_id IS NULL OR EXISTS (SELECT FROM sessions WHERE sessions.id = asked.session_id))
      AND (asked.clip_id IS NULL OR EXISTS (SELECT FROM clips WHERE clips.id = asked.clip_id)) AS lives
    FROM unnest(${links}::uuid[], ${sessions}::uuid[], ${clips}::uuid[])
      WITH ORDINALITY AS asked(link_id, session_id, clip_id, place)
    ORDER BY place`.execute(db);
  return rows.map(({ lives }) => lives);
}

/** Returns null if the participant withdrew. */
export function thingFromRow({
  kind,
  thing_id: id,
}: Pick<ViewLinkRow, 'kind' | 'thing_id'>): ViewedThing | null {
  if (kind === 'results' || kind === 'report') return { kind };
  if (id === null) return null;
  if (kind === 'recording') return { kind, sessionId: id as SessionId };
  return kind === 'reel' ? { kind, reelId: id as ReelId } : { kind, clipId: id as ClipId };
}

/** The stamp that an open page of a link compares: it changes as soon as the link's content has changed. */
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
            WHERE findings.test_id = ${testId}),
          (SELECT version FROM reports WHERE test_id = ${testId}),
          (SELECT md5(string_agg(version::text, ' ' ORDER BY id)) FROM result_versions
            WHERE test_id = ${testId}))
        FROM findings WHERE findings.test_id = ${testId}`;
    default:
      return sql`SELECT concat_ws('.', recording_count, active_ms) FROM tests WHERE id = ${testId}`;
  }
}

// Personal links in the database: their token as a hash and sealed, and the session that used each.
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, UniqueId } from '#contract/ids.ts';
import { PERSONAL_LINKS_MAX } from '#contract/limits.ts';
import type { PersonalLinkId, PersonalLinkState } from '#contract/personal-links.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/lists.ts';
import { hashToken } from '#server/platform/security/secrets.ts';

/**
 * State of a link, over `personal_links` with its session joined. A session that recorded nothing and has lost its slot uses
 * the link no longer, so that its person can begin again in another browser.
 */
const stateOfLink = sql<PersonalLinkState>`CASE
    WHEN revoked_at IS NOT NULL THEN 'revoked'
    WHEN used_at IS NULL THEN 'open'
    WHEN sessions.id IS NULL THEN 'deleted'
    WHEN sessions.state = 'finished' THEN 'taken'
    WHEN sessions.took_part OR sessions.holds_slot THEN 'started'
    ELSE 'open' END`;

const timeOfState = sql<Date | null>`CASE ${stateOfLink} WHEN 'revoked' THEN revoked_at
    WHEN 'taken' THEN sessions.finished_at WHEN 'open' THEN NULL ELSE used_at END`;

const linksWithSessions = sql`personal_links LEFT JOIN sessions ON sessions.id = personal_links.session_id`;

export interface PersonalLinkRow {
  id: PersonalLinkId;
  name: string;
  sealedToken: string;
  createdAt: Date;
  state: PersonalLinkState;
  stateAt: Date | null;
  sessionId: SessionId | null;
}

const columns = sql`personal_links.id, name, sealed_token AS "sealedToken", personal_links.created_at AS "createdAt",
    ${stateOfLink} AS state, ${timeOfState} AS "stateAt",
    CASE WHEN ${stateOfLink} IN ('started', 'taken') THEN sessions.id END AS "sessionId"`;

interface LinkSelection {
  search?: string | undefined;
  /** Id of the link behind which the rows begin, or empty. */
  cursor?: string | undefined;
  limit?: number;
}

/** Links of a test in the order of their creation. */
export async function listPersonalLinks(
  db: Database,
  testId: TestId,
  { search, cursor, limit }: LinkSelection = {},
): Promise<PersonalLinkRow[]> {
  const conditions = [sql`personal_links.test_id = ${testId}`];
  if (cursor) conditions.push(sql`personal_links.id > ${cursor}::uuid`);
  if (search) conditions.push(containing(sql`name`, search));
  const { rows } = await sql<PersonalLinkRow>`SELECT ${columns} FROM ${linksWithSessions}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY personal_links.id LIMIT ${limit ?? null}`.execute(
    db,
  );
  return rows;
}

export type PersonalLinkCounts = Record<PersonalLinkState, number>;

/** Counts the links of a test by state, and those that a search leaves. */
export async function countPersonalLinks(
  db: Database,
  testId: TestId,
  search: string | undefined,
): Promise<{ total: number; counts: PersonalLinkCounts }> {
  const isFound = search ? containing(sql`name`, search) : sql`true`;
  const { rows } = await sql<{ state: PersonalLinkState; links: number; found: number }>`
    SELECT ${stateOfLink} AS state, count(*)::int AS links, (count(*) FILTER (WHERE ${isFound}))::int AS found
    FROM ${linksWithSessions} WHERE personal_links.test_id = ${testId} GROUP BY 1`.execute(db);
  const counts = { open: 0, started: 0, taken: 0, deleted: 0, revoked: 0 };
  for (const { state, links } of rows) counts[state] = links;
  return { total: rows.reduce((sum, { found }) => sum + found, 0), counts };
}

export async function findPersonalLink(
  db: Database,
  testId: TestId,
  by: { id: PersonalLinkId } | { token: string },
): Promise<PersonalLinkRow | undefined> {
  const isIt: RawBuilder<unknown> =
    'id' in by
      ? sql`personal_links.id = ${by.id}`
      : sql`personal_links.token_hash = ${hashToken(by.token)}`;
  const { rows } = await sql<PersonalLinkRow>`SELECT ${columns} FROM ${linksWithSessions}
    WHERE ${isIt} AND personal_links.test_id = ${testId}`.execute(db);
  return rows[0];
}

/**
 * Returns the link of a token that can be used now.
 * @throws AppError personal_link_used, personal_link_invalid
 */
export async function requireOpenLink(
  db: Database,
  testId: TestId,
  token: string,
): Promise<PersonalLinkRow> {
  const link = await findPersonalLink(db, testId, { token });
  if (!link || link.state === 'revoked') throw new AppError('personal_link_invalid');
  if (link.state !== 'open') throw new AppError('personal_link_used');
  return link;
}

/** @param db a transaction that holds the test's row, and has found the link open in it. */
export async function takePersonalLink(
  db: Database,
  id: PersonalLinkId,
  sessionId: SessionId,
): Promise<void> {
  await db
    .updateTable('personal_links')
    .set({ session_id: sessionId, used_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** The session recorded nothing and is deleted in the same transaction: its link can be used again. */
export async function releasePersonalLink(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .updateTable('personal_links')
    .set({ session_id: null, used_at: null })
    .where('session_id', '=', sessionId)
    .execute();
}

/** Returns the share id of a test. @throws AppError not_found */
export async function readUniqueId(db: Database, testId: TestId): Promise<UniqueId> {
  const { unique_id: uniqueId } = await db
    .selectFrom('tests')
    .select('unique_id')
    .where('id', '=', testId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return uniqueId;
}

/** Names of the links of a test that are not revoked. */
export async function readNames(db: Database, testId: TestId): Promise<string[]> {
  const rows = await db
    .selectFrom('personal_links')
    .select('name')
    .where('test_id', '=', testId)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map(({ name }) => name);
}

export interface NewPersonalLink {
  id: PersonalLinkId;
  name: string;
  token: string;
  sealedToken: string;
}

/** Adds links, and deletes all but the newest PERSONAL_LINKS_MAX of the revoked ones. */
export async function insertPersonalLinks(
  db: Database,
  testId: TestId,
  links: readonly NewPersonalLink[],
): Promise<void> {
  await sql`DELETE FROM personal_links WHERE id = ANY (ARRAY (SELECT id FROM personal_links
    WHERE test_id = ${testId} AND revoked_at IS NOT NULL
    ORDER BY revoked_at DESC OFFSET ${PERSONAL_LINKS_MAX}))`.execute(db);
  if (links.length === 0) return;
  const values = links.map(({ id, name, token, sealedToken }) => ({
    ...{ id, test_id: testId, name, token_hash: hashToken(token), sealed_token: sealedToken },
    ...{ revoked_at: null, used_at: null, session_id: null },
  }));
  await db.insertInto('personal_links').values(values).execute();
}

export async function setRevoked(
  db: Database,
  id: PersonalLinkId,
  revokedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('personal_links')
    .set({ revoked_at: revokedAt })
    .where('id', '=', id)
    .execute();
}

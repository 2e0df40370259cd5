// People in the database: by their identity at the issuer, with the workspaces they belong to.

import { sql } from 'kysely';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';

/** Claims of the issuer about a person. The subject never changes; the rest may. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  /** The address, if the issuer has verified it, or null if the issuer does not include it. */
  verifiedEmail: string | null;
  firstName: string;
  lastName: string;
  /** Time when the person actually signed in at the issuer, or null if the issuer does not report it. */
  authenticatedAt: Date | null;
}

/** The person of an identity: known by issuer and subject, made at the first sign-in. */
export async function findOrMakeUser(db: Database, identity: Identity): Promise<UserId> {
  const row = await db
    .insertInto('users')
    .values({
      id: newId<UserId>(),
      issuer: identity.issuer,
      subject: identity.subject,
      email: identity.email,
      first_name: identity.firstName,
      last_name: identity.lastName,
      verified_email: identity.verifiedEmail,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ verified_email: identity.verifiedEmail }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Stores the address that the issuer vouched for when it confirmed an existing sign-in, or null if it vouched for none.
 */
export async function keepVouchedEmail(
  db: Database,
  userId: UserId,
  email: string | null,
): Promise<void> {
  await db.updateTable('users').set({ verified_email: email }).where('id', '=', userId).execute();
}

/** The person of an identity, if they have been here. */
export async function findUser(
  db: Database,
  { issuer, subject }: Identity,
): Promise<UserId | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ? row.id : null;
}

/**
 * The workspace to show first: where the person was last, else their own, else the one joined last, else a
 * new one.
 */
export async function homeWorkspace(db: Database, userId: UserId): Promise<WorkspaceId> {
  const known = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.workspace_id')
    .where('members.user_id', '=', userId)
    .orderBy(sql`members.workspace_id IS NOT DISTINCT FROM users.last_workspace_id`, 'desc')
    .orderBy(sql`members.role = 'owner'`, 'desc')
    .orderBy('members.joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.workspace_id;
  const id = newId<WorkspaceId>();
  await db.insertInto('workspaces').values({ id, owner_id: userId, company: null }).execute();
  await db
    .insertInto('members')
    .values({ workspace_id: id, user_id: userId, role: 'owner' })
    .execute();
  return id;
}

export async function readPerson(db: Database, userId: UserId) {
  return await db
    .selectFrom('users')
    .leftJoin('email_changes', (join) =>
      join
        .onRef('email_changes.user_id', '=', 'users.id')
        .on('email_changes.expires_at', '>', new Date()),
    )
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.deletion_at'])
    .select('email_changes.email as pending_email')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Members of a workspace, the owner first, then by joining. */
export async function readMembers(db: Database, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'members.role'])
    .where('members.workspace_id', '=', workspaceId)
    .orderBy(sql`members.role = 'owner'`, 'desc')
    .orderBy('members.joined_at')
    .execute();
}

/** Open invitations of a workspace, expired ones too. */
export async function readInvitations(db: Database, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
}

/** Deletes invitations that ended before a time. */
export async function deleteEndedInvitations(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', before).execute();
}

export async function renameUser(
  db: Database,
  userId: UserId,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_name: name.firstName, last_name: name.lastName })
    .where('id', '=', userId)
    .execute();
}

/** Sets or withdraws when an account is deleted; false when nothing changed. */
export async function setDeletion(db: Database, userId: UserId, at: Date | null): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ deletion_at: at })
    .where('id', '=', userId)
    .where('deletion_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns people whose deletion time has come. */
export async function dueDeletions(db: Database, now: Date): Promise<UserId[]> {
  const rows = await db.selectFrom('users').select('id').where('deletion_at', '<=', now).execute();
  return rows.map((row) => row.id);
}

/** Keeps a person from withdrawing until the transaction ends; false when they just have. */
export async function lockDueUser(db: Database, userId: UserId, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUser(db: Database, userId: UserId): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

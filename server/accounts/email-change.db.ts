// Waiting email changes, and the undos of those that were made.
import type { UserId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Stores the pending change. A person has at most one, so a later one replaces an earlier one. */
export async function saveEmailChange(
  db: Database,
  change: { tokenHash: Buffer; userId: UserId; email: string; expiresAt: Date },
): Promise<void> {
  const values = {
    token_hash: change.tokenHash,
    email: change.email,
    expires_at: change.expiresAt,
  };
  await db
    .insertInto('email_changes')
    .values({ ...values, user_id: change.userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function findEmailChange(db: Database, tokenHash: Buffer) {
  return await db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select(['email_changes.user_id', 'email_changes.expires_at', 'users.email'])
    .select('email_changes.email as new_email')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
}

/** The person's address; no other change of it happens until the transaction ends. */
export async function lockEmail(db: Database, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Takes the person's waiting change with its new address; null when it is not there or too old. */
export async function takeEmailChange(
  db: Database,
  tokenHash: Buffer,
  userId: UserId,
): Promise<string | null> {
  const change = await db
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .returning('email')
    .executeTakeFirst();
  return change?.email ?? null;
}

export async function setEmail(db: Database, userId: UserId, email: string): Promise<void> {
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
}

export async function saveEmailUndo(
  db: Database,
  undo: { tokenHash: Buffer; userId: UserId; oldEmail: string; newEmail: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('email_undos')
    .values({
      token_hash: undo.tokenHash,
      user_id: undo.userId,
      old_email: undo.oldEmail,
      new_email: undo.newEmail,
      expires_at: undo.expiresAt,
    })
    .execute();
}

export async function findEmailUndo(db: Database, tokenHash: Buffer) {
  return await db
    .selectFrom('email_undos')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
}

/**
 * Takes an undo, and with it what came after it: undos of later changes and a change that waits.
 * @returns the address to bring back; null when another call took it first.
 */
export async function takeEmailUndo(
  db: Database,
  tokenHash: Buffer,
  userId: UserId,
): Promise<string | null> {
  const undo = await db
    .deleteFrom('email_undos')
    .where('token_hash', '=', tokenHash)
    .returning(['old_email', 'changed_at'])
    .executeTakeFirst();
  if (!undo) return null;
  await db
    .deleteFrom('email_undos')
    .where('user_id', '=', userId)
    .where('changed_at', '>=', undo.changed_at)
    .execute();
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
  return undo.old_email;
}

export async function deleteExpiredEmailLinks(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_undos').where('expires_at', '<=', now).execute();
}

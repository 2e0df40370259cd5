// A person's sign-ins in the database.
import type { SignInId, UserId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import type { Database } from '#server/db/database.ts';

/** Those that still count, in every workspace, the one used last first; LIST_MAX of them. */
export async function listSignIns(db: Database, userId: UserId) {
  return await db
    .selectFrom('sign_ins')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(LIST_MAX)
    .execute();
}

/** @returns the ids of those that ended. */
export async function deleteSignIns(
  db: Database,
  userId: UserId,
  which: { only: SignInId } | { except: SignInId },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('id', 'only' in which ? '=' : '<>', 'only' in which ? which.only : which.except)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

// API keys in the database: the hash of each, whose workspace it opens, and when it was last used.

import { sql } from 'kysely';
import type { KeyScope } from '#contract/endpoint.ts';
import type { ApiKeyId, UserId, WorkspaceId } from '#contract/ids.ts';
import { API_KEYS_MAX } from '#contract/limits.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken } from '#server/platform/security/secrets.ts';
import { addUpTo } from '#server/workspaces/add-up-to.db.ts';

/** Precision of the stored last use, so that not every call writes. */
const USE_NOTED_MS = 60_000;

export interface KeyRow {
  id: ApiKeyId;
  scope: KeyScope;
  userId: UserId;
  workspaceId: WorkspaceId;
  company: string | null;
}

/** Finds what a key opens and notes its use; null when it was revoked, has ended, or its workspace is deleted. */
export async function findKey(db: Database, key: string): Promise<KeyRow | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id', 'api_keys.scope', 'api_keys.created_by', 'api_keys.last_used_at'])
    .select(['workspaces.id as workspace_id', 'workspaces.company'])
    .where('key_hash', '=', hashToken(key))
    .where(isLiving)
    .executeTakeFirst();
  if (!row) return null;
  await noteUse(db, row);
  return {
    id: row.id,
    scope: row.scope,
    userId: row.created_by,
    workspaceId: row.workspace_id,
    company: row.company,
  };
}

const isLiving = sql<boolean>`(api_keys.expires_at IS NULL OR api_keys.expires_at > now())`;

async function noteUse(
  db: Database,
  { id, last_used_at: lastUsedAt }: { id: ApiKeyId; last_used_at: Date | null },
): Promise<void> {
  const before = new Date(Date.now() - USE_NOTED_MS);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await db
    .updateTable('api_keys')
    .set({ last_used_at: new Date() })
    .where('id', '=', id)
    // Only one of many simultaneous calls writes.
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();
}

/** Returns those of the given keys that are still valid for their workspace. */
export async function livingKeys(db: Database, ids: readonly ApiKeyId[]): Promise<Set<ApiKeyId>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select('api_keys.id')
    .where(sql<boolean>`api_keys.id = ANY(${ids}::uuid[])`)
    .where(isLiving)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** @returns null when the workspace has as many as it may. */
export async function addKey(
  db: Database,
  { workspaceId, userId }: Pick<SignIn, 'workspaceId' | 'userId'>,
  key: { text: string; name: string; scope: KeyScope; expiresAt: Date | null },
): Promise<ApiKeyId | null> {
  return await addUpTo(db, workspaceId, {
    most: API_KEYS_MAX,
    count: async (transaction) => {
      const { count } = await transaction
        .selectFrom('api_keys')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return count;
    },
    add: async (transaction) => {
      const id = newId<ApiKeyId>();
      const { name, scope } = key;
      await transaction
        .insertInto('api_keys')
        .values({
          id,
          workspace_id: workspaceId,
          key_hash: hashToken(key.text),
          name,
          scope,
          created_by: userId,
          expires_at: key.expiresAt,
        })
        .execute();
      return id;
    },
  });
}

/** The newest first; those that have ended too, so that their owner sees why a program is refused. */
export async function listKeys(db: Database, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'name', 'scope', 'api_keys.created_at', 'last_used_at', 'expires_at'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('api_keys.id', 'desc')
    .limit(API_KEYS_MAX)
    .execute();
}

/** @returns whether there was one. */
export async function deleteKey(
  db: Database,
  workspaceId: WorkspaceId,
  id: ApiKeyId,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

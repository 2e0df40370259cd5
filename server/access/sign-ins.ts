// Sign-in sessions: a random token in an HttpOnly cookie, its hash in the database.
import { sql } from 'kysely';
import type { Role } from '#contract/accounts.ts';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import { SIGN_IN_DAYS } from '#contract/limits.ts';
import type { Database } from '#server/db/database.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

/** Who is signed in, as the server knows it; cookies decide nothing. */
export interface SignIn {
  token: string;
  userId: UserId;
  workspaceId: WorkspaceId;
  email: string;
  role: Role;
  /** Null while the workspace has no name. */
  company: string | null;
  /** It lasts its whole life again, and its cookies should as well. */
  extended: boolean;
}

const LIFETIME_MS = SIGN_IN_DAYS * 24 * 3_600_000;

/** Starts a sign-in and answers its token. */
export async function startSignIn(
  db: Database,
  person: { userId: UserId; workspaceId: WorkspaceId },
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('sign_ins')
    .values({
      token_hash: hashToken(token),
      user_id: person.userId,
      workspace_id: person.workspaceId,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    })
    .execute();
  return token;
}

/**
 * Finds the sign-in of a token; null when it has ended or its person is no member any more.
 * Extends it when less than half of its life is left.
 */
export async function findSignIn(db: Database, token: string): Promise<SignIn | null> {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'sign_ins.workspace_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'sign_ins.user_id')
        .onRef('members.workspace_id', '=', 'sign_ins.workspace_id'),
    )
    .select(['users.id', 'users.email', 'members.role', 'sign_ins.expires_at'])
    .select(['workspaces.id as workspace_id', 'workspaces.company'])
    .where('sign_ins.token_hash', '=', hashToken(token))
    .where('sign_ins.expires_at', '>', new Date())
    .executeTakeFirst();
  if (!row) return null;
  const extended = row.expires_at.getTime() - Date.now() < LIFETIME_MS / 2;
  if (extended) await extend(db, token);
  return {
    token,
    userId: row.id as UserId,
    workspaceId: row.workspace_id as WorkspaceId,
    email: row.email,
    role: row.role,
    company: row.company,
    extended,
  };
}

async function extend(db: Database, token: string): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ expires_at: new Date(Date.now() + LIFETIME_MS) })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/**
 * Those of these tokens whose sign-in is in the workspace now: not ended, not switched to another one,
 * its person still a member.
 */
export async function signInsIn(
  db: Database,
  workspaceId: WorkspaceId,
  tokens: readonly string[],
): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
  const rows = await db
    .selectFrom('sign_ins')
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'sign_ins.user_id')
        .onRef('members.workspace_id', '=', 'sign_ins.workspace_id'),
    )
    .select('sign_ins.token_hash')
    .where(sql<boolean>`sign_ins.token_hash = ANY(${tokens.map(hashToken)}::bytea[])`)
    .where('sign_ins.workspace_id', '=', workspaceId)
    .where('sign_ins.expires_at', '>', new Date())
    .execute();
  return new Set(rows.flatMap((row) => byHash.get(row.token_hash.toString('hex')) ?? []));
}

/** Those of these people who belong to the workspace. */
export async function membersAmong(
  db: Database,
  workspaceId: WorkspaceId,
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', userIds)
    .execute();
  return new Set(rows.map((row) => row.user_id as UserId));
}

export async function endSignIn(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sign_ins').where('token_hash', '=', hashToken(token)).execute();
}

/** Removes sign-ins that nobody used for their whole life. */
export async function deleteExpiredSignIns(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
}

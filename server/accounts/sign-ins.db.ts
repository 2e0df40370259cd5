// Sign-ins in the database: a random token in an HttpOnly cookie, its hash in a row.

import { sql } from 'kysely';
import type { SignInId, UserId, WorkspaceId } from '#contract/ids.ts';
import { LIST_MAX, SIGN_IN_DAYS, SIGN_IN_MOST_DAYS } from '#contract/limits.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken, randomToken } from '#server/platform/security/secrets.ts';

/** Claims of the issuer about one sign-in, beside the identity. */
export interface SignInOrigin {
  /** Time when the issuer authenticated the person, or the time of its answer if it does not report one. */
  authenticatedAt?: Date | null;
  /** The address that it vouches for. */
  verifiedEmail?: string | null;
  /** Browser and system in words. */
  device?: string;
}

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS = SIGN_IN_DAYS * DAY_MS;
const MOST_MS = SIGN_IN_MOST_DAYS * DAY_MS;
/** Precision of the stored last use, so that not every request writes. */
const USE_NOTED_MS = 3_600_000;

/** The times of a sign-in that the issuer has just answered for. */
function fromNow({ authenticatedAt }: SignInOrigin) {
  const now = Date.now();
  return {
    authenticated_at: new Date(Math.min(authenticatedAt?.getTime() ?? now, now)),
    last_used_at: new Date(now),
    expires_at: new Date(now + LIFETIME_MS),
    ends_at: new Date(now + MOST_MS),
  };
}

/** Starts a sign-in and answers its token. */
export async function startSignIn(
  db: Database,
  person: { userId: UserId; workspaceId: WorkspaceId },
  origin: SignInOrigin = {},
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('sign_ins')
    .values({
      token_hash: hashToken(token),
      id: newId<SignInId>(),
      user_id: person.userId,
      workspace_id: person.workspaceId,
      device: origin.device ?? '',
      verified_email: origin.verifiedEmail ?? null,
      ...fromNow(origin),
    })
    .execute();
  return token;
}

/**
 * The issuer has confirmed the same person: the sign-in continues under a new token, and the old one ends.
 * @returns the token, or null if the sign-in has ended or is another person's.
 */
export async function renewSignIn(
  db: Database,
  { token, userId }: { token: string; userId: UserId },
  origin: SignInOrigin,
): Promise<string | null> {
  const renewed = randomToken();
  const result = await db
    .updateTable('sign_ins')
    .set({
      token_hash: hashToken(renewed),
      verified_email: origin.verifiedEmail ?? null,
      ...fromNow(origin),
    })
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? renewed : null;
}

/**
 * Finds the sign-in of a token; null when it has ended or its person is no member any more.
 * Extends it when less than half of its life is left, never past SIGN_IN_MOST_DAYS from the issuer's last answer.
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
    .select(['users.id', 'users.email', 'members.role', 'sign_ins.id as sign_in_id'])
    .select(['sign_ins.expires_at', 'sign_ins.ends_at', 'sign_ins.verified_email'])
    .select(['sign_ins.authenticated_at', 'sign_ins.last_used_at'])
    .select(['workspaces.id as workspace_id', 'workspaces.company'])
    .where('sign_ins.token_hash', '=', hashToken(token))
    .where('sign_ins.expires_at', '>', new Date())
    .executeTakeFirst();
  if (!row) return null;
  const extended = await noteUse(db, row);
  return {
    token,
    id: row.sign_in_id,
    apiKeyId: null,
    userId: row.id,
    workspaceId: row.workspace_id,
    email: row.email,
    verifiedEmail: row.verified_email,
    role: row.role,
    company: row.company,
    authenticatedAt: row.authenticated_at,
    extended,
  };
}

/** Writes the last use down, to the hour. @returns whether the sign-in lasts longer now. */
async function noteUse(
  db: Database,
  row: { sign_in_id: SignInId; last_used_at: Date; expires_at: Date; ends_at: Date },
): Promise<boolean> {
  const now = Date.now();
  const expiresAt = new Date(Math.min(now + LIFETIME_MS, row.ends_at.getTime()));
  const isHalfOver = row.expires_at.getTime() - now < LIFETIME_MS / 2;
  const extended = isHalfOver && expiresAt > row.expires_at;
  if (extended || now - row.last_used_at.getTime() >= USE_NOTED_MS) {
    await db
      .updateTable('sign_ins')
      .set({ last_used_at: new Date(now), ...(extended ? { expires_at: expiresAt } : {}) })
      .where('id', '=', row.sign_in_id)
      .execute();
  }
  return extended;
}

/**
 * Those of these sign-ins that are in the workspace now: not ended, not switched to another one, their
 * person still a member.
 */
export async function signInsIn(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly SignInId[],
): Promise<Set<SignInId>> {
  const rows = await db
    .selectFrom('sign_ins')
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'sign_ins.user_id')
        .onRef('members.workspace_id', '=', 'sign_ins.workspace_id'),
    )
    .select('sign_ins.id')
    .where(sql<boolean>`sign_ins.id = ANY(${ids}::uuid[])`)
    .where('sign_ins.workspace_id', '=', workspaceId)
    .where('sign_ins.expires_at', '>', new Date())
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function endSignIn(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sign_ins').where('token_hash', '=', hashToken(token)).execute();
}

/**
 * Ends sign-ins of people whose vouched address is of none of these domains, or not known.
 * @param domains null: every domain may sign in.
 */
export async function endSignInsOutside(
  db: Database,
  domains: readonly string[] | null,
): Promise<void> {
  if (domains === null) return;
  await db
    .deleteFrom('sign_ins')
    .using('users')
    .whereRef('users.id', '=', 'sign_ins.user_id')
    .where(
      sql<boolean>`coalesce(lower(substring(users.verified_email from '[^@]*$')) <> ALL(${domains}::text[]), true)`,
    )
    .execute();
}

/** Ends every sign-in of a person, except the one of a token. */
export async function endSignInsOf(
  db: Database,
  userId: UserId,
  { except }: { except: string | null },
): Promise<void> {
  let ending = db.deleteFrom('sign_ins').where('user_id', '=', userId);
  if (except !== null) ending = ending.where('token_hash', '<>', hashToken(except));
  await ending.execute();
}

/** Removes sign-ins that have run out. */
export async function deleteExpiredSignIns(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
}

/** Valid sign-ins in every workspace, the last used first; at most LIST_MAX. */
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

// Sign-ins of a database from before they had an end and an id: they go on, as long as they may.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SIGN_IN_MOST_DAYS } from '#contract/limits.ts';
import { findSignIn } from '#server/domain/accounts/sign-ins.db.ts';
import { hashToken } from '#server/security/secrets.ts';
import { olderDatabase } from '#testing/older-database.ts';
import { migrate } from './migrate.ts';

const DAY_MS = 24 * 3_600_000;
it('sign-ins from before keep their person signed in', async () => {
  const { db, drop } = await olderDatabase('0006');
  const id = '0199f7a0-3c1e-7b52-9a44-51f0c7d2e8ab';
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
  await sql`INSERT INTO users (id, issuer, subject, email, first_name, last_name)
    VALUES (${id}, 'i', 's', 'ada@example.com', 'A', 'L')`.execute(db);
  await sql`INSERT INTO workspaces (id, owner_id) VALUES (${id}, ${id})`.execute(db);
  await sql`INSERT INTO members (workspace_id, user_id, role) VALUES (${id}, ${id}, 'owner')`.execute(
    db,
  );
  for (const [token, begun, expires] of [
    ['young', -5, 25],
    ['older', -70, 28],
    ['oldest', -100, 20],
  ] as const) {
    await sql`INSERT INTO sign_ins (token_hash, user_id, workspace_id, created_at, expires_at)
      VALUES (${hashToken(token)}, ${id}, ${id}, ${at(begun)}, ${at(expires)})`.execute(db);
  }
  await migrate(db);
  const young = await findSignIn(db, 'young');
  expect(young).toMatchObject({ email: 'ada@example.com', hasOldCookie: true });
  expect(Math.round(((young?.authenticatedAt.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(-5);
  expect(await findSignIn(db, 'older')).not.toBeNull();
  const { rows } = await sql<{ days: number }>`SELECT
    extract(epoch FROM expires_at - created_at)::int / 86400 AS days
    FROM sign_ins WHERE token_hash = ${hashToken('older')}`.execute(db);
  expect(rows[0]?.days).toBe(SIGN_IN_MOST_DAYS);
  expect(await findSignIn(db, 'oldest')).toBeNull();
  await drop();
});

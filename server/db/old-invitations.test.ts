// Invitations of a database from before they had a token and an end: fourteen days from when they were sent.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { olderDatabase } from '#testing/older-database.ts';
import { migrate } from './migrate.ts';

it('invitations from before stay open for the rest of their time, and can be sent again', async () => {
  const { db, drop } = await olderDatabase('0006');
  const id = uuidv7();
  await sql`INSERT INTO users (id, issuer, subject, email, first_name, last_name)
    VALUES (${id}, 'i', 's', 'ada@example.com', 'A', 'L')`.execute(db);
  await sql`INSERT INTO workspaces (id, owner_id) VALUES (${id}, ${id})`.execute(db);
  for (const [email, daysAgo] of [
    ['young@example.com', 3],
    ['old@example.com', 20],
  ] as const) {
    await sql`INSERT INTO invitations (id, workspace_id, email, created_at)
      VALUES (${uuidv7()}, ${id}, ${email}, now() - ${`${daysAgo} days`}::interval)`.execute(db);
  }
  await migrate(db);
  const { rows } = await sql`SELECT email, state, token_hash, expires_at > now() AS valid,
      (extract(epoch FROM expires_at - created_at) / 86400)::int AS days
    FROM invitations ORDER BY created_at`.execute(db);
  expect(rows).toEqual([
    { email: 'old@example.com', state: 'open', token_hash: null, valid: false, days: 14 },
    { email: 'young@example.com', state: 'open', token_hash: null, valid: true, days: 14 },
  ]);
  await drop();
});

// Rows from before migration 0007: sign-ins and invitations get an end, sessions that wait give their slots back.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SIGN_IN_MOST_DAYS, SLOT_QUIET_MS } from '#contract/limits.ts';
import { findSignIn } from '#server/accounts/sign-ins.db.ts';
import { hashToken } from '#server/platform/security/secrets.ts';
import { giveBackQuietSlots } from '#server/sessions/slots.rules.ts';
import type { TestDatabase } from '#testing/database.ts';
import { olderDatabase } from '#testing/older-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let db: Database;
/** Of a person and their workspace. */
let id: string;

beforeEach(async () => {
  database = await olderDatabase('0006');
  db = database.db;
  id = uuidv7();
  await sql`INSERT INTO users (id, issuer, subject, email, first_name, last_name)
    VALUES (${id}, 'i', 's', 'ada@example.com', 'A', 'L')`.execute(db);
  await sql`INSERT INTO workspaces (id, owner_id) VALUES (${id}, ${id})`.execute(db);
});
afterEach(() => database.drop());

it('invitations stay open for 14 days from when they were sent, and can be sent again', async () => {
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
});

it('slots of sessions that recorded nothing go back, those of recordings stay', async () => {
  const [test, waiting, recording] = [uuidv7(), uuidv7(), uuidv7()];
  await sql`INSERT INTO tests (id, workspace_id, unique_id, name, task, figma_url, company, submissions)
    VALUES (${test}, ${id}, 'u', 'n', 't', 'https://example.org/x', 'c', 2)`.execute(db);
  for (const [at, session] of [waiting, recording].entries()) {
    await sql`INSERT INTO sessions (id, test_id, participant_name, timestamp_ms, name_key, state)
      VALUES (${session}, ${test}, 'Ada', ${at}, 'ada', 'started')`.execute(db);
    await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes)
      VALUES (${session}, ${uuidv7()}, 'receiving', ${at})`.execute(db);
  }
  await sql`INSERT INTO events (session_id, seq, at_ms, type, data)
    VALUES (${recording}, 0, 1, 'NEW_STATE', '{"a":"ä"}')`.execute(db);
  await migrate(db);
  const bytes = await db
    .selectFrom('sessions')
    .select('events_bytes')
    .where('id', '=', recording)
    .executeTakeFirstOrThrow();
  expect(bytes.events_bytes).toBe(Buffer.byteLength('{"a":"ä"}'));
  expect(await giveBackQuietSlots(db)).toBe(0);
  await db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - SLOT_QUIET_MS - 1000) })
    .execute();
  expect(await giveBackQuietSlots(db)).toBe(1);
  const { submissions } = await db
    .selectFrom('tests')
    .select('submissions')
    .executeTakeFirstOrThrow();
  expect(submissions).toBe(1);
});

it('sign-ins keep their person signed in, at most 90 days from their start', async () => {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
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
});

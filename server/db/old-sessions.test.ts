// Sessions of a database from before places needed a sign of life: those that wait leave theirs, recordings stay.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { SLOT_QUIET_MS } from '#contract/limits.ts';
import { giveBackQuietSlots } from '#server/domain/sessions/slots.ts';
import { olderDatabase } from '#testing/older-database.ts';
import { migrate } from './migrate.ts';

it('of the places from before, those of sessions that recorded nothing go back', async () => {
  const { db, drop } = await olderDatabase('0006');
  const [user, test, waiting, recording] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  await sql`INSERT INTO users (id, issuer, subject, email, first_name, last_name)
    VALUES (${user}, 'i', 's', 'ada@example.com', 'A', 'L')`.execute(db);
  await sql`INSERT INTO workspaces (id, owner_id) VALUES (${user}, ${user})`.execute(db);
  await sql`INSERT INTO tests (id, workspace_id, unique_id, name, task, figma_url, company, submissions)
    VALUES (${test}, ${user}, 'u', 'n', 't', 'https://example.org/x', 'c', 2)`.execute(db);
  for (const [at, id] of [waiting, recording].entries()) {
    await sql`INSERT INTO sessions (id, test_id, participant_name, timestamp_ms, name_key, state)
      VALUES (${id}, ${test}, 'Ada', ${at}, 'ada', 'started')`.execute(db);
    await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes)
      VALUES (${id}, ${uuidv7()}, 'receiving', ${at})`.execute(db);
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
  await drop();
});

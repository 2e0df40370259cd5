// Thousands of streams: how many one person and one server have, and what a burst of changes costs them.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignInId, TestId, UserId, WorkspaceId } from '#contract/ids.ts';
import { LIVE_STREAMS_MAX, LIVE_STREAMS_PER_PERSON } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { CHANNEL, type Listening } from './updates.ts';

const PEOPLE = LIVE_STREAMS_MAX / LIVE_STREAMS_PER_PERSON;

let app: TestApp;
let workspaceId: WorkspaceId;
/** One of each person. */
let signIns: Listening[];
const open: Readable[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  workspaceId = (await owner.get('/api/workspaces')).body[0]._id;
  const { rows } = await sql<{ id: SignInId; userId: UserId }>`
    WITH people AS (INSERT INTO users (id, issuer, subject, email, first_name, last_name)
      SELECT gen_random_uuid(), 'seeded', at::text, 'person-' || at || '@example.com', 'P', '' FROM generate_series(0, ${PEOPLE}) AS at
      RETURNING id), joined AS (INSERT INTO members (workspace_id, user_id, role)
      SELECT ${workspaceId}, id, 'member' FROM people)
    INSERT INTO sign_ins (token_hash, id, user_id, workspace_id, device, authenticated_at, last_used_at, expires_at, ends_at)
    SELECT sha256(id::text::bytea), gen_random_uuid(), id, ${workspaceId}, '', now(), now(),
      now() + interval '1 day', now() + interval '1 day' FROM people
    RETURNING id, user_id AS "userId"`.execute(app.parts.db);
  signIns = rows.map((row) => ({ ...row, apiKeyId: null, workspaceId }));
});
afterEach(async () => {
  const closing = open.splice(0).filter(({ closed }) => !closed);
  const closed = closing.map((stream) => once(stream.destroy(), 'close'));
  await Promise.all(closed);
});
afterAll(() => app.close());

/** @returns the code of the refusal, or null. */
function tryOpen(who: Listening | undefined): string | null {
  try {
    if (who) open.push(app.parts.updates.open(who));
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const readKinds = (stream: Readable) => String(stream.read() ?? '').match(/"test\.\w+"/g) ?? [];

describe('ten thousand streams are asked for', () => {
  it('by one person: so many are open, the rest is refused', () => {
    const refusals = Array.from({ length: 10_000 }, () => tryOpen(signIns[0]));
    expect(refusals.filter((code) => code === null)).toHaveLength(LIVE_STREAMS_PER_PERSON);
    expect(new Set(refusals)).toEqual(new Set([null, 'too_many_requests']));
  });

  it('by many: so many are open in all, and one that closes makes room', async () => {
    const listeners = signIns.flatMap((who) => Array<Listening>(40).fill(who));
    const refusals = listeners.map(tryOpen);
    expect(refusals.filter((code) => code === null)).toHaveLength(LIVE_STREAMS_MAX);
    expect(tryOpen(signIns.at(-1))).toBe('unavailable');
    open.pop()?.destroy();
    await vi.waitFor(() => expect(tryOpen(signIns.at(-1))).toBeNull());
  });
});

describe('three hundred streams of one workspace', () => {
  const tell = async (kind: string, testId: string) => {
    const notice = JSON.stringify({ workspaceId, kind, testId });
    await sql`SELECT pg_notify(${CHANNEL}, ${notice})`.execute(app.parts.db);
  };

  it('hear the same change once a round, however often it came', async () => {
    for (const who of signIns.slice(0, 15)) {
      for (let at = 0; at < LIVE_STREAMS_PER_PERSON; at += 1) expect(tryOpen(who)).toBeNull();
    }
    const testId = uuidv7() as TestId;
    // All of them wait while the first round, of the streams that opened, is under way.
    await app.parts.db.transaction().execute(async (db) => {
      for (let at = 0; at < 50; at += 1) {
        const notice = JSON.stringify({ workspaceId, kind: 'test.changed', testId, at });
        await sql`SELECT pg_notify(${CHANNEL}, ${notice})`.execute(db);
      }
    });
    await tell('test.deleted', testId);
    const received = open.map(() => [] as string[]);
    await vi.waitFor(() => {
      for (const [at, stream] of open.entries()) received[at]?.push(...readKinds(stream));
      expect(received.every((kinds) => kinds.at(-1) === '"test.deleted"')).toBe(true);
    });
    // On a busy machine the fifty notices arrive in two packets, and the second makes another round.
    const rounds = [
      '"test.changed","test.deleted"',
      '"test.changed","test.changed","test.deleted"',
    ];
    for (const kinds of received) expect(rounds).toContain(String(kinds));
  });

  it('end when too much changed to say it: their pages read all', async () => {
    for (const who of signIns.slice(0, 15)) tryOpen(who);
    const ended = open.map(async (stream) => String((await stream.toArray()).join('')));
    await sql`SELECT pg_notify(${CHANNEL}, json_build_object('workspaceId', ${workspaceId}::text,
      'kind', 'test.changed', 'testId', gen_random_uuid())::text) FROM generate_series(1, 3000)`.execute(
      app.parts.db,
    );
    for (const text of await Promise.all(ended)) expect(text).not.toContain('event: ended');
  });
});

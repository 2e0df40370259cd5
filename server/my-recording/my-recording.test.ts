// A participant's private link: what it shows, what it withdraws, and that nothing of the session stays anywhere.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MyRecording } from '#contract/my-recording.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test } from '#contract/tests.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Answer, successBody, type TestClient } from '#testing/client.ts';
import { countWaiting } from '#testing/count-waiting.ts';
import { press } from '#testing/messages.ts';
import {
  bearer,
  formWithHeatmap,
  recordSession,
  sendForm,
  sendPictures,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await newTest();
});
afterAll(() => app.close());

async function newTest(): Promise<Test> {
  const input = { name: 'Shop', task: 'Buy a plant', figmaUrl: 'https://example.org/x' };
  return successBody(await owner.post('/api/tests', input));
}

const ownHeaders = ({ privateToken }: StartedSession) => bearer({ token: privateToken });
const look = (session: StartedSession) => app.anyone.get('/api/my-recording', ownHeaders(session));
const withdraw = (session: StartedSession): Promise<Answer> =>
  app.anyone.send('/api/my-recording', { method: 'DELETE', headers: ownHeaders(session) });
const overviewOf = async ({ _id }: Test): Promise<TestOverview> =>
  successBody(await owner.get(`/api/tests/${_id}/overview`));

async function removeAll(): Promise<void> {
  await jobHandlers(app.parts)['deleted.remove']({});
  const { rows } = await sql<{
    data: { prefixes: string[] };
  }>`SELECT data FROM pgboss.job WHERE name = 'objects.delete'`.execute(app.parts.db);
  for (const { data } of rows) await jobHandlers(app.parts)['objects.delete'](data);
}

async function answer(session: StartedSession, answers: object): Promise<void> {
  successBody(
    await app.anyone.send(`/api/sessions/${session._id}/answers`, {
      method: 'PUT',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify(answers),
    }),
  );
}

/** Everything that a session can have. */
async function recordEverything(of: Test = test): Promise<StartedSession> {
  const session = await startSession(app.anyone, of, { name: 'Grace' });
  successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
  await sendPictures(app.anyone, session);
  const form = formWithHeatmap(session);
  form.append('events', JSON.stringify([press(500, '1:2')]));
  successBody(await sendForm(app.anyone, of, { form, session }));
  await answer(session, { didIt: true, ease: 6, helped: 'A search' });
  return session;
}

describe('the private link', () => {
  it('shows what is kept, with a video that plays by ranges', async () => {
    const session = await recordEverything();
    const recording: MyRecording = successBody(await look(session));
    expect(recording).toMatchObject({
      testName: 'Shop',
      company: 'Acme',
      task: 'Buy a plant',
      participantName: 'Grace',
      answers: { didIt: true, ease: 6, helped: 'A search' },
      deletedAfter: null,
    });
    expect(recording.endedAt).not.toBeNull();
    const part = await app.anyone.fetch(recording.videoUrl ?? '', {
      headers: { range: 'bytes=0-3' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).toString('hex')).toBe('1a45dfa3');
  });

  it.each([
    { didIt: false, ease: null, helped: null },
    { didIt: null, ease: 2, helped: null },
    { didIt: null, ease: null, helped: 'A search' },
  ])('shows one answer of three: %j', async (answers) => {
    const session = await recordEverything();
    await answer(session, answers);
    expect(successBody<MyRecording>(await look(session)).answers).toEqual(answers);
  });

  it('says when it will be deleted, and that no question was answered', async () => {
    await app.parts.db.updateTable('workspaces').set({ retention_days: 30 }).execute();
    const session = await startSession(app.anyone, test);
    expect(successBody<MyRecording>(await look(session))).toMatchObject({
      videoUrl: null,
      endedAt: null,
      deletedAfter: null,
    });
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    successBody(await sendForm(app.anyone, test, { form: streamedForm(session), session }));
    const { answers, endedAt, deletedAfter } = successBody<MyRecording>(await look(session));
    await app.parts.db.updateTable('workspaces').set({ retention_days: null }).execute();
    const days = (Date.parse(deletedAfter ?? '') - Date.parse(endedAt ?? '')) / 86_400_000;
    expect([answers, days]).toEqual([null, 30]);
  });

  it('names the first task, also of a test that begins with a question', async () => {
    const task = { kind: 'task', task: 'Buy a plant', figmaUrl: 'https://example.org/x' };
    const question = { kind: 'question', question: 'How often?', form: { type: 'number' } };
    const form = { name: 'Shop', task: task.task, figmaUrl: task.figmaUrl };
    const steps = [question, task, { ...task, task: 'Return it' }];
    const study = successBody<Test>(await owner.post('/api/tests', { ...form, steps }));
    const session = await startSession(app.anyone, study);
    expect(successBody<MyRecording>(await look(session)).task).toBe('Buy a plant');
  });

  it('opens no other call, and no other token opens it', async () => {
    const session = await startSession(app.anyone, test);
    const slot = { method: 'POST', headers: ownHeaders(session) };
    expect((await app.anyone.send(`/api/sessions/${session._id}/slot`, slot)).status).toBe(401);
    expect((await app.anyone.get('/api/my-recording', bearer(session))).status).toBe(401);
    const guessed = bearer({ token: 'A'.repeat(22) });
    expect((await app.anyone.get('/api/my-recording', guessed)).status).toBe(404);
    const { privateToken } = session;
    const { rows } = await sql`SELECT 1 FROM all_sessions
      WHERE all_sessions::text LIKE ${`%${privateToken}%`}`.execute(app.parts.db);
    expect(rows).toEqual([]);
  });
});

describe('withdrawing', () => {
  it('leaves a number, and gives the place to another', async () => {
    const own = await newTest();
    successBody(await owner.put(`/api/tests/${own._id}/settings`, { number_of_submission: 1 }));
    const session = await recordSession(app.anyone, own, { name: 'Grace' });
    expect((await overviewOf(own)).closed).toBe(true);
    const logged = vi.spyOn(app.parts.securityLog, 'write');
    successBody(await withdraw(session));
    expect(logged.mock.calls).toEqual([
      [{ event: 'recording.withdrawn', testId: own._id, sessionId: session._id }],
    ]);
    logged.mockRestore();
    expect(await overviewOf(own)).toMatchObject({
      withdrawn: 1,
      count_of_recordings: 0,
      closed: false,
    });
    expect((await owner.get(`/api/tests/${own._id}/recordings?limit=9`)).body.items).toEqual([]);
  });

  it('counts nothing where nothing was recorded', async () => {
    const own = await newTest();
    const session = await startSession(app.anyone, own);
    successBody(await withdraw(session));
    expect((await overviewOf(own)).withdrawn).toBe(0);
    const { submissions } = await app.parts.db
      .selectFrom('tests')
      .select('submissions')
      .where('id', '=', own._id)
      .executeTakeFirstOrThrow();
    expect(submissions).toBe(0);
  });

  it('ends what is on its way: pieces, messages, the end call', async () => {
    const session = await startSession(app.anyone, test);
    const half = sentVideo.subarray(0, 20_000);
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: half }));
    const discarded = vi.spyOn(app.parts.intake, 'discard');
    const queued = vi.spyOn(app.parts.jobs, 'send');
    successBody(await withdraw(session));
    expect(discarded).toHaveBeenCalledWith(videoKey(session._id));
    expect(queued.mock.calls.map(([kind]) => kind)).toContain('deleted.remove');
    const rest = sentVideo.subarray(20_000);
    const { status } = await sendPiece(app.anyone, session, { offset: 20_000, bytes: rest });
    expect(status).toBe(404);
    const form = formWithHeatmap(session);
    expect((await sendForm(app.anyone, test, { form, session })).status).toBe(404);
    await removeAll();
    expect(await keysOf(session)).toEqual([]);
  });

  it('is said to one of two who say it at once', async () => {
    const session = await startSession(app.anyone, test);
    const both = await app.parts.db.transaction().execute(async (db) => {
      await sql`SELECT 1 FROM all_sessions WHERE id = ${session._id} FOR UPDATE`.execute(db);
      const sent = [withdraw(session), withdraw(session)];
      await expect.poll(() => countWaiting(app.parts.db)).toBe(2);
      return sent;
    });
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
  });

  it('is said once: again, after a deletion, and after the test is gone', async () => {
    const [twice, deleted] = [await startSession(app.anyone, test), await recordEverything()];
    successBody(await withdraw(twice));
    expect((await withdraw(twice)).status).toBe(404);
    const name = encodeURIComponent(deleted.userTimestamp);
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${name}`));
    const before = (await overviewOf(test)).withdrawn;
    expect([(await withdraw(deleted)).status, (await look(deleted)).status]).toEqual([404, 404]);
    expect((await overviewOf(test)).withdrawn).toBe(before);
    const other = await newTest();
    const session = await recordEverything(other);
    const { videoUrl }: MyRecording = successBody(await look(session));
    successBody(await owner.delete(`/api/tests/${other._id}/x/y`));
    expect((await withdraw(session)).status).toBe(404);
    expect((await app.anyone.fetch(videoUrl ?? '')).status).toBe(404);
  });

  it('while jobs read it: they end, and nothing of it comes back', async () => {
    const session = await recordEverything();
    const jobs = jobHandlers(app.parts);
    await app.parts.db
      .updateTable('readings')
      .set({ version: 0 })
      .where('session_id', '=', session._id)
      .execute();
    const [, , gone] = await Promise.all([
      jobs['readings.renew']({}),
      jobs['messages.pack']({}),
      withdraw(session),
      jobs['deleted.remove']({}),
    ]);
    expect(gone.status).toBe(200);
    await removeAll();
    expect(await tablesNaming(session._id)).toEqual([]);
  });

  it('leaves its id in no table, and no object [14.2.4]', async () => {
    const session = await recordEverything();
    await addWords(session);
    const had = await tablesNaming(session._id);
    expect(had).toEqual(expect.arrayContaining(filled));
    expect((await keysOf(session)).length).toBeGreaterThan(3);
    successBody(await withdraw(session));
    await removeAll();
    expect([await tablesNaming(session._id), await keysOf(session)]).toEqual([[], []]);
    const { rows } = await sql`SELECT withdrawn FROM reel_items
      UNION ALL SELECT withdrawn FROM finding_evidence`.execute(app.parts.db);
    expect(rows).toEqual([{ withdrawn: true }, { withdrawn: true }]);
  });
});

/** Keys of stored objects that belong to a session. */
async function keysOf({ _id }: StartedSession): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.parts.storage.list('')) if (key.includes(_id)) keys.push(key);
  return keys;
}

/** Tables with a row that has an id in any of its columns, as a uuid or in a text. */
async function tablesNaming(id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`.execute(app.parts.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`SELECT 1 FROM ${sql.table(name)} AS one
      WHERE one::text LIKE ${`%${id}%`} LIMIT 1`.execute(app.parts.db);
    if (hits.length > 0) found.push(name);
  }
  // Rate counts of a session end within an hour and contain nothing personal.
  return found.filter((name) => name !== 'rate_counts');
}

/** Tables that reference a session and have rows here. The other references are checked below. */
const filled = [
  ...['all_sessions', 'recordings', 'session_messages', 'openings', 'answers', 'heatmaps'],
  ...['still_sheets', 'readings', 'task_runs', 'clicks', 'all_notes', 'all_clips', 'transcripts'],
];

/** A note, a clip in a reel and in a finding, a transcript, an opening of the link. */
async function addWords({ _id }: StartedSession): Promise<void> {
  const { db } = app.parts;
  const own = { test_id: test._id, session_id: _id };
  await sql`INSERT INTO openings (id, test_id, revision_id, session_id)
    SELECT gen_random_uuid(), test_id, revision_id, id FROM all_sessions WHERE id = ${_id}`.execute(
    db,
  );
  await sql`INSERT INTO notes (id, session_id, test_id, at_ms, text)
    VALUES (gen_random_uuid(), ${_id}, ${own.test_id}, 5, 'Lost')`.execute(db);
  await sql`INSERT INTO clips (id, session_id, test_id, from_ms, to_ms)
    VALUES (gen_random_uuid(), ${_id}, ${own.test_id}, 0, 2000)`.execute(db);
  await sql`INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id)
    SELECT ${_id}, id, workspace_id, 'ready', gen_random_uuid() FROM tests WHERE id = ${own.test_id}
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO reels (id, test_id, name) VALUES (gen_random_uuid(), ${own.test_id}, 'Reel')`.execute(
    db,
  );
  await sql`INSERT INTO findings (id, test_id, position, sentence)
    VALUES (gen_random_uuid(), ${own.test_id}, 1, 'Few find it')`.execute(db);
  await sql`INSERT INTO reel_items (id, reel_id, position, kind, clip_id)
    SELECT gen_random_uuid(), reels.id, 1, 'clip', clips.id FROM reels, clips
    WHERE clips.session_id = ${_id}`.execute(db);
  await sql`INSERT INTO finding_evidence (id, finding_id, position, kind, note_id)
    SELECT gen_random_uuid(), findings.id, 1, 'note', notes.id FROM findings, notes
    WHERE notes.session_id = ${_id}`.execute(db);
}

describe('every reference to a session', () => {
  interface Reference {
    name: string;
    then: string;
  }
  const referring = async (): Promise<Reference[]> => {
    const { rows } = await sql<Reference>`WITH RECURSIVE referring (id, name, gone) AS (
        SELECT 'all_sessions'::regclass::oid, NULL::name, NULL::"char"
        UNION SELECT conrelid, conname, confdeltype FROM pg_constraint JOIN referring ON confrelid = referring.id
        WHERE contype = 'f' AND coalesce(gone, 'c') = 'c')
      SELECT name, gone AS then FROM referring WHERE name IS NOT NULL ORDER BY 1`.execute(
      app.parts.db,
    );
    return rows;
  };

  it('goes with it, or is emptied', async () => {
    const references = await referring();
    expect(references.length).toBeGreaterThan(15);
    // c: cascade, n: set null.
    expect(references.filter(({ then }) => then !== 'c' && then !== 'n')).toEqual([]);
    // The remaining rows contain nothing of the session; a personal link has the name that the team invited.
    expect(references.filter(({ then }) => then === 'n').map(({ name }) => name)).toEqual([
      'finding_evidence_clip_id_fkey',
      'finding_evidence_note_id_fkey',
      'openings_session_id_fkey',
      'personal_links_session_id_fkey',
      'reel_items_clip_id_fkey',
    ]);
  });

  it('is one that the database knows: no column holds an id of a session beside them', async () => {
    const { rows } = await sql<{
      column: string;
    }>`SELECT attrelid::regclass || '.' || attname AS column
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname LIKE '%session_id'
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = attrelid AND attnum = ANY (conkey))`.execute(
      app.parts.db,
    );
    expect(rows).toEqual([]);
  });
});

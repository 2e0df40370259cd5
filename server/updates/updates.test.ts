// updates.stream: what it sends of each change, to whom, and when it ends; on the real app.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIVE_STREAMS_PER_PERSON } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { CHANNEL } from '#server/platform/updates/updates.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { sendForm, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { joinTeam } from '#testing/team.ts';
import { listen, type UpdateEvents } from '#testing/update-events.ts';

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string; company: string; name: string };
let open: UpdateEvents[] = [];

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = (await owner.post('/api/tests', form('Shop'))).body;
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});

function form(name: string) {
  return { name, task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
}

/** Polls with a long time limit, for machines that do other work too. */
function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 });
}

async function tryOne(client: TestClient): Promise<UpdateEvents> {
  const stream = await listen(client);
  open.push(stream);
  return stream;
}

/** A stream that has received everything that was committed before. */
async function hear(client: TestClient): Promise<UpdateEvents> {
  const stream = await tryOne(client);
  expect(stream.status).toBe(200);
  const [{ _id: workspaceId }] = (await client.get('/api/workspaces')).body.filter(
    ({ current }: { current: boolean }) => current,
  );
  const mark = JSON.stringify({ workspaceId, kind: 'workspace.changed' });
  await sql`SELECT pg_notify(${CHANNEL}, ${mark})`.execute(app.parts.db);
  await eventually(() => kindsOf(stream)).toContain('workspace.changed');
  for (const each of open) {
    each.changes.length = 0;
    each.names.length = 0;
  }
  return stream;
}

const start = (name = 'Ada') => startSession(app.anyone, test, { name });

async function sendStretch(session: StartedSession, from: number, to: number): Promise<void> {
  const bytes = sentVideo.subarray(from, to);
  const { status } = await sendPiece(app.anyone, session, { offset: from, bytes });
  expect(status).toBe(204);
}

async function finish(session: StartedSession): Promise<string> {
  const form = new FormData();
  form.append('upload', session.uploadId);
  const answer = await sendForm(app.anyone, test, { form, session });
  expect(answer.status).toBe(201);
  return answer.body.userTimestamp;
}

/** Kinds in the order they were sent, each once. */
const kindsOf = ({ changes }: UpdateEvents) => [...new Set(changes.map(({ kind }) => kind))];

describe('updates.stream', () => {
  it('is an event stream that no proxy keeps, packs or collects', async () => {
    const { headers } = await hear(owner);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('tells of a session from its start to its deletion', async () => {
    const stream = await hear(owner);
    const session = await start();
    const about = { testId: test._id, sessionId: session._id };
    await eventually(() => stream.changes).toContainEqual({ kind: 'session.started', ...about });
    await sendStretch(session, 0, 20_000);
    await eventually(() => stream.changes).toContainEqual({ kind: 'session.running', ...about });
    await sendStretch(session, 20_000, sentVideo.length);
    const userTimestamp = await finish(session);
    await eventually(() => stream.changes).toContainEqual({ kind: 'session.finished', ...about });
    await owner.delete(`/api/tests/${test._id}/recording/x/y/${encodeURIComponent(userTimestamp)}`);
    await eventually(() => stream.changes).toContainEqual({ kind: 'session.deleted', ...about });
    expect(kindsOf(stream).filter((kind) => kind.startsWith('session.'))).toEqual([
      'session.started',
      'session.running',
      'session.finished',
      'session.deleted',
    ]);
  });

  it('does not tell of each piece', async () => {
    const session = await start();
    await sendStretch(session, 0, 20_000);
    const stream = await hear(owner);
    for (let at = 20_000; at < 28_000; at += 2000) await sendStretch(session, at, at + 2000);
    await owner.put(`/api/tests/${test._id}`, form('Told'));
    await eventually(() => stream.changes.length).toBeGreaterThan(0);
    expect(kindsOf(stream)).toEqual(['test.changed']);
  });

  it('tells of the poster that comes behind a recording', async () => {
    const session = await start();
    await sendStretch(session, 0, sentVideo.length);
    await finish(session);
    const stream = await hear(owner);
    const { db } = app.parts;
    const poster = { poster_at_ms: 500 };
    await db.updateTable('recordings').set(poster).where('session_id', '=', session._id).execute();
    await eventually(() => kindsOf(stream)).toEqual(['session.finished']);
  });

  it('tells of a session that gives its place back', async () => {
    const session = await start();
    const stream = await hear(owner);
    await app.anyone.send(`/api/sessions/${session._id}/abandon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
    });
    await eventually(() => kindsOf(stream)).toEqual(['test.changed', 'session.deleted']);
  });

  it.each([
    ['created', 'test.created', () => owner.post('/api/tests', form('New'))],
    ['changed', 'test.changed', () => owner.put(`/api/tests/${test._id}`, form('Other'))],
    ['closed', 'test.changed', () => save({ isClose_test: true })],
    ['limited', 'test.changed', () => save({ number_of_submission: 3 })],
    ['deleted', 'test.deleted', () => owner.delete(`/api/tests/${test._id}/x/y`)],
  ] as const)('tells of a test that is %s', async (_what, kind, change) => {
    await start();
    const stream = await hear(owner);
    const { status } = await change();
    expect(status).toBeLessThan(300);
    await eventually(() => kindsOf(stream)).toEqual([kind]);
  });

  const save = (body: object) => owner.put(`/api/tests/${test._id}/settings`, body);

  it.each([
    ['the company name', () => owner.post('/api/set-company', { company: 'Acme Ltd' })],
    ['an invitation', () => invite('new@example.com')],
  ])('tells of %s', async (_what, change) => {
    const stream = await hear(owner);
    expect((await change()).status).toBe(200);
    await eventually(() => kindsOf(stream)).toContain('workspace.changed');
  });

  const invite = (teamMemberEmail: string) =>
    owner.post('/api/user-info/teamMembers', { teamMemberEmail });

  it('tells nothing of another workspace', async () => {
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    const [own, foreign] = [await hear(owner), await hear(stranger)];
    await finishOne();
    await eventually(() => kindsOf(own)).toContain('session.finished');
    await stranger.post('/api/tests', form('Theirs'));
    await eventually(() => kindsOf(foreign)).toEqual(['test.created']);
    expect(own.changes.every((change) => 'testId' in change && change.testId === test._id)).toBe(
      true,
    );
  });

  async function finishOne(): Promise<void> {
    const session = await start();
    await sendStretch(session, 0, sentVideo.length);
    await finish(session);
  }

  it('reaches pages of every server on the database', async () => {
    const second = await startTestApp({ beside: app });
    const elsewhere = owner.at(second.origin);
    const stream = await hear(elsewhere);
    await finishOne();
    await eventually(() => kindsOf(stream)).toContain('session.finished');
    const { body } = await elsewhere.get(`/api/tests/${test._id}`);
    expect(body.count_of_recordings).toBe(1);
    await second.close();
    await stream.ended;
    expect(stream.names).not.toContain('ended');
  });

  it('has no HEAD, which would leave a stream open', async () => {
    const client = await app.signIn('head@example.com', { company: 'Head' });
    expect((await client.fetch('/api/updates', { method: 'HEAD' })).status).toBe(404);
  });

  it('is for signed-in people, so many for each', async () => {
    expect((await app.anyone.get('/api/updates')).status).toBe(401);
    const busy = await app.signIn('busy@example.com', { company: 'Busy' });
    for (let at = 0; at < LIVE_STREAMS_PER_PERSON; at += 1) await tryOne(busy);
    const refused = await busy.get('/api/updates');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers.get('retry-after')).toBe('10');
    open.at(-1)?.close();
    await eventually(async () => (await tryOne(busy)).status).toBe(200);
  });
});

describe('the end of a stream', () => {
  let member: TestClient;
  let email: string;
  beforeEach(async () => {
    email = `member-${crypto.randomUUID()}@example.com`;
    member = await joinTeam(app, { owner, email });
  });

  it.each([
    [
      'the owner removes the member',
      false,
      () => owner.delete(`/api/user-info/leaveTeam/${email}`),
    ],
    ['the member leaves', false, () => member.delete(`/api/user-info/leaveTeam/${email}`)],
    ['the member signs out in another tab', true, () => member.post('/auth/logout')],
    ['the member switches to another workspace', true, () => switchHome()],
    ['another person signs in there', true, () => signInAnew()],
    ['the account is deleted', false, () => deleteUser()],
    ['the sign-in has expired', true, () => expire()],
  ])('comes at once when %s (still a member: %s)', async (_what, isMember, act) => {
    const [theirs, ours] = [await hear(member), await hear(owner)];
    await act();
    await theirs.ended;
    expect(theirs.names.at(-1)).toBe('ended');
    expect(theirs.last).toEqual({ isMember });
    await owner.put(`/api/tests/${test._id}`, form('Secret'));
    await eventually(() => kindsOf(ours)).toContain('test.changed');
    expect(kindsOf(theirs)).not.toContain('test.changed');
    expect(ours.names).not.toContain('ended');
  });

  async function switchHome() {
    const [home] = (await member.get('/api/workspaces')).body;
    expect((await member.post('/api/workspaces/current', { workspaceId: home._id })).status).toBe(
      200,
    );
  }

  async function signInAnew() {
    const next = await signInAtIssuer(member, { email: 'other@example.com', name: 'O' });
    expect(next).toBe('/dashboard');
  }

  async function deleteUser() {
    await app.parts.db.deleteFrom('users').where('email', '=', email).execute();
  }

  /** Nothing deletes the row: the next change finds it out. */
  async function expire() {
    const { db } = app.parts;
    await sql`UPDATE sign_ins SET expires_at = now() - interval '1 s'
      FROM users WHERE users.id = sign_ins.user_id AND users.email = ${email}`.execute(db);
    await owner.post('/api/tests', form('Later'));
  }

  it('comes before anything that is committed after the removal', async () => {
    const theirs = await hear(member);
    await Promise.all([
      owner.delete(`/api/user-info/leaveTeam/${email}`),
      ...Array.from({ length: 20 }, () => owner.post('/api/tests', form('Racing'))),
    ]);
    await owner.post('/api/tests', form('Secret'));
    await theirs.ended;
    const secret = (await owner.get('/api/tests?search=Secret&limit=1')).body.items[0]._id;
    expect(theirs.changes).not.toContainEqual({ kind: 'test.created', testId: secret });
    expect(theirs.names.at(-1)).toBe('ended');
  });

  it('comes when the server stops hearing changes, and it listens again', async () => {
    const stream = await hear(owner);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'tryout-updates %' AND datname = current_database()`.execute(
      app.parts.db,
    );
    await stream.ended;
    expect(stream.names).not.toContain('ended');
    await eventually(async () => (await tryOne(owner)).status).toBe(200);
    await owner.post('/api/tests', form('After'));
    await eventually(() => kindsOf(open.at(-1) as UpdateEvents)).toContain('test.created');
  });

  it('comes when the app stops, which waits for no page', async () => {
    const other = await startTestApp();
    const stream = await listen(await other.signIn('a@example.com', { company: 'A' }));
    await other.close();
    await stream.ended;
    expect(stream.names).not.toContain('ended');
  });
});

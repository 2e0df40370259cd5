// Pilots: members try their own test. A pilot is in no number and no limit, has a list of its own, and goes in one call.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingDetail, RecordingRow } from '#contract/recordings.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { openAsVisitor, shareResults } from '#testing/visitor.ts';
import { closeQuietSessions } from './sessions.service.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

const pilot = { name: 'Me', pilot: true, browserKey: 'a'.repeat(32) };

async function createTest(settings?: object): Promise<Test> {
  const input = { name: 'Shop', task: 'Find', figmaUrl: 'https://example.org/x' };
  const test = successBody<Test>(await owner.post('/api/tests', input));
  if (settings) successBody(await owner.put(`/api/tests/${test._id}/settings`, settings));
  return test;
}

/** Records a session to its end. */
async function record(test: Test, session: StartedSession): Promise<void> {
  await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
  const finished = await sendForm(app.anyone, test, { form: streamedForm(session), session });
  expect(finished.status).toBe(201);
}

const listed = async (test: Test, query = '') =>
  successBody<{ items: RecordingRow[]; total: number }>(
    await owner.get(`/api/tests/${test._id}/recordings?limit=10${query}`),
  );

const detailOf = (test: Test, session: StartedSession) =>
  owner.get(
    `/api/tests/${test.uniqueId}/${test._id}/x/y/${encodeURIComponent(session.userTimestamp)}`,
  );

describe('a pilot', () => {
  it('takes part in no list and no number, and does not end the limit', async () => {
    const test = await createTest({ number_of_submission: 1 });
    await record(test, await startSession(owner, test, pilot));
    expect(await listed(test)).toMatchObject({ items: [], total: 0 });
    const { funnel, people } = successBody<ResultSummary>(
      await owner.get(`/api/tests/${test._id}/results`),
    );
    expect(people).toBe(0);
    expect(funnel).toMatchObject({ opened: 0, started: 0, recorded: 0, finished: 0 });
    const overview = successBody<Test & { count_of_recordings: number; closed: boolean }>(
      await owner.get(`/api/tests/${test._id}`),
    );
    expect(overview).toMatchObject({ count_of_recordings: 0, closed: false });
    await record(test, await startSession(app.anyone, test));
    expect((await listed(test)).total).toBe(1);
  });

  it('begins on a closed, a full and a taken test', async () => {
    const test = await createTest({ number_of_submission: 1 });
    const key = pilot.browserKey;
    await record(test, await startSession(app.anyone, test, { name: 'Ada', browserKey: key }));
    await record(test, await startSession(owner, test, pilot));
    await owner.put(`/api/tests/${test._id}/settings`, { isClose_test: true });
    expect(successBody(await owner.get(`/api/link/${test.uniqueId}?pilot=true`))).toMatchObject({
      state: 'open',
    });
    await record(test, await startSession(owner, test, pilot));
    expect((await listed(test, '&pilots=true')).total).toBe(2);
  });

  it('is no reason to refuse the person later', async () => {
    const test = await createTest();
    await record(test, await startSession(owner, test, pilot));
    const later = { name: 'Ada', browserKey: pilot.browserKey };
    await record(test, await startSession(app.anyone, test, later));
  });

  it('has a page that says so, with its neighbours among pilots', async () => {
    const test = await createTest();
    const participant = await startSession(app.anyone, test);
    await record(test, participant);
    const [first, second] = [
      await startSession(owner, test, pilot),
      await startSession(owner, test, pilot),
    ];
    await record(test, first);
    await record(test, second);
    const page = successBody<RecordingDetail>(await detailOf(test, second));
    expect(page).toMatchObject({ isPilot: true, place: { position: 1, total: 2, newer: null } });
    expect(page.place.older?.userTimestamp).toBe(first.userTimestamp);
    const other = successBody<RecordingDetail>(await detailOf(test, participant));
    expect(other).toMatchObject({ isPilot: false, place: { position: 1, total: 1 } });
  });

  it('ends when it is quiet', async () => {
    const test = await createTest();
    const session = await startSession(owner, test, pilot);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    await app.parts.db
      .updateTable('recordings')
      .set({ last_piece_at: new Date(Date.now() - 3_600_000) })
      .where('session_id', '=', session._id)
      .execute();
    await closeQuietSessions(app.parts);
    const { items } = await listed(test, '&pilots=true');
    expect(items).toMatchObject([{ state: 'ready', endedEarly: true }]);
  });

  it('is deleted with the others in one call, and no participant’s recording is', async () => {
    const test = await createTest();
    await record(test, await startSession(app.anyone, test));
    for (let count = 0; count < 2; count += 1) {
      await record(test, await startSession(owner, test, pilot));
    }
    successBody(await owner.delete(`/api/tests/${test._id}/pilots`));
    expect((await listed(test, '&pilots=true')).total).toBe(0);
    expect((await listed(test)).total).toBe(1);
  });
});

const viewer = () => joinTeam(app, { owner, email: 'viewer@example.com', role: 'viewer' });

describe('a pilot is for members', () => {
  it.each([
    { who: 'anyone', signIn: async () => app.anyone, status: 401, code: 'not_signed_in' },
    { who: 'a viewer', signIn: viewer, status: 403, code: 'member_only' },
    {
      who: 'a member of another workspace',
      signIn: () => app.signIn('other@example.com', { company: 'Other' }),
      status: 404,
      code: 'not_found',
    },
  ])('and not for $who', async ({ signIn, status, code }) => {
    const test = await createTest();
    const client = await signIn();
    const start = await client.post(`/api/link/${test.uniqueId}/sessions`, pilot);
    expect(start).toMatchObject({ status, body: { code } });
    const link = await client.get(`/api/link/${test.uniqueId}?pilot=true`);
    expect(link).toMatchObject({ status, body: { code } });
  });

  it('and hidden from a link to the results', async () => {
    const test = await createTest();
    const session = await startSession(owner, test, pilot);
    await record(test, session);
    const { token } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    const list = `/tests/${test._id}/recordings`;
    expect((await visitor.get(list)).status).toBe(200);
    expect((await visitor.get(`${list}?pilots=true`)).status).toBe(404);
    const name = encodeURIComponent(session.userTimestamp);
    const page = await visitor.get(`/tests/${test.uniqueId}/${test._id}/x/y/${name}`);
    expect(page.status).toBe(404);
  });
});

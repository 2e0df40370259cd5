// Revisions of a test: what a change makes of sessions that have run, and of pages that are open.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { sendForm, sentVideo, startSession } from '#testing/participant.ts';

const form = { name: 'Shop', task: 'Buy a plant', figmaUrl: 'https://example.com/shop' };

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = successBody(await owner.post('/api/tests', form));
});

const change = (fields: object) => owner.put(`/api/tests/${test._id}`, { ...form, ...fields });
const readRevision = async () =>
  (await app.anyone.get(`/api/link/${test.uniqueId}`)).body.revisionId;
const start = async (body: object) =>
  successBody<{ session: StartedSession }>(
    await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada', ...body }),
  ).session;
const revisions = async () => (await owner.get(`/api/tests/${test._id}/revisions`)).body.revisions;

async function record(session: StartedSession) {
  const sent = new FormData();
  sent.append('video', new Blob([sentVideo], { type: 'video/webm' }), 'a.webm');
  await sendForm(app.anyone, test, { form: sent, session });
  const address = `/api/tests/${test.uniqueId}/${test._id}/x/y/${session.userTimestamp}`;
  return (await owner.get(address, { accept: 'application/json' })).body;
}

describe('a changed task or link', () => {
  it('is a new revision once a session has begun; the recording keeps what was asked', async () => {
    const session = await startSession(app.anyone, test, { name: 'Ada' });
    const link = 'https://example.com/other';
    const changed = (await change({ task: 'Sell a plant', figmaUrl: link })).body;
    expect(changed).toMatchObject({ task: 'Sell a plant', figmaUrl: link });
    expect(changed.revision).toMatchObject({ number: 2, hasSessions: false });
    const page = await record(session);
    expect(page.test).toMatchObject({ task: form.task, figmaUrl: form.figmaUrl, revision: 2 });
    expect(page.revision).toMatchObject({ number: 1, uncertain: false });
    const later = await record(await startSession(app.anyone, test, { name: 'Bob' }));
    expect(later.test).toMatchObject({ task: 'Sell a plant', figmaUrl: link });
    const { recordings_info } = (await owner.get(`/api/tests/${test._id}`)).body;
    const numbers = recordings_info.map((info: typeof later) => info.revision.number);
    expect(numbers).toEqual([2, 1]);
  });

  it('keeps the number before the first session; a change of the name alone does always', async () => {
    expect((await change({ task: 'Sell' })).body.revision).toMatchObject({ number: 1 });
    await startSession(app.anyone, test, { name: 'Ada' });
    const renamed = await change({ name: 'Other', task: 'Sell' });
    expect(renamed.body.revision).toMatchObject({ number: 1, hasSessions: true });
    expect(await revisions()).toMatchObject([{ number: 1, task: 'Sell', sessions: 1 }]);
  });

  it('replaces a newest revision without sessions, and is no correction of it', async () => {
    await startSession(app.anyone, test, { name: 'Ada' });
    await Promise.all([change({ task: 'One' }), change({ task: 'Two' })]);
    const corrected = await change({ task: 'Three', saveAs: 'correction' });
    expect(corrected.body.revision).toMatchObject({ number: 2, hasSessions: false });
    expect(await revisions()).toMatchObject([
      { number: 2, task: 'Three', corrections: [] },
      { number: 1, task: form.task },
    ]);
  });

  it('is refused when the form was filled from an older revision, and changes nothing', async () => {
    const basedOn = test.revision._id;
    await change({ task: 'Second', basedOn });
    const refused = await change({ name: 'Other', task: 'Third', basedOn });
    expect([refused.status, refused.body.code]).toEqual([409, 'test_changed']);
    expect((await owner.get(`/api/tests/${test._id}`)).body).toMatchObject({
      name: form.name,
      task: 'Second',
    });
    expect((await change({ name: 'Other', task: 'Second', basedOn })).status).toBe(200);
    expect((await change({ task: 'Third' })).status).toBe(200);
  });
});

describe('a page that was loaded before a change', () => {
  it('runs the revision that it shows, also one that was changed before any session', async () => {
    const first = await readRevision();
    await change({ task: 'Second' });
    const second = await readRevision();
    await startSession(app.anyone, test, { name: 'Bob' });
    await change({ task: 'Third' });
    const onSecond = await record(await start({ revisionId: second }));
    expect(onSecond.test.task).toBe('Second');
    const onFirst = await record(await start({ revisionId: first }));
    expect(onFirst.test).toMatchObject({ task: form.task, revision: 2 });
    expect(onFirst.revision).toMatchObject({ number: 3, uncertain: false });
    const lines = (await revisions()).map(
      ({ number, task, sessions }: { number: number; task: string; sessions: number }) =>
        `${number} ${task} ${sessions}`,
    );
    expect(lines).toEqual(['2 Third 0', '1 Second 2', `3 ${form.task} 1`]);
  });

  it('moves no number that was shown when it runs a replaced revision', async () => {
    const first = await readRevision();
    await change({ task: 'Buy 2' });
    const session = await record(await startSession(app.anyone, test, { name: 'Bob' }));
    await change({ task: 'Buy 3' });
    const late = await record(await start({ revisionId: first }));
    expect([session.revision.number, late.revision.number]).toEqual([1, 3]);
    const { recordings_info, ...now } = (await owner.get(`/api/tests/${test._id}`)).body;
    const numbers = recordings_info.map((info: typeof late) => info.revision.number);
    expect([numbers, now.task, now.revision.number]).toEqual([[3, 1], 'Buy 3', 2]);
    await startSession(app.anyone, test, { name: 'Cy' });
    expect((await change({ task: 'Buy 4' })).body.revision.number).toBe(4);
  });

  it('may send no revision, and none of another test', async () => {
    const other = successBody<Test>(await owner.post('/api/tests', form));
    await startSession(app.anyone, test, { name: 'Ada' });
    await change({ task: 'Second' });
    expect((await record(await start({}))).test.task).toBe('Second');
    const refused = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, {
      name: 'Ada',
      revisionId: other.revision._id,
    });
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { revisionId: 'This test has no such revision.' },
    ]);
  });

  it('may send its whole video at the end: what was newest when it began counts', async () => {
    await startSession(app.anyone, test, { name: 'Ada' });
    await app.parts.db
      .updateTable('revisions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('test_id', '=', test._id)
      .execute();
    await change({ task: 'Second' });
    const sent = new FormData();
    const name = `Old_${Date.now() - 60_000}.webm`;
    sent.append('video', new Blob([sentVideo], { type: 'video/webm' }), name);
    const { userTimestamp } = successBody<{ userTimestamp: string }>(
      await sendForm(app.anyone, test, { form: sent }),
    );
    const address = `/api/tests/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
    const { body } = await owner.get(address, { accept: 'application/json' });
    expect(body.test.task).toBe(form.task);
    expect(body.revision).toMatchObject({ number: 1, uncertain: true });
  });
});

describe('a correction', () => {
  it('changes the text that all sessions of the revision show, and is kept with its person', async () => {
    const recorded = await startSession(app.anyone, test, { name: 'Ada' });
    const { body } = await change({ task: 'Buy a plant.', saveAs: 'correction' });
    expect([body.task, body.revision.number]).toEqual(['Buy a plant.', 1]);
    expect((await record(recorded)).test.task).toBe('Buy a plant.');
    const [revision] = await revisions();
    const corrected = { before: form.task, after: 'Buy a plant.', by: 'Ada Lovelace' };
    expect(revision.corrections).toMatchObject([corrected]);
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    expect((await stranger.get(`/api/tests/${test._id}/revisions`)).status).toBe(404);
  });

  it('of a link is refused, and changes nothing', async () => {
    await startSession(app.anyone, test, { name: 'Ada' });
    const link = { name: 'New', figmaUrl: 'https://example.com/b', saveAs: 'correction' };
    const refused = await change(link);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['figmaUrl']]);
    expect((await owner.get(`/api/tests/${test._id}`)).body).toMatchObject(form);
  });
});

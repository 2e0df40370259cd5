// The goal of a test: changeable at any time, never a new revision; whose screens it may have; where it goes over to.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession, sendForm, sentVideo, startSession } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let form: { name: string; task: string; figmaUrl: string };

const goal = { kind: 'screens', screens: ['1:6'], routes: [['1:2', '1:3', '1:6']] };
const judged = { kind: 'judged' };
const page = 'https://example.com/shop';

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  form = { name: 'Shop', task: 'Buy a plant', figmaUrl };
});
afterAll(() => app.close());
beforeEach(async () => {
  test = successBody(await owner.post('/api/tests', form));
});

const change = (fields: object) => owner.put(`/api/tests/${test._id}`, { ...form, ...fields });
const changed = async (fields: object) => successBody<Test>(await change(fields));
const otherFile = () => form.figmaUrl.replace(/proto\/\w+/, `proto/${'Z'.repeat(22)}`);
const otherStart = () => form.figmaUrl.replace(/node-id=[^&]+/, 'node-id=1-3');
const step = () =>
  app.parts.db
    .selectFrom('steps')
    .innerJoin('revisions', 'revisions.id', 'steps.revision_id')
    .select(['goal_version', 'goal_set_at', 'goal_set_after'])
    .where('test_id', '=', test._id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('a goal', () => {
  it('is none for a new test, which asks everything afterwards; or what was chosen', async () => {
    expect(test).toMatchObject({ goal: null, asks: ['did_it', 'ease', 'helped'] });
    expect(await step()).toEqual({ goal_version: 0, goal_set_at: null, goal_set_after: null });
    test = successBody(await owner.post('/api/tests', { ...form, goal, asks: ['ease', 'did_it'] }));
    expect(test).toMatchObject({ goal, asks: ['did_it', 'ease'] });
    expect(await step()).toMatchObject({ goal_version: 1, goal_set_after: 0 });
  });

  it('changes after sessions have run without a new revision, and says after how many', async () => {
    await recordSession(app.anyone, test, { name: 'Ada' });
    await startSession(app.anyone, test, { name: 'Bob' });
    const after = await changed({ goal, asks: [] });
    expect(after).toMatchObject({
      goal,
      asks: [],
      revision: { _id: test.revision._id, number: 1 },
    });
    expect(await step()).toMatchObject({ goal_version: 1, goal_set_after: 1 });
    await changed({ goal, asks: ['ease'] });
    await changed({ name: 'Other' });
    expect(await step()).toMatchObject({ goal_version: 1, goal_set_after: 1 });
    expect(await changed({ goal: null })).toMatchObject({ goal: null, asks: ['ease'] });
    expect(await step()).toEqual({ goal_version: 2, goal_set_at: null, goal_set_after: null });
  });

  it('is saved with a corrected text, and belongs to the new revision when one is made', async () => {
    await recordSession(app.anyone, test, { name: 'Ada' });
    const corrected = await changed({ task: 'Buy one', saveAs: 'correction', goal });
    expect(corrected).toMatchObject({ task: 'Buy one', goal, revision: { number: 1 } });
    const revised = await changed({ task: 'Sell one', goal: judged });
    expect(revised).toMatchObject({ goal: judged, revision: { number: 2 } });
    expect(await step()).toMatchObject({ goal_version: 1, goal_set_after: 0 });
  });

  it('goes over to a revision of the same file with its time, and is dropped for another file', async () => {
    await recordSession(app.anyone, test, { name: 'Ada' });
    await changed({ goal });
    const { goal_set_at } = await step();
    const sameFile = await changed({ task: 'Sell one', figmaUrl: otherStart() });
    expect(sameFile).toMatchObject({ goal, revision: { number: 2 } });
    expect(await step()).toEqual({ goal_version: 1, goal_set_at, goal_set_after: 0 });
    expect((await changed({ figmaUrl: otherFile() })).goal).toBeNull();
    expect((await changed({ figmaUrl: otherFile(), goal: judged })).goal).toEqual(judged);
    expect((await changed({ figmaUrl: page })).goal).toEqual(judged);
  });

  it('of screens is refused where none are reported; to decide while watching never is', async () => {
    for (const figmaUrl of [page, 'https://example.com/x']) {
      const refused = await change({ figmaUrl, goal });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['goal']]);
      const response = await owner.post('/api/tests', { ...form, figmaUrl, goal });
      expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['goal']]);
    }
    expect((await owner.get(`/api/tests/${test._id}`)).body).toMatchObject(form);
    expect((await changed({ figmaUrl: page, goal: judged })).goal).toEqual(judged);
  });

  it.each([
    ['no screen', { ...goal, screens: [] }],
    ['a route that ends elsewhere', { ...goal, routes: [['1:6', '1:2']] }],
    ['an empty route', { ...goal, routes: [[]] }],
    ['what is no node', { ...goal, screens: ['home'] }],
    ['another kind', { kind: 'luck' }],
  ])('with %s is refused', async (_what, bad) => {
    expect((await change({ goal: bad })).status).toBe(400);
    expect((await owner.get(`/api/tests/${test._id}`)).body.goal).toBeNull();
  });
});

describe('outcomes', () => {
  const visit = (presentedNodeId: string, seq: number) => ({
    seq,
    atMs: 1000 * (seq + 1),
    type: 'PRESENTED_NODE_CHANGED',
    data: { presentedNodeId, isStoredInHistory: true },
  });
  const press = (seq: number) => ({
    seq,
    atMs: 500,
    type: 'MOUSE_PRESS_OR_RELEASE',
    data: { presentedNodeId: '1:2', targetNodeId: '1:2', targetNodeMousePosition: { x: 1, y: 1 } },
  });
  const record = async (...path: string[]) => {
    const sent = new FormData();
    const name = `P${path.length}_${Date.now()}.webm`;
    sent.append('video', new Blob([sentVideo], { type: 'video/webm' }), name);
    const events = [...path.map(visit), press(path.length)];
    sent.append('events', JSON.stringify(events));
    successBody(await sendForm(app.anyone, test, { form: sent }));
  };
  const outcomes = async () => {
    const rows = await app.parts.db
      .selectFrom('task_runs')
      .innerJoin('sessions', 'sessions.id', 'task_runs.session_id')
      .select(['outcome'])
      .where('test_id', '=', test._id)
      .orderBy('number')
      .execute();
    return rows.map(({ outcome }) => outcome);
  };

  it('follow a changed goal at once, of all sessions of its revision', async () => {
    await record('1:2', '1:3', '1:6');
    await record('1:2', '1:4', '1:3', '1:6');
    await record('1:2', '1:4');
    expect(await outcomes()).toEqual(['stopped', 'stopped', 'stopped']);
    await changed({ goal });
    expect(await outcomes()).toEqual(['direct', 'indirect', 'stopped']);
    await changed({ goal: { kind: 'screens', screens: ['1:4'], routes: [] } });
    expect(await outcomes()).toEqual(['stopped', 'direct', 'direct']);
    await changed({ goal: judged });
    expect(await outcomes()).toEqual(['to_judge', 'to_judge', 'to_judge']);
    await changed({ task: 'Another', goal });
    expect(await outcomes()).toEqual(['to_judge', 'to_judge', 'to_judge']);
  });
});

describe('two people', () => {
  it('who change the goal of one revision at once both get through; the later one’s counts', async () => {
    const basedOn = test.revision._id;
    const other = { kind: 'screens', screens: ['1:4'], routes: [] };
    const both = await Promise.all([change({ goal, basedOn }), change({ goal: other, basedOn })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await step()).toMatchObject({ goal_version: 2 });
    const last = await changed({ goal: judged, basedOn });
    expect([last.goal, (await step()).goal_version]).toEqual([judged, 3]);
  });

  it('of whom one makes a new revision: the other’s goal is refused, and changes nothing', async () => {
    const basedOn = test.revision._id;
    await changed({ task: 'Sell one', basedOn });
    const refused = await change({ name: 'X', task: 'Sell one', goal, basedOn });
    expect([refused.status, refused.body.code]).toEqual([409, 'test_changed']);
    const now = (await owner.get(`/api/tests/${test._id}`)).body;
    expect(now).toMatchObject({ name: 'Shop', goal: null });
  });
});

// Outcomes by hand and exclusions on the real app: who decided when, two people at once, and what stays of it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { JudgedRun } from '#contract/outcomes.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, press, recordMessages } from '#testing/messages.ts';
import { sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let test: Test;
let session: SessionId;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: 'member@example.com' });
  test = await createTest(app, owner);
});
afterAll(() => app.close());
beforeEach(async () => {
  const messages = [press(1000, '1:2'), change(2000, '700:1')];
  ({ sessionId: session } = await recordMessages(app, test, messages));
});

const get = async (id = session) =>
  successBody<JudgedRun>(await owner.get(`/api/recordings/${id}/outcome`));
const override = (body: object, by = owner) =>
  by.put(`/api/recordings/${session}/outcome`, { basedOn: null, ...body });
const exclude = (body: object, by = owner) =>
  by.put(`/api/recordings/${session}/exclusion`, { basedOn: null, ...body });

const settled = async () => {
  const run = app.parts.db
    .selectFrom('task_runs')
    .select('outcome')
    .where('session_id', '=', session);
  return (await run.executeTakeFirst())?.outcome;
};
const judgements = async () =>
  await app.parts.db
    .selectFrom('judgements')
    .select(['kind', 'outcome', 'reason'])
    .where('session_id', '=', session)
    .orderBy('judged_at')
    .execute();

describe('an outcome by hand', () => {
  it('counts, with its person and time beside the computed one', async () => {
    expect(await get()).toEqual({
      outcome: 'stopped',
      computed: 'stopped',
      override: null,
      exclusion: null,
      basedOn: { outcome: null, exclusion: null },
    });
    const judged = successBody<JudgedRun>(await override({ outcome: 'direct' }, member));
    expect(judged).toMatchObject({
      outcome: 'direct',
      computed: 'stopped',
      override: { outcome: 'direct', by: 'Ada Lovelace' },
    });
    expect(await get()).toEqual(judged);
    expect(await settled()).toBe('direct');
  });

  it('is taken back by null; what was decided stays as its history', async () => {
    const { basedOn } = successBody<JudgedRun>(await override({ outcome: 'direct' }));
    const back = { outcome: null, basedOn: basedOn.outcome };
    const judged = successBody<JudgedRun>(await override(back, member));
    expect(judged).toMatchObject({ outcome: 'stopped', override: null });
    expect(judged.basedOn.outcome).not.toBe(basedOn.outcome);
    expect(await judgements()).toEqual([
      { kind: 'outcome', outcome: 'direct', reason: null },
      { kind: 'outcome', outcome: null, reason: null },
    ]);
  });

  it('is decided by one of two people at once; the other has to look again', async () => {
    const answers = await Promise.all([
      override({ outcome: 'direct' }),
      override({ outcome: 'left' }, member),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'outcome_changed' });
    expect(await judgements()).toHaveLength(1);
    const { outcome } = await get();
    expect(answers.find(({ status }) => status === 200)?.body.outcome).toBe(outcome);
  });

  it.each([
    ['on nothing where there is something', () => null],
    ['on what never was', () => randomUUID()],
  ])('is refused when it is based %s', async (_what, basedOn) => {
    successBody(await override({ outcome: 'direct' }));
    const answer = await override({ outcome: 'left', basedOn: basedOn() });
    expect([answer.status, answer.body.code]).toEqual([409, 'outcome_changed']);
  });

  it('that is the same again is no decision', async () => {
    successBody(await override({ outcome: null }));
    const { basedOn } = successBody<JudgedRun>(await override({ outcome: 'direct' }));
    successBody(await override({ outcome: 'direct', basedOn: basedOn.outcome }, member));
    expect(await judgements()).toHaveLength(1);
  });

  it('is none of excluded, running and to judge', async () => {
    for (const outcome of ['excluded', 'running', 'to_judge', 'won']) {
      expect((await override({ outcome })).body.code).toBe('bad_input');
    }
  });
});

describe('an exclusion', () => {
  it('goes before an outcome, with its reason, until it is taken back', async () => {
    successBody(await override({ outcome: 'direct' }));
    const judged = successBody<JudgedRun>(await exclude({ reason: ' A colleague ' }, member));
    expect(judged).toMatchObject({
      outcome: 'excluded',
      computed: 'stopped',
      override: { outcome: 'direct' },
      exclusion: { reason: 'A colleague', by: 'Ada Lovelace' },
    });
    expect(await settled()).toBe('excluded');
    const back = await exclude({ reason: null, basedOn: judged.basedOn.exclusion });
    expect(successBody<JudgedRun>(back)).toMatchObject({ outcome: 'direct', exclusion: null });
    expect(await settled()).toBe('direct');
  });

  it('needs a reason that can be read', async () => {
    for (const reason of ['', ' \u200b', 'x'.repeat(401), 'a\0b']) {
      expect((await exclude({ reason })).body.code).toBe('bad_input');
    }
  });
});

it('of a session that runs counts once it has ended; an exclusion at once', async () => {
  const running = await startSession(app.anyone, test);
  await sendPiece(app.anyone, running, { offset: 0, bytes: sentVideo });
  session = running._id;
  expect(await get()).toMatchObject({ outcome: 'running', computed: null });
  const decided = successBody<JudgedRun>(await override({ outcome: 'gave_up' }));
  expect(decided).toMatchObject({ outcome: 'running', override: { outcome: 'gave_up' } });
  expect(successBody(await exclude({ reason: 'Test run' }))).toMatchObject({ outcome: 'excluded' });
});

it('of a person whose account is deleted stays without a name', async () => {
  successBody(await override({ outcome: 'direct' }, member));
  await app.parts.db
    .updateTable('judgements')
    .set({ judged_by: null })
    .where('session_id', '=', session)
    .execute();
  expect((await get()).override).toMatchObject({ outcome: 'direct', by: null });
});

it('is heard by open pages', async () => {
  const stream = await listen(owner);
  await expect.poll(() => stream.names, { timeout: 10_000 }).toContain('opened');
  successBody(await override({ outcome: 'direct' }));
  const notification = { kind: 'session.finished', testId: test._id, sessionId: session };
  await expect.poll(() => stream.changes, { timeout: 10_000 }).toContainEqual(notification);
  stream.close();
});

it('goes with its recording', async () => {
  successBody(await override({ outcome: 'direct' }));
  successBody(await exclude({ reason: 'A colleague' }));
  await app.parts.db.deleteFrom('sessions').where('id', '=', session).execute();
  expect(await judgements()).toEqual([]);
  expect((await owner.get(`/api/recordings/${session}/outcome`)).status).toBe(404);
});

// Sessions that no prototype would send: each has its stated outcome and sums, and every page of it answers.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { recordingPath } from '#contract/paths.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { change, type Message, missed, press, recordMessages } from '#testing/messages.ts';

const [HOME, MENU, CART] = ['1:2', '700:1', '700:2'];

let app: TestApp;
let owner: TestClient;
let test: Test;
let latest: { sessionId: SessionId; userTimestamp: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const goal = { kind: 'screens', screens: [CART], routes: [[HOME, MENU, CART]] };
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl, goal };
  test = successBody(await owner.post('/api/tests', form));
});

const numbered = (messages: Message[]) => messages.map((message, seq) => ({ ...message, seq }));

async function record(messages: Message[]) {
  latest = await recordMessages(app, test, messages);
  return await app.parts.db
    .selectFrom('task_runs')
    .selectAll()
    .where('session_id', '=', latest.sessionId)
    .executeTakeFirstOrThrow();
}

const screens = () =>
  app.parts.db
    .selectFrom('run_screens')
    .selectAll()
    .where('session_id', '=', latest.sessionId)
    .orderBy('screen')
    .execute();

/** Every call that speaks of the session, with its row of the list. */
async function answered() {
  const { uniqueId, _id: testId } = test;
  const names = { company: 'x', testName: 'y', userTimestamp: latest.userTimestamp };
  const calls = ['results', 'results/screens', 'results/paths', 'results/moments?of=people'].map(
    (path) => owner.get(`/api/tests/${testId}/${path}`),
  );
  const page = owner.get(`/api/tests/${recordingPath({ uniqueId, testId, ...names })}`);
  for (const { status, body } of await Promise.all([...calls, page])) {
    expect([status, body.code]).toEqual([200, undefined]);
  }
  const { items } = successBody<{ items: object[] }>(
    await owner.get(`/api/tests/${testId}/recordings`),
  );
  return items[0];
}

describe('a session', () => {
  it('without any message cannot be measured, and was on no screen', async () => {
    expect(await record([])).toMatchObject({ outcome: 'not_measurable', path: [], screens: [] });
    expect(await screens()).toEqual([]);
    expect(await answered()).toMatchObject({ outcome: 'not_measurable', timeToGoalMs: null });
  });

  it('whose messages come out of order is read by their numbers', async () => {
    const messages = numbered([press(900, HOME), change(1000, MENU), change(2000, CART)]);
    expect(await record(messages.toReversed())).toMatchObject({
      outcome: 'direct',
      route: '1.2.3',
      goal_at_ms: 2000,
      path_at_ms: [0, 1000, 2000],
    });
    expect(await answered()).toMatchObject({ timeToGoalMs: 2000 });
  });

  it('whose clock jumps back has no time below zero', async () => {
    const jumped = await record([change(9000, HOME), press(8000, HOME), change(10, CART)]);
    expect(jumped).toMatchObject({ outcome: 'indirect', began_at_ms: 9000, goal_at_ms: 10 });
    const [home, cart] = await screens();
    expect(home).toMatchObject({ first_at_ms: 9000, first_reacted_ms: 0, presented: 1 });
    expect(cart).toMatchObject({ first_at_ms: 10, is_last: true });
    expect(await answered()).toMatchObject({ timeToGoalMs: 0 });
  });

  it('whose clock jumps beyond all time is counted all the same', async () => {
    const jumped = await record([change(10, HOME), press(1e308, HOME), change(1e308, CART)]);
    expect(jumped).toMatchObject({ outcome: 'indirect', goal_at_ms: 1e308, clicks: 1 });
    expect(await answered()).toMatchObject({ outcome: 'indirect' });
  });

  it('that takes a route through an overlay goes straight; one past it does not', async () => {
    const overlay = [press(900, HOME), change(1000, MENU), press(1500, MENU), change(2000, CART)];
    expect(await record(overlay)).toMatchObject({ outcome: 'direct' });
    expect(await record([press(900, HOME), change(1000, CART)])).toMatchObject({
      outcome: 'indirect',
    });
  });

  it('that names screens which no design has shares one number for them', async () => {
    const odd = [
      change(10, 'a\0b'),
      missed(500, 'a\0b'),
      change(1000, '__proto__'),
      change(2000, CART),
    ];
    expect(await record(odd)).toMatchObject({ outcome: 'indirect', screens: [1, 1, 2] });
    expect(await screens()).toMatchObject([
      { screen: 1, presented: 2, back_at_ms: 1000, misclicks: 1 },
      { screen: 2, presented: 1, is_last: true },
    ]);
    await answered();
  });

  it('of the longest kind adds up to all of its clicks', async () => {
    const messages = Array.from({ length: 20_000 }, (_, at) =>
      (at % 3 ? missed : press)(at * 400, at % 2 ? HOME : `9:${at}`),
    );
    const run = await record(messages);
    expect(run).toMatchObject({ outcome: 'stopped', clicks: 20_000, misclicks: 13_333 });
    const { rows } = await sql`SELECT sum(clicks)::int AS clicks, sum(misclicks)::int AS misclicks,
        sum(presented)::int AS presented, count(*)::int AS screens, max(screen) AS highest
      FROM run_screens WHERE session_id = ${latest.sessionId}`.execute(app.parts.db);
    expect(rows).toEqual([
      { clicks: 20_000, misclicks: 13_333, presented: 20_000, screens: 2000, highest: 2000 },
    ]);
    expect(run.route.length).toBeLessThan(2000);
    await answered();
  }, 60_000);
});

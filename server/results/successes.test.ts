// The success of several tests at a glance, against their summaries and overviews.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { TestSuccess } from '#contract/result-successes.api.ts';
import type { ResultOverview, ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { begin, change, end, type Message, press, recordMessages } from '#testing/messages.ts';
import { openWorld, type World } from '#testing/reference-counts.ts';

const [HOME, LIST, PAID] = ['1:2', '700:1', '700:2'];

let world: World;
let shop: Test;
beforeAll(async () => {
  world = await openWorld();
  shop = await createTest([LIST, PAID, null]);
  const found = [begin(1000, 1), press(1500, HOME), change(2000, LIST), end(3000, 1)];
  const paid = [begin(4000, 2), press(4500, LIST), change(5000, PAID), end(6000, 2)];
  const stuck = [begin(4000, 2), press(4500, LIST), end(6000, 2, 'stuck')];
  for (let person = 1; person <= 5; person += 1) {
    await recordMessages(world.app, shop, [...found, ...(person <= 2 ? paid : stuck)]);
  }
});
afterAll(() => world.app.close());

/** @param goals the screen that ends each task, or null for a task without a goal */
async function createTest(goals: (string | null)[], withVariants = false): Promise<Test> {
  const figmaUrl = world.app.parts.samplePrototypeUrl ?? '';
  const steps = goals.map((screen, at) => ({
    kind: 'task',
    task: 'Find',
    ...(withVariants && { variant: at + 1 }),
    figmaUrl,
    goal: screen && { kind: 'screens', screens: [screen], routes: [] },
  }));
  return successBody<Test>(
    await world.owner.post('/api/tests', { name: 'Shop', task: 'Find', figmaUrl, steps }),
  );
}

const successesOf = async (...ids: string[]) =>
  successBody<TestSuccess[]>(await world.owner.get(`/api/results/successes?tests=${ids}`));
const overviewOf = async ({ _id }: Test) =>
  successBody<ResultOverview>(await world.owner.get(`/api/tests/${_id}/results/overview`)).tasks;

const reach = (screen: string): Message[] => [
  begin(1000, 1),
  press(1500, HOME),
  change(2000, screen),
  end(3000, 1),
];

describe('the success of a test', () => {
  it('is that of the summary', async () => {
    const { success } = await world.ask<ResultSummary>('', '');
    expect(success?.n).toBeGreaterThan(20);
    expect(await successesOf(world.testId)).toEqual([
      { testId: world.testId, step: 1, task: null, ...success },
    ]);
  });

  it('is that of the task with the lowest one in the overview, with its name', async () => {
    const [first, second, third] = await overviewOf(shop);
    expect([first?.success?.k, second?.success?.k, third?.success]).toEqual([5, 2, null]);
    expect(await successesOf(shop._id)).toEqual([
      { testId: shop._id, step: 2, task: 'Task 2', ...second?.success },
    ]);
  });

  it('is that of five people before that of fewer', async () => {
    const test = await createTest([LIST, PAID]);
    const stuck = [begin(4000, 2), press(4500, LIST), end(6000, 2, 'stuck')];
    await recordMessages(world.app, test, [...reach(LIST), ...stuck]);
    expect(await successesOf(test._id)).toMatchObject([{ task: 'Task 2', k: 0, n: 1 }]);
    for (let person = 2; person <= 5; person += 1) {
      await recordMessages(world.app, test, reach(LIST));
    }
    expect(await successesOf(test._id)).toMatchObject([{ task: 'Task 1', k: 5, n: 5, share: 1 }]);
  });

  it('has the variant of its task', async () => {
    const test = await createTest([LIST, PAID], true);
    await recordMessages(world.app, test, reach(LIST));
    expect(await successesOf(test._id)).toMatchObject([{ task: 'Task 1 A', k: 1, n: 1 }]);
  });
});

describe('a list of tests', () => {
  it('leaves out those without a goal, without people, deleted, or of others', async () => {
    const [aimless, empty, deleted] = [
      await createTest([null]),
      await createTest([LIST]),
      await createTest([LIST]),
    ];
    for (const test of [aimless, deleted]) await recordMessages(world.app, test, reach(LIST));
    successBody(await world.owner.send(`/api/tests/${deleted._id}/x/y`, { method: 'DELETE' }));
    const answer = await successesOf(aimless._id, empty._id, deleted._id, shop._id, world.testId);
    expect(answer.map(({ testId }) => testId).toSorted()).toEqual([world.testId, shop._id]);
    const stranger = await world.app.signIn('stranger@example.com', { company: 'Other' });
    expect((await stranger.get(`/api/results/successes?tests=${shop._id}`)).body).toEqual([]);
  });

  it('leaves out one that is too large, before anything is charged', async () => {
    const test = await createTest([LIST, PAID]);
    await recordMessages(world.app, test, reach(LIST));
    await sql`UPDATE tests SET recording_count = 10001 WHERE id = ${test._id}`.execute(
      world.app.parts.db,
    );
    const counting = vi.spyOn(world.app.parts.rates, 'count');
    expect(await successesOf(test._id)).toEqual([]);
    expect(counting.mock.calls.filter(([name]) => name === 'computing')).toEqual([]);
    counting.mockRestore();
  });

  it('is charged for each task once, and has what is stored when the rate is used up', async () => {
    const [one, other] = [await createTest([LIST, PAID, PAID]), await createTest([LIST])];
    for (const test of [one, other]) await recordMessages(world.app, test, reach(LIST));
    const counting = vi.spyOn(world.app.parts.rates, 'count');
    await successesOf(one._id, shop._id);
    await successesOf(one._id, shop._id);
    const computing = () => counting.mock.calls.filter(([name]) => name === 'computing');
    // 1 point for each of 3 tasks, and 1 for each 1,000 of its recordings.
    expect(computing().map(([, , { points }]) => points)).toEqual([4]);
    const refused = [await createTest([LIST]), await createTest([LIST])];
    for (const test of refused) await recordMessages(world.app, test, reach(LIST));
    counting.mockClear();
    counting.mockImplementation(async (name) => {
      if (name === 'computing') throw new AppError('too_many_requests');
    });
    const ids = [...refused, shop].map(({ _id }) => _id);
    expect(await successesOf(...ids)).toMatchObject([{ testId: shop._id }]);
    expect(computing()).toHaveLength(1);
    counting.mockRestore();
    expect(await successesOf(...ids)).toHaveLength(3);
  });
});

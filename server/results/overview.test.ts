// The overview of a test with three tasks, against numbers computed by hand, and screens by task.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import type { OpeningId, SessionId, TestId } from '#contract/ids.ts';
import type { Moments } from '#contract/moments.ts';
import type { ScreenResults } from '#contract/result-screens.ts';
import type { ResultChoices, ResultOverview, ResultSummary } from '#contract/results.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { isTask } from '#contract/steps.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { change, type Message, press, recordMessages } from '#testing/messages.ts';

const [HOME, LIST, PAID] = ['1:2', '700:1', '700:2'];
const S = 1000;

let app: TestApp;
let owner: TestClient;
let test: Test;
const sessions: SessionId[] = [];

/**
 * A task from its begin: the screen that is reached after so many seconds, and how it ends after twenty. The third one is
 * on a page that reports nothing.
 */
function task(step: number, reached: [screen: string, afterS: number] | null, how?: StepEnd) {
  const fromMs = step * 30 * S;
  const type = (kind: string) => `TRYOUT_STEP_${kind}`;
  const end: Message = { type: type('ENDED'), atMs: fromMs + 20 * S, data: { step, how } };
  return [
    { type: type('SHOWN'), atMs: fromMs, data: { step } },
    ...(step === 3 ? [] : [press(fromMs + 500, HOME)]),
    ...(reached ? [change(fromMs + reached[1] * S, reached[0])] : []),
    ...(how ? [end] : []),
  ];
}

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const goal = (screen: string) => ({ kind: 'screens', screens: [screen], routes: [] });
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl, goal: goal(LIST) },
    { kind: 'task', task: 'Pay', figmaUrl, goal: goal(PAID), asks: ['ease'] },
    { kind: 'task', task: 'Look', figmaUrl: 'https://example.com/' },
  ];
  test = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Find', figmaUrl, steps }),
  );
  const found = (afterS: number) => task(1, [LIST, afterS], 'done');
  const paid = (afterS: number) => [...task(2, [PAID, afterS], 'done'), ...task(3, null, 'done')];
  const people: Message[][] = [
    [...found(1), ...paid(2)],
    [...found(2), ...paid(4)],
    [...found(4), ...paid(8)],
    [...found(8), ...task(2, null, 'stuck')],
    // Leaves in the second task.
    [...found(16), ...task(2, null)],
    task(1, null, 'stuck'),
  ];
  for (const messages of people) {
    sessions.push((await recordMessages(app, test, messages)).sessionId);
  }
  const answers = [4, 5, 5, 6, 3, 7].map((ease, at) => ({
    session_id: sessions[at] as SessionId,
    step: 1,
    ease,
  }));
  await app.parts.db.insertInto('answers').values(answers).execute();
});
afterAll(() => app.close());

const overviewOf = async (query = '') =>
  successBody<ResultOverview>(await owner.get(`/api/tests/${test._id}/results/overview?${query}`))
    .tasks;

it('counts who opened the link, without any task of theirs', async () => {
  const opening = { test_id: test._id as TestId, revision_id: test.revision._id };
  const stopped = { ...opening, obstacle: 'camera_refused' } as const;
  const began = { started: true, session_id: sessions[0] as SessionId };
  await app.parts.db
    .insertInto('openings')
    .values([
      { ...stopped, id: newId<OpeningId>() },
      { ...stopped, id: newId<OpeningId>(), ...began },
    ])
    .execute();
  const { funnel } = successBody<ResultOverview>(
    await owner.get(`/api/tests/${test._id}/results/overview`),
  );
  const summary = successBody<ResultSummary>(await owner.get(`/api/tests/${test._id}/results`));
  expect(funnel).toEqual(summary.funnel);
  expect(funnel).toMatchObject({
    ...{ opened: 7, started: 6, recorded: 6 },
    obstacles: [{ obstacle: 'camera_refused', people: 1 }],
  });
});

const rounded = (value: number | null, digits = 3) =>
  value === null ? null : Number(value.toFixed(digits));

describe('the overview', () => {
  it('has a line for each task, with those who came as far', async () => {
    const tasks = await overviewOf();
    expect(tasks.map(({ step, task: text, arrivals }) => [step, text, arrivals])).toEqual([
      [1, 'Find', 6],
      [2, 'Pay', 5],
      [3, 'Look', 3],
    ]);
    expect(tasks.map(({ asks }) => asks)).toEqual([
      ['did_it', 'ease', 'helped'],
      ['ease'],
      ['did_it', 'ease', 'helped'],
    ]);
  });

  it('counts who left a task in its n, and who was not shown it in none', async () => {
    const shares = (await overviewOf()).map(
      ({ success }) =>
        success && [success.k, success.n, rounded(success.low), rounded(success.high)],
    );
    expect(shares).toEqual([[5, 6, 0.436, 0.97], [3, 5, 0.231, 0.882], null]);
  });

  it('has times from the moment in which each task was shown', async () => {
    const times = (await overviewOf()).map(
      ({ timeToGoal: time }) =>
        time && {
          n: time.n,
          values: time.values,
          middle: [time.value, time.low, time.high].map((ms) => rounded(ms, 0)),
        },
    );
    expect(times).toEqual([
      { n: 5, values: null, middle: [4000, 1026, 15_598] },
      { n: 3, values: [2000, 4000, 8000], middle: [4000, 715, 22_380] },
      null,
    ]);
  });

  it('has the ease of each task', async () => {
    const eases = (await overviewOf()).map(({ ease: { n, value, low, high } }) => [
      n,
      ...[value, low, high].map((each) => rounded(each, 2)),
    ]);
    expect(eases).toEqual([
      [6, 5, 3.52, 6.48],
      [0, null, null, null],
      [0, null, null, null],
    ]);
  });

  it('applies the filter to each task', async () => {
    const arrivals = async (query: string) =>
      (await overviewOf(query)).map((each) => each.arrivals);
    expect(await arrivals('answer=easy')).toEqual([2, 0, 0]);
    expect(await arrivals('outcome=gave_up')).toEqual([1, 1, 0]);
    expect((await overviewOf('outcome=gave_up')).map(({ success }) => success)).toEqual([
      null,
      null,
      null,
    ]);
    expect(await arrivals('revision=1')).toEqual([6, 5, 3]);
    expect(await arrivals('revision=all')).toEqual([6, 5, 3]);
    expect(await arrivals('revision=7')).toEqual([]);
  });

  it.each([
    ['those who came as far', 'of=people&outcome=direct,indirect,gave_up,left,stopped', [6, 5]],
    ['successes', 'of=people&outcome=direct,indirect', [5, 3]],
    ['times', 'of=goal', [5, 3]],
    ['answers about ease', 'of=answered&answer=hard,middling,easy', [6, 0]],
  ])('has numbers with as many people behind them: %s', async (_, query, totals) => {
    const path = `/api/tests/${test._id}/results/moments?${query}`;
    const totalOf = async (step: number) =>
      successBody<Moments>(await owner.get(`${path}&step=${step}`)).total;
    expect([await totalOf(1), await totalOf(2)]).toEqual(totals);
  });

  it('costs as much as its tasks', async () => {
    const counting = vi.spyOn(app.parts.rates, 'count');
    await overviewOf('from=2000-01-01');
    await overviewOf('from=2000-01-01');
    // 3 for each of 3 tasks, and 4 for each 1,000 of 6 recordings: 9.072. The second answer is stored.
    const computing = counting.mock.calls.filter(([name]) => name === 'computing');
    expect(computing.map(([, , { points }]) => points)).toEqual([10]);
    counting.mockRestore();
  });

  it('has the tasks of the newest revision, and those of an older one by its number', async () => {
    const [first, , third] = test.steps?.filter(isTask) ?? [];
    const steps = [third, { ...third, number: undefined, task: 'Rate' }, first];
    const form = { name: test.name, task: third?.task, figmaUrl: third?.figmaUrl, steps };
    successBody(await owner.put(`/api/tests/${test._id}`, form));
    const lines = async (query: string) =>
      (await overviewOf(query)).map(({ step, arrivals, revision }) => [step, arrivals, revision]);
    expect(await lines('')).toEqual([
      [3, 3, 1],
      [4, 0, 2],
      [1, 6, 1],
    ]);
    expect(await lines('revision=1')).toEqual([
      [1, 6, 1],
      [2, 5, 1],
      [3, 3, 1],
    ]);
    // The second task is no longer in the test, and has its results in the older revision.
    expect(await lines('revision=all')).toEqual([
      [3, 3, null],
      [4, 0, null],
      [1, 6, null],
      [2, 5, null],
    ]);
  });

  it('leaves out who is excluded', async () => {
    const path = `/api/recordings/${sessions[5]}/exclusion`;
    successBody(await owner.put(path, { reason: 'A colleague', basedOn: null }));
    const tasks = await overviewOf('revision=1');
    expect(tasks.map(({ arrivals }) => arrivals)).toEqual([5, 5, 3]);
    expect(tasks[0]?.success).toMatchObject({ k: 5, n: 5 });
  });
});

it('has the tasks of the variants that the filter names, and those of all variants', async () => {
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl },
    { kind: 'task', task: 'Pay', figmaUrl, variant: 1 },
    { kind: 'task', task: 'Pay', figmaUrl: 'https://example.com/', variant: 2 },
  ];
  const form = { name: 'Variants', task: 'Find', figmaUrl, steps };
  const { _id } = successBody<Test>(await owner.post('/api/tests', form));
  const tasks = async (query: string) =>
    successBody<ResultOverview>(
      await owner.get(`/api/tests/${_id}/results/overview${query}`),
    ).tasks.map(({ step }) => step);
  expect(await tasks('')).toEqual([1, 2, 3]);
  expect(await tasks('?variant=2')).toEqual([1, 3]);
  expect(await tasks('?variant=1,2')).toEqual([1, 2, 3]);
});

describe('screens', () => {
  it('are offered to filter by, also where no one saw them', async () => {
    const path = `/api/tests/${test._id}/results/choices?revision=1&step=1`;
    const { screens } = successBody<ResultChoices>(await owner.get(path));
    expect(screens.map(({ screenId }) => screenId)).toEqual([HOME, LIST, PAID]);
    expect(screens[2]).toMatchObject({ screenId: PAID, people: 0 });
  });

  it('are those of the task, with its own goal', async () => {
    const goals = async (step: number) => {
      const path = `/api/tests/${test._id}/results`;
      const query = `revision=1&step=${step}`;
      const { screens } = successBody<ScreenResults>(await owner.get(`${path}/screens?${query}`));
      const choices = successBody<ResultChoices>(await owner.get(`${path}/choices?${query}`));
      return [
        screens.flatMap(({ isGoal, screenId }) => (isGoal ? [screenId] : [])),
        choices.screens.length > 0,
      ];
    };
    expect(await goals(1)).toEqual([[LIST], true]);
    expect(await goals(2)).toEqual([[PAID], true]);
    expect(await goals(3)).toEqual([[], false]);
  });

  it('have the goal also where no one has seen it', async () => {
    const path = `/api/tests/${test._id}/results/screens?revision=1&step=1&device=None`;
    const { screens } = successBody<ScreenResults>(await owner.get(path));
    expect(screens).toMatchObject([
      {
        ...{ screenId: LIST, visitedBy: 0, clicks: 0, misclicks: 0, unplaced: 0 },
        ...{ missedBy: { k: 0, n: 0 }, cameBack: { k: 0, n: 0 }, endedHere: null },
        ...{ firstReactedMs: null, firstClickOnRoute: null },
      },
    ]);
  });
});

describe('a report', () => {
  it("has a number's task with it: its people, their whole, and its screen", async () => {
    const number = (kind: string, moments: string) => ({
      kind: 'number',
      number: { number: kind, filter: 'revision=1', moments, title: 'People', subtitle: '' },
    });
    const evidence = [number('people', 'of=people&step=2&outcome=direct,indirect')];
    const path = `/api/tests/${test._id}`;
    const found = { sentence: 'They pay', evidence };
    const finding = successBody<Finding>(await owner.post(`${path}/findings`, found));
    const [first] = finding.evidence;
    expect(first).toMatchObject({ number: { value: { is: 'share', k: 3, n: 5 } } });
  });
});

// A/B of two prototypes: made by hand in the form with a goal in both, taken by sixty people without a browser and by four
// in real ones. Presses lie where they were made, and all differences equal a truth of their own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResultComparison } from '#contract/comparison.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { begin, change, end } from '#testing/messages.ts';
import { bearer } from '#testing/participant.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { meanDifference, share, shareDifference, timeRatio } from '#testing/trial/numbers.ts';
import { embedOn, press } from './prototype.ts';
import { openStage, type Stage } from './stage.ts';
import {
  browsers,
  button,
  expectNear,
  finishAll,
  type Hand,
  makeByHand,
  PEOPLE,
  placesOf,
  startAll,
  takeInBrowsers,
} from './trial-by-hand.ts';

const GOAL = '1:10';
const HOME = '1:2';
/** A place of the first screen to which nothing reacts. */
const NOWHERE = { x: 900, y: 300 };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A person of the script: the step is the variant that the server chose. */
interface Scripted {
  at: number;
  variant: number;
  isFound: boolean;
  /** From the moment in which the task was shown to the goal, in milliseconds. */
  afterMs: number;
  ease: number;
}

function personOf(at: number, { steps }: StartedSession): Scripted {
  const variant = steps?.[0] ?? Number.NaN;
  return variant === 1
    ? { at, variant, isFound: at % 3 > 0, afterMs: 16_000 + 411 * at, ease: 2 + (at % 4) }
    : { at, variant, isFound: at % 7 > 0, afterMs: 12_000 + 297 * at, ease: 3 + (at % 5) };
}

async function sendEase(session: StartedSession, { variant, isFound, ease }: Scripted) {
  const anyone = new TestClient(stage.origin);
  successBody(
    await anyone.send(`/api/sessions/${session._id}/answers`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...bearer(session) },
      body: JSON.stringify({ step: variant, didIt: isFound, ease, helped: null }),
    }),
  );
}

async function setGoal(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByRole('radio', { name: 'When the participant reaches a screen' }));
  await hand.press(page.getByRole('checkbox', { name: 'Order placed' }));
  await page.getByText('1 screen chosen').waitFor();
}

const makeTest = () =>
  makeByHand(stage, 'Two versions', async (hand) => {
    const { page } = hand;
    const { prototypeUrl } = stage.server;
    await hand.type(page.getByLabel('Task'), 'Buy a plant.');
    await hand.type(page.getByLabel('Link'), prototypeUrl);
    await setGoal(hand);
    await hand.press(button(page, 'Test two versions'));
    await page.getByRole('heading', { name: 'Task 1 B' }).first().waitFor();
    await hand.type(page.getByLabel('Link'), prototypeUrl.replaceAll('node-id=1-2', 'node-id=1-3'));
    await setGoal(hand);
  });

it('A/B of two prototypes', async () => {
  const test = await makeTest();
  expect(test.steps).toMatchObject([
    { variant: 1, goal: { kind: 'screens', screens: [GOAL] } },
    { variant: 2, goal: { kind: 'screens', screens: [GOAL] } },
  ]);
  const sessions = await startAll(stage, test);
  const people = sessions.map((session, at) => personOf(at, session));
  await finishAll(stage, { test, sessions }, (at) => {
    const { variant = 0, isFound = false, afterMs = 0 } = people[at] ?? {};
    return [
      begin(500, variant),
      change(700, HOME),
      ...(isFound ? [change(500 + afterMs, GOAL)] : []),
      end(600 + afterMs, variant),
    ];
  });
  await Promise.all(
    sessions.map(async (session, at) => {
      const person = people[at];
      if (person) await sendEase(session, person);
    }),
  );
  const [a, b] = [1, 2].map((variant) => people.filter((one) => one.variant === variant));
  if (!(a && b)) throw new Error('two groups');
  expect([a.length, b.length]).toEqual([PEOPLE / 2, PEOPLE / 2]);
  const compare = new Comparison();
  const comparison = successBody<ResultComparison>(
    await stage.owner.get(`/api/tests/${test._id}/results/comparison?field=variant&a=1&b=2`),
  );
  const numberOf = (name: string) =>
    comparison.steps[0]?.numbers.find(({ measure }) => measure === name);
  const found = (group: Scripted[]) => group.filter(({ isFound }) => isFound);
  const [shareA, shareB] = [a, b].map((group) => share(found(group).length, group.length));
  if (!(shareA && shareB)) throw new Error('two shares');
  for (const [side, { k, n, share: value, low, high }] of [
    ['a', shareA],
    ['b', shareB],
  ] as const) {
    compare.close(`success ${side}`, numberOf('success')?.[side], { k, n, value, low, high });
  }
  compare.close('success', numberOf('success')?.difference, shareDifference(shareA, shareB));
  const times = (group: Scripted[]) => found(group).map(({ afterMs }) => afterMs);
  compare.close('time', numberOf('time_to_goal')?.difference, timeRatio(times(a), times(b)));
  const eases = (group: Scripted[]) => group.map(({ ease }) => ease);
  compare.close('ease', numberOf('ease')?.difference, meanDifference(eases(a), eases(b), 6));
  expect(compare.differences).toEqual([]);
  expect(compare.count).toBeGreaterThan(15);

  await takeInBrowsers(stage, test, async (page) => {
    const frame = await embedOn(page);
    await press(page, frame, { screenId: HOME, ...NOWHERE });
    await button(page, 'I’m done').click();
  });
  expectNear(await placesOf(stage, test), [NOWHERE.x, NOWHERE.y]);
  const after = successBody<ResultComparison>(
    await stage.owner.get(`/api/tests/${test._id}/results/comparison?field=variant&a=1&b=2`),
  );
  expect(Math.abs(after.a.people - after.b.people)).toBeLessThanOrEqual(1);
  expect(after.a.people + after.b.people).toBe(PEOPLE + browsers.length);
});

// First click, five seconds and preference: each made by hand in the form, taken by sixty people
// without a browser and by four in real ones. Presses lie where they were made, and all numbers equal a truth of their own.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { sendAnswer } from '#testing/answered-study.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { answered, begin, end, type Message } from '#testing/messages.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { middleTime, share } from '#testing/trial/numbers.ts';
import { openStage, type Stage } from './stage.ts';
import {
  browsers,
  button,
  expectNear,
  finishAll,
  makeByHand,
  PEOPLE,
  placesOf,
  startAll,
  takeInBrowsers,
} from './trial-by-hand.ts';

const SIZE = { width: 1600, height: 1200 };
/** In fractions of the picture, as it is drawn in the form. */
const BASKET = { from: [0.6, 0.1], to: [0.8, 0.3] } as const;
const IN_BASKET = [1101, 203] as const;
const BESIDE = [211, 907] as const;

let stage: Stage;
let anyone: TestClient;

beforeAll(async () => {
  stage = await openStage();
  anyone = new TestClient(stage.origin);
});
afterAll(() => stage?.close());

const pressed = (atMs: number, step: number, [x, y]: readonly [number, number]): Message => ({
  type: 'TRYOUT_PRESSED',
  atMs,
  data: { step, x, y },
});

const results = async <T>(test: Test, path = '') =>
  successBody<T>(await stage.owner.get(`/api/tests/${test._id}/results${path}`));

async function pressPicture(page: Page, [x, y]: readonly [number, number], hasTouch: boolean) {
  const image = page.getByRole('application').locator('img');
  // It may still grow while it loads.
  await image.evaluate((element: HTMLImageElement) => element.decode());
  const box = await image.boundingBox();
  if (!box) throw new Error('no picture');
  const position = { x: (x / SIZE.width) * box.width, y: (y / SIZE.height) * box.height };
  if (hasTouch) await image.tap({ position });
  else await image.click({ position });
}

it('first click', async () => {
  const test = await makeByHand(stage, 'First click', async (hand) => {
    const { page } = hand;
    await hand.type(page.getByLabel('Task'), 'Where is the basket?');
    await hand.chooseFiles('Use a picture instead', [SIZE]);
    await hand.draw(page.locator('svg', { hasText: 'Regions of the picture' }), BASKET);
    await hand.type(page.getByLabel('Name of region 1'), 'Basket');
    await hand.press(page.getByRole('checkbox', { name: 'Goal: Basket' }));
  });
  const finds = (at: number) => at % 3 > 0;
  const afterMs = (at: number) => 1000 + 137 * at;
  await finishAll(stage, { test, sessions: await startAll(stage, test) }, (at) => [
    begin(500, 1),
    pressed(500 + afterMs(at), 1, finds(at) ? IN_BASKET : BESIDE),
    end(600 + afterMs(at), 1),
  ]);
  const found = Array.from({ length: PEOPLE }, (_, at) => at).filter(finds);
  const compare = new Comparison();
  const summary = await results<ResultSummary>(test);
  compare.close('success', summary.success, share(found.length, PEOPLE));
  compare.close('direct', summary.direct, share(found.length, PEOPLE));
  compare.close('time', summary.timeToGoal?.average, middleTime(found.map(afterMs)));
  compare.same(
    'outcomes',
    Object.fromEntries(summary.outcomes.map((one) => [one.outcome, one.people])),
    {
      direct: found.length,
      stopped: PEOPLE - found.length,
    },
  );
  await takeInBrowsers(stage, test, (page, hasTouch) => pressPicture(page, IN_BASKET, hasTouch));
  expectNear(await placesOf(stage, test), IN_BASKET);
  const after = await results<ResultSummary>(test);
  const all = found.length + browsers.length;
  compare.close('success of all', after.success, share(all, PEOPLE + browsers.length));
  const heat = await results<ScreenHeat>(test, '/screens/1/heat');
  const basket = heat.hotSpots.find(({ layer }) => layer === 'Basket');
  compare.same('basket', basket, { people: all, clicks: all, reacts: true });
  compare.same('presses', heat.clicks, PEOPLE + browsers.length);
  expect(compare.differences).toEqual([]);
});

it('five seconds', async () => {
  const test = await makeByHand(stage, 'Five seconds', async (hand) => {
    const { page } = hand;
    await hand.type(page.getByLabel('Task'), 'Look at the shop.');
    await hand.chooseFiles('Use a picture instead', [SIZE]);
    await hand.press(page.getByText('Some seconds'));
    await hand.press(button(page, 'Add a question'));
    await hand.press(page.getByRole('menuitem', { name: 'Short text' }));
    await hand.type(page.getByLabel('Question', { exact: true }), 'What do you remember?');
  });
  const remembers = (at: number) => at % 4 < 3;
  const sessions = await startAll(stage, test);
  await Promise.all(
    sessions.map(async (session, at) => {
      if (remembers(at)) await sendAnswer(anyone, session, { step: 2, answer: `Plants ${at}` });
    }),
  );
  await finishAll(stage, { test, sessions }, (at) => [
    ...[begin(500, 1), end(5500, 1), begin(6000, 2)],
    ...(remembers(at) ? [answered(9000, 2)] : []),
    end(9100, 2),
  ]);
  const compare = new Comparison();
  const answer = await results<QuestionResult>(test, '/questions/2');
  compare.same('answers', answer, { visitors: PEOPLE, answered: (PEOPLE * 3) / 4 });
  await takeInBrowsers(stage, test, async (page) => {
    const image = page.getByRole('img', { name: 'Look at the shop.' });
    await image.waitFor();
    await image.waitFor({ state: 'hidden', timeout: 30_000 });
    await button(page, 'Skip').click();
    await page.getByRole('heading', { name: 'What do you remember?' }).waitFor();
    await page.getByRole('textbox').last().fill('A fern');
    await button(page, 'Continue').click();
  });
  const after = await results<QuestionResult>(test, '/questions/2');
  const sum = (PEOPLE * 3) / 4 + browsers.length;
  compare.same('all answers', after, { visitors: PEOPLE + browsers.length, answered: sum });
  expect(compare.differences).toEqual([]);
});

it('preference', async () => {
  const test = await makeByHand(stage, 'Preference', async (hand) => {
    const { page } = hand;
    await hand.type(page.getByLabel('Task'), 'Look at the shop.');
    await hand.chooseFiles('Use a picture instead', [SIZE]);
    await hand.press(button(page, 'Add a question'));
    await hand.press(page.getByRole('menuitem', { name: 'Single choice' }));
    await hand.type(page.getByLabel('Question', { exact: true }), 'Which is clearer?');
    await hand.chooseFiles('Compare 2 to 4 pictures', [SIZE, { width: 800, height: 600 }]);
    await page.locator('li img').nth(1).waitFor();
  });
  const [, question] = test.steps ?? [];
  const form =
    question?.kind === 'question' && question.form.type === 'single' ? question.form : null;
  const [first = '', second = ''] = form?.options.map(({ id }) => id) ?? [];
  const prefersFirst = (at: number) => at % 5 < 3;
  const sessions = await startAll(stage, test);
  await Promise.all(
    sessions.map(async (session, at) => {
      const chosen = [prefersFirst(at) ? first : second];
      await sendAnswer(anyone, session, { step: 2, answer: { chosen } });
    }),
  );
  await finishAll(stage, { test, sessions }, () => [
    ...[begin(500, 1), pressed(2000, 1, BESIDE), end(3000, 1)],
    ...[begin(3500, 2), answered(6000, 2), end(6100, 2)],
  ]);
  const compare = new Comparison();
  const compareOptions = async (what: string, [one, other]: readonly [number, number]) => {
    const { options } = await results<QuestionResult>(test, '/questions/2');
    for (const [word, people] of [
      [first, one],
      [second, other],
    ] as const) {
      const option = options?.find((each) => each.word === word);
      compare.close(`${what} ${word}`, option?.share, share(people, one + other));
    }
  };
  const firsts = (PEOPLE * 3) / 5;
  await compareOptions('scripted', [firsts, PEOPLE - firsts]);
  await takeInBrowsers(stage, test, async (page, hasTouch) => {
    await pressPicture(page, BESIDE, hasTouch);
    await button(page, 'Skip').click();
    await page.getByText('Which is clearer?').waitFor();
    await page.getByRole('radio', { name: /^B/ }).check();
    await button(page, 'Continue').click();
  });
  expectNear(await placesOf(stage, test), BESIDE);
  await compareOptions('all', [firsts, PEOPLE - firsts + browsers.length]);
  expect(compare.differences).toEqual([]);
});

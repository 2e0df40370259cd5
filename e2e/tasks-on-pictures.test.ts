// Tasks on pictures in a real browser: presses by mouse, finger and keys against a truth of their own, at several pixel ratios
// and zooms; five seconds, preference, and a question with a picture.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { drawPicture, rectangle, uploadPicture } from '#testing/pictures.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';
import { readTaskRuns } from './task-runs.ts';

let stage: Stage;
let wide: UploadedPicture;
let other: UploadedPicture;
let test: Test;

const SIZE = { width: 1600, height: 1200 };

beforeAll(async () => {
  stage = await openStage();
  wide = await uploadPicture(stage.owner, await drawPicture(SIZE.width, SIZE.height), 'Shop');
  other = await uploadPicture(stage.owner, await drawPicture(600, 400, '#fc9'), 'Other');
  const figmaUrl = `picture:${wide.id}`;
  const goal = { kind: 'regions', regions: [1] };
  const regions = [
    { number: 1, name: 'Basket', corners: rectangle({ x: 1000, y: 100, width: 200, height: 200 }) },
  ];
  const task = (mode: string, seconds: number | null = null) => ({
    kind: 'task',
    task: 'Where is the basket?',
    figmaUrl,
    picture: { mode, seconds, regions },
    goal: mode === 'seconds' ? null : goal,
    asks: [],
  });
  const option = (id: string, pictureId: string) => ({ id, text: id.toUpperCase(), pictureId });
  const steps = [
    task('first_click'),
    task('free'),
    task('seconds', 3),
    {
      kind: 'question',
      question: 'Which one is clearer?',
      pictureId: other.id,
      form: {
        type: 'single',
        options: [option('a', wide.id), option('b', other.id)],
        shuffled: true,
        other: false,
        none: false,
      },
    },
  ];
  const body = { name: 'Shop', task: task('free').task, figmaUrl, goal, asks: [], steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
  const devices = { microphone: 'off', camera: 'off', screen: 'off' };
  successBody(await stage.owner.patch(`/api/tests/${test._id}/participation`, { devices }));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const picture = (page: Page) => page.getByRole('application');

async function begin(page: Page, name: string): Promise<void> {
  await page.goto(test.link);
  await page.getByLabel('Name').fill(name);
  await button(page, 'Continue').click();
  await picture(page).locator('img').waitFor();
}

/** Places in pixels of the picture, as the page's own layout says. */
async function onPage(page: Page, [x, y]: readonly [number, number]) {
  const image = picture(page).locator('img');
  // It may still grow while it loads.
  await image.evaluate((element: HTMLImageElement) => element.decode());
  const box = await image.boundingBox();
  if (!box) throw new Error('no picture');
  return {
    x: box.x + (x / SIZE.width) * box.width,
    y: box.y + (y / SIZE.height) * box.height,
  };
}

async function pressesOf(name: string) {
  const rows = await stage.database.db
    .selectFrom('clicks')
    .innerJoin('sessions', 'sessions.id', 'clicks.session_id')
    .select(['step', 'x', 'y'])
    .where('participant_name', '=', name)
    .orderBy('clicks.seq')
    .execute();
  return rows.map(({ step, x, y }) => [step, x ?? Number.NaN, y ?? Number.NaN] as const);
}

function expectNear(found: readonly (readonly number[])[], truth: readonly (readonly number[])[]) {
  expect(found.length).toBe(truth.length);
  for (const [at, [step, x = 0, y = 0]] of found.entries()) {
    const [wantedStep, wantedX = 0, wantedY = 0] = truth[at] ?? [];
    expect(step).toBe(wantedStep);
    expect(Math.abs(x - wantedX)).toBeLessThanOrEqual(1);
    expect(Math.abs(y - wantedY)).toBeLessThanOrEqual(1);
  }
}

/** The rest after the free task: five seconds, and the preference. */
async function finish(page: Page): Promise<void> {
  await button(page, 'Done with this task').click();
  await button(page, 'Start this task').click();
  await page.getByText('Which one is clearer?').waitFor({ timeout: 20_000 });
}

const cases = [
  { name: 'Ada', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { name: 'Grace', viewport: { width: 1152, height: 720 }, deviceScaleFactor: 2.5 },
  { name: 'Alan', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
];

it.each(cases)('has presses within a pixel of the truth: $name', async ({ name, ...options }) => {
  await using page = await openPage(stage, null, options);
  await begin(page, name);
  const spots = [
    [1101, 203],
    [37, 11],
    [1411, 251],
  ] as const;
  const press = async (spot: readonly [number, number]) => {
    const { x, y } = await onPage(page, spot);
    if (options.hasTouch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
  };
  expect(await brokenRules(page)).toEqual([]);
  await press(spots[0]);
  await button(page, 'Start this task').click();
  await picture(page).locator('img').waitFor();
  for (const spot of spots) await press(spot);
  await finish(page);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('radio', { name: /^B/ }).check();
  await button(page, 'Continue').click();
  await page.getByText(/Safe to close/).waitFor({ timeout: 60_000 });
  const truth = [[1, ...spots[0]], ...spots.map((spot) => [2, ...spot])];
  await expect.poll(async () => (await pressesOf(name)).length, { timeout: 20_000 }).toBe(4);
  expectNear(await pressesOf(name), truth);
  expect(await readTaskRuns(stage, name)).toMatchObject([
    { step: 1, outcome: 'direct', clicks: 1, ended: 'done' },
    { step: 2, outcome: 'direct', clicks: 3, ended: 'done' },
    { step: 3, clicks: 0, ended: 'done' },
  ]);
});

it('takes presses by keys, and shows a picture larger', async () => {
  await using page = await openPage(stage, null);
  await begin(page, 'Ida');
  await picture(page).focus();
  // From the middle: 16 pixels of the page a step, 1 with Shift.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowLeft']) {
    await page.keyboard.press(key);
  }
  const { width, height } = (await picture(page).locator('img').boundingBox()) ?? SIZE;
  await page.keyboard.press('Enter');
  await button(page, 'Start this task').click();
  await button(page, 'I’m stuck').click();
  await button(page, 'Start this task').click();
  await page.getByText('Which one is clearer?').waitFor({ timeout: 20_000 });
  await button(page, 'Picture of A, larger').click();
  await page.getByRole('dialog', { name: 'Picture of A' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await page.getByRole('radio', { name: /^A/ }).check();
  await button(page, 'Continue').click();
  await page.getByText(/Safe to close/).waitFor({ timeout: 60_000 });
  const x = SIZE.width * (0.5 + 31 / width);
  const y = SIZE.height * (0.5 - 16 / height);
  await expect.poll(async () => (await pressesOf('Ida')).length, { timeout: 20_000 }).toBe(1);
  expectNear(await pressesOf('Ida'), [[1, x, y]]);
});

it('shows a picture of five seconds once, also after a reload', async () => {
  await using page = await openPage(stage, null);
  await begin(page, 'Joan');
  const spot = await onPage(page, [100, 100]);
  await page.mouse.click(spot.x, spot.y);
  await button(page, 'Start this task').click();
  await button(page, 'I’m stuck').click();
  await button(page, 'Start this task').click();
  await page.getByRole('img', { name: 'Where is the basket?' }).waitFor();
  // The messages are in the browser's storage before the page goes.
  await page.waitForTimeout(1500);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await button(page, 'Continue the test').click();
  await page.getByText('Which one is clearer?').waitFor({ timeout: 20_000 });
  expect(await page.getByRole('img', { name: 'Where is the basket?' }).count()).toBe(0);
});

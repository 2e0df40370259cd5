// The form of a test on pictures: upload, regions by mouse and keys, the goal, and pictures to compare. No design tool is needed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { drawPicture } from '#testing/pictures.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function choose(page: Page, name: string | RegExp, files: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  const payloads = files.map(async (file, at) => ({
    name: file,
    mimeType: 'image/png',
    buffer: await drawPicture(800, 600 + at, at === 0 ? '#9cf' : '#fc9'),
  }));
  await (await chooser).setFiles(await Promise.all(payloads));
}

async function savedTest(name: string): Promise<Test> {
  const tests = successBody<Test[]>(await stage.owner.get('/api/tests'));
  const test = tests.find((one) => one.name === name);
  return successBody<Test>(await stage.owner.get(`/api/tests/${test?._id}`));
}

it('makes a first click with regions by mouse and keys, and changes them later', async () => {
  await using page = await openPage(stage, stage.owner, {
    viewport: { width: 1440, height: 1600 },
  });
  await page.goto('/create-test');
  await page.getByLabel('Name').first().fill('First click');
  await page.getByLabel('Task').fill('Where is the basket?');
  await choose(page, 'Use a picture instead', ['front.png']);
  await page.getByText('One press ends the task.').waitFor();
  const drawing = page.locator('svg', { hasText: 'Regions of the picture' });
  const box = await drawing.boundingBox();
  if (!box) throw new Error('no drawing');
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(0.25, 0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.4, 0.4));
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.up();
  await page.getByLabel('Name of region 1').fill('Basket');
  await page.getByRole('checkbox', { name: 'Goal: Basket' }).check();
  await button(page, 'Add a region').click();
  await page.getByLabel('Name of region 2').fill('Menu');
  await page.getByRole('button', { name: /^Menu\. Arrow keys/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  // An outline by keys alone.
  await page.getByText('Outline', { exact: true }).click();
  await button(page, 'Add a region').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of region 3').fill('Logo');
  await button(page, /^Logo\. Arrow keys/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowRight');
  await button(page, /^Corner 3 of 6 of Logo/).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await button(page, /^Corner/).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await button(page, 'Create test').click();
  await page
    .getByRole('link', { name: /First click/ })
    .first()
    .waitFor();
  const test = await savedTest('First click');
  expect(test.steps).toMatchObject([
    {
      picture: {
        mode: 'first_click',
        seconds: null,
        regions: [{ name: 'Basket' }, { name: 'Menu' }, { name: 'Logo' }],
      },
      goal: { kind: 'regions', regions: [1] },
    },
  ]);
  const [step] = test.steps ?? [];
  const regions = step?.kind === 'task' ? (step.picture?.regions ?? []) : [];
  const [basket, menu, logo] = regions.map(({ corners }) => corners);
  // Six corners in the middle; the first one 8 up, one added after it 8 left, the old second one gone, and all 8 down.
  expect(logo).toEqual([
    { x: 320, y: 240 },
    { x: 352, y: 237 },
    { x: 488, y: 248 },
    { x: 480, y: 368 },
    { x: 400, y: 383 },
    { x: 320, y: 368 },
  ]);
  for (const [corner, [x, y]] of [
    [basket?.[0], [200, 150]],
    [basket?.[2], [400, 300]],
    [menu?.[0], [292, 225]],
    [menu?.[2], [492, 383]],
  ] as const) {
    expect(Math.abs((corner?.x ?? 0) - x)).toBeLessThanOrEqual(2);
    expect(Math.abs((corner?.y ?? 0) - y)).toBeLessThanOrEqual(2);
  }

  await page.goto(`/edit-test/${test._id}`);
  await page.getByRole('checkbox', { name: 'Goal: Basket' }).waitFor();
  await page.getByText('Some seconds').click();
  await page.getByRole('spinbutton', { name: 'Seconds' }).fill('3');
  await button(page, 'Update').click();
  await expect
    .poll(async () => (await savedTest('First click')).steps, { timeout: 20_000 })
    .toMatchObject([{ picture: { mode: 'seconds', seconds: 3 }, goal: null }]);
});

it('compares pictures in a question that shows one itself, in a narrow dark window', async () => {
  await using page = await openPage(stage, stage.owner, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.goto('/create-test');
  await page.getByLabel('Name').first().fill('Preference');
  await page.getByLabel('Task').fill('Look at both.');
  await choose(page, 'Use a picture instead', ['front.png']);
  await button(page, 'Add a question').click();
  await page.getByRole('menuitem', { name: /Single choice|One of several/ }).click();
  await page.getByLabel('Question', { exact: true }).fill('Which is clearer?');
  await choose(page, 'Compare 2 to 4 pictures', ['a.png', 'b.png']);
  await page.getByRole('textbox', { name: 'Option 3' }).waitFor({ state: 'hidden' });
  await page.locator('li img').nth(1).waitFor();
  await choose(page, 'Add a picture', ['c.png']);
  await button(page, 'Remove the picture').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Create test').click();
  await page
    .getByRole('link', { name: /Preference/ })
    .first()
    .waitFor();
  const [, question] = (await savedTest('Preference')).steps ?? [];
  expect(question).toMatchObject({
    pictureId: expect.any(String),
    form: {
      shuffled: true,
      options: [
        { text: 'A', pictureId: expect.any(String) },
        { text: 'B', pictureId: expect.any(String) },
      ],
    },
  });
});

it('says what is wrong with a file', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto('/create-test');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Use a picture instead').click();
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByText('Choose a picture: PNG, JPEG or WebP.').waitFor();
});

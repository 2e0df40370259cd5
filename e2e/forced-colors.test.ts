// Forced colours: the system's own colours (a contrast theme) remove fills and shadows, but their information stays
// visible.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestIds } from '#testing/participant.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: TestIds;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  page = await openPage(stage, stage.owner, { forcedColors: 'active', reducedMotion: 'reduce' });
});
afterAll(() => stage?.close());

/** A property as it is painted. */
const painted = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

it('a switch shows whether it is on', async () => {
  await page.goto(`/api/tests/${test._id}?tab=settings`);
  const fill = (name: string) => painted(page.getByRole('switch', { name }), 'background-color');
  const [off, on] = [await fill('Close this test'), await fill('Allow repeat submissions')];
  expect(on).not.toBe(off);
});

it('the open tab differs from the others', async () => {
  const line = (name: string) => painted(page.getByRole('tab', { name }), 'border-bottom-color');
  const [open, other] = [await line('Settings'), await line('Summary')];
  expect(open).not.toBe(other);
});

it('a filled button has an edge', async () => {
  await page.goto('/dashboard');
  const create = page.getByRole('link', { name: 'Create test' });
  expect(await painted(create, 'border-top-style')).toBe('solid');
  expect(await painted(create, 'border-top-width')).toBe('1px');
});

it('the chosen entry of a menu differs from the others, and a dialog has an edge', async () => {
  await page.getByRole('button', { name: 'Actions for Plants' }).focus();
  await page.keyboard.press('Enter');
  const entry = (name: string) => painted(page.getByRole('menuitem', { name }), 'background-color');
  await page.getByRole('menuitem', { name: 'Delete' }).hover();
  const [chosen, other] = [await entry('Delete'), await entry('Edit')];
  expect(chosen).not.toBe(other);
  // Else the browser paints its own ground behind the words, in the words' colour.
  const adjusts = await painted(
    page.getByRole('menuitem', { name: 'Delete' }),
    'forced-color-adjust',
  );
  expect(adjusts).toBe('none');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  expect(await painted(page.getByRole('dialog'), 'outline-style')).toBe('solid');
});

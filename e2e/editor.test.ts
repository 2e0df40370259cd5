// The form of a test with several steps on a wide page: list, chosen step and preview beside each other, and the list of what
// will not work.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isTask } from '#contract/steps.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await page?.context().close();
  page = await openPage(stage, stage.owner, {
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
  });
});
afterAll(() => stage?.close());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.frameLocator('iframe[title^="Preview of"]');
const checks = () => page.getByRole('region', { name: 'Before you publish' });

async function startStudy(): Promise<void> {
  await page.goto('/create-test');
  await button('Use the sample prototype').click();
  await field('Name').fill('Plants');
  await field('Task').fill('Find a plant.');
  await button('Add a question').click();
  await page.getByRole('menuitem', { name: 'Single choice' }).click();
}

it('shows what participants will see while it is typed, and walks through it', async () => {
  await startStudy();
  await field('Question').pressSequentially('Which plant?');
  expect(await field('Question').evaluate((box) => box === document.activeElement)).toBe(true);
  await field('Option 1').fill('Monstera');
  await field('Option 2').fill('Pothos');
  await preview().getByRole('heading', { name: 'Which plant?' }).waitFor();
  await preview().getByRole('radio', { name: 'Monstera' }).check();
  // A press on the last step's button stays there and sends nothing.
  await preview().getByRole('button', { name: 'Continue' }).click();
  expect(new URL(page.url()).pathname).toBe('/create-test');
  expect(await preview().getByRole('radio', { name: 'Monstera' }).isChecked()).toBe(true);

  await page.getByRole('button', { name: /^Task 1 / }).click();
  await field('Task').fill('Find a plant for a friend.');
  await preview().locator('section').getByText('Find a plant for a friend.').waitFor();
  await preview().getByRole('button', { name: 'Start this task' }).click();
  const prototype = preview().frameLocator('iframe[title="The prototype"]');
  await prototype.locator('body').waitFor();
  await preview().getByRole('button', { name: 'I’m stuck' }).click();
  await preview().getByText('How easy was it?').waitFor();
  expect(await preview().getByText('Did you do what was asked?').count()).toBe(0);
  await preview().getByRole('button', { name: 'Skip' }).click();
  await preview().getByRole('heading', { name: 'Which plant?' }).waitFor();
  expect(
    await page.getByRole('button', { name: /^Question 1 / }).getAttribute('aria-current'),
  ).toBe('true');

  // The preview has the width of its device, whatever the page has.
  const widthOf = () =>
    preview()
      .locator('body')
      .evaluate(() => window.innerWidth);
  expect(await widthOf()).toBe(390);
  await page.getByText('Desktop', { exact: true }).click();
  expect(await widthOf()).toBe(1280);
  expect(await brokenRules(page)).toEqual([]);
});

it('lists what will not work, each with a press to its step, and publishes', async () => {
  await startStudy();
  await checks().getByText('Question 1: Write the question').waitFor();
  expect(await button('Create test').isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^Task 1 / }).click();
  await checks().getByRole('button', { name: 'Question 1: Write the question' }).click();
  await field('Question').fill('Which plant?');
  await field('Option 1').fill('Monstera');
  // A task without a goal can be published; its success would not be counted.
  await checks().getByText('Task 1: No goal, so success is not counted').waitFor();
  await button('Create test').click();
  await page.getByText('Test Created Successfully!').waitFor();

  const [test] = successBody<Test[]>(await stage.owner.get('/api/tests'));
  await page.goto(`/edit-test/${test?._id}`);
  await page.getByRole('button', { name: /^Task 1 / }).click();
  await field('Task').fill('Find another plant.');
  await button('Publish').click();
  await page.getByText('Test Updated Successfully!').waitFor();
  const overview = successBody<Test>(await stage.owner.get(`/api/tests/${test?._id}`));
  expect(overview.steps?.filter(isTask).map(({ task }) => task)).toEqual(['Find another plant.']);
});

it('moves the chosen step by keyboard and retains the focus', async () => {
  await startStudy();
  await field('Question').fill('Which plant?');
  await button('Move up: Question 1').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Question 1 is step 1 of 2 now.').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move up: Question 1',
  );
  const names = await page.getByRole('list', { name: 'Steps' }).locator('h2').allInnerTexts();
  expect(names.map((text) => text.split('\n')[0])).toEqual(['Question 1', 'Task 1']);
});

it('numbers questions as participants see them, without those of the screening', async () => {
  await startStudy();
  await field('Question').fill('First?');
  for (const question of ['Second?', 'Third?']) {
    await button('Add a question').click();
    await page.getByRole('menuitem', { name: 'Short text' }).click();
    await field('Question').fill(question);
  }
  const bar = (text: string) => preview().getByText(text, { exact: true });
  await bar('Question 3 of 3').waitFor();
  await page.getByRole('button', { name: /^Question 1 / }).click();
  await bar('Question 1 of 3').waitFor();
  await page.getByRole('switch', { name: 'Screening question' }).check();
  // It is asked before the recording, whose bar it lacks.
  await bar('Question 1 of 3').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Question 3 / }).click();
  await bar('Question 2 of 2').waitFor();
});

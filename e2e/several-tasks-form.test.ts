// A test of several tasks made by hand: tasks are added, folded, moved by drag and by keyboard, duplicated and deleted,
// each with its own link, goal and questions; a task with results is deleted only after a question.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isTask, type Step } from '#contract/steps.ts';
import type { Test } from '#contract/tests.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';
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
    // In one column; e2e/editor.test.ts has three.
    viewport: { width: 1100, height: 800 },
    reducedMotion: 'reduce',
  });
});
afterAll(() => stage?.close());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const listed = (text: string) =>
  page.getByRole('list', { name: /^(Tasks|Steps)$/ }).getByText(text);
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The button that folds and unfolds a task. */
const fold = (place: number) =>
  page.getByRole('button', { name: new RegExp(`^Task ${place}( |$)`) });
const items = () => page.getByRole('list', { name: 'Tasks' }).locator(':scope > li');
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function choose(place: number, action: string): Promise<void> {
  await button(`More actions: Task ${place}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function order(): Promise<string[]> {
  const rows = await items().locator('h2 [dir=auto]').allInnerTexts();
  return rows.map((text) => text.trim());
}

async function newestTest(): Promise<Test> {
  const [test] = successBody<Test[]>(await stage.owner.get('/api/tests'));
  if (!test) throw new Error('no test');
  return test;
}

const brief = (steps: readonly Step[] = []) =>
  steps
    .filter(isTask)
    .map(({ number, task, goal, asks }) => [number, task, goal?.kind ?? null, asks.length]);

it('is made of a first task and others, and its draft survives a reload', async () => {
  await page.goto('/create-test');
  await button('Use the sample prototype').click();
  await field('Name').fill('Plants');
  await field('Task').fill('Find a plant.');
  expect(await page.getByRole('list', { name: 'Tasks' }).count()).toBe(0);

  await button('Add a task').click();
  // The new task is open, on the same prototype, and has the focus.
  expect(await field('Task').evaluate((text) => text === document.activeElement)).toBe(true);
  expect(await field('Link').inputValue()).toBe(stage.server.prototypeUrl);
  expect(await button('Create test').isDisabled()).toBe(true);
  expect(await page.getByText('Task is required').isVisible()).toBe(false);
  await page.keyboard.type('Pay for it.');
  await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
  await page.getByRole('checkbox', { name: 'Order placed' }).check();
  await page.getByRole('switch', { name: 'Ease' }).uncheck();
  await button('Add a task').click();
  await fold(3).click();
  await listed('Write what participants are to do').waitFor();
  expect(await button('Create test').isDisabled()).toBe(true);
  await fold(3).click();
  await field('Task').fill('Look around.');
  await field('Link').fill('https://example.com/');
  expect(await brokenRules(page)).toEqual([]);
  await page.reload();
  await expect.poll(order).toEqual(['Find a plant.', 'Pay for it.', 'Look around.']);
  await page.getByText('Goal: 1 screen').waitFor();
  await button('Create test').click();
  await page.waitForURL('**/dashboard');
  expect(brief((await newestTest()).steps)).toEqual([
    [1, 'Find a plant.', null, 3],
    [2, 'Pay for it.', 'screens', 2],
    [3, 'Look around.', 'judged', 3],
  ]);
  await page.goto(`/tests/${(await newestTest())._id}`);
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
  await page.getByText('Reach Order placed').waitFor();
});

it('is arranged by drag, by keyboard and by menu; a deleted task comes back', async () => {
  const { _id: id } = await newestTest();
  await page.goto(`/edit-test/${id}`);
  await button('Move down: Task 1').focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['Pay for it.', 'Find a plant.', 'Look around.']);
  await page.getByText('Task 1 is step 2 of 3 now.').waitFor();
  // The focus goes with the task, so that it can be moved on.
  expect(await focused()).toBe('Move down: Task 2');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('Move down: Task 3');
  await expect.poll(order).toEqual(['Pay for it.', 'Look around.', 'Find a plant.']);

  const [handle, target] = [items().nth(2).locator('[draggable], button').first(), items().first()];
  await handle.dragTo(target, { targetPosition: { x: 200, y: 4 } });
  await expect.poll(order).toEqual(['Find a plant.', 'Pay for it.', 'Look around.']);

  await choose(2, 'Duplicate');
  await field('Task').fill('Pay twice.');
  await choose(2, 'Delete');
  await expect.poll(() => items().count()).toBe(3);
  await page.getByText('Task 2 deleted.').waitFor();
  await button('Undo').click();
  await expect.poll(() => items().count()).toBe(4);
  await choose(4, 'Delete');
  await fold(2).click();
  await expect.poll(order).toEqual(['Find a plant.', 'Pay for it.', 'Pay twice.']);
  await button('Publish').click();
  await page.waitForURL('**/dashboard');
  expect(brief((await newestTest()).steps)).toEqual([
    [1, 'Find a plant.', null, 3],
    [2, 'Pay for it.', 'screens', 2],
    [4, 'Pay twice.', 'screens', 2],
  ]);
});

it('asks before a task with results is deleted, and saves that as a revision', async () => {
  const test = await newestTest();
  await recordSession(new TestClient(stage.origin), test, { name: 'Ada' });
  await page.goto(`/edit-test/${test._id}`);
  await choose(2, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete task 2?' });
  await question.getByRole('button', { name: 'Keep the task' }).click();
  expect(await items().count()).toBe(3);
  await choose(2, 'Delete');
  await question.getByRole('button', { name: 'Delete task' }).click();
  await expect.poll(() => items().count()).toBe(2);
  await button('Publish').click();
  const saveAs = page.getByRole('dialog', { name: 'New revision or a typo?' });
  expect(await saveAs.getByRole('radio', { name: /Correct a typo/ }).isDisabled()).toBe(true);
  await saveAs.getByRole('button', { name: 'Save as a new revision' }).click();
  await page.waitForURL('**/dashboard');
  const saved = await newestTest();
  expect([saved.revision.number, brief(saved.steps).map(([number]) => number)]).toEqual([
    2,
    [1, 4],
  ]);
});

it("takes over a colleague's change while it is open, and shows what the server refuses", async () => {
  const test = await newestTest();
  await page.goto(`/edit-test/${test._id}`);
  await fold(2).click();
  await field('Task').fill('Pay twice, please.');
  const [first, second] = test.steps?.filter(isTask) ?? [];
  const steps = [second, { ...first, task: 'Find a green plant.' }];
  const body = { name: test.name, task: second?.task, figmaUrl: second?.figmaUrl, steps };
  successBody(await stage.owner.put(`/api/tests/${test._id}`, body));
  await expect.poll(async () => await items().first().textContent()).toContain('Task 1');
  await expect.poll(order).toEqual(['Find a green plant.']);
  expect(await field('Task').inputValue()).toBe('Pay twice, please.');
  const fields = { 'steps.1.task': 'Too plain.' };
  const json = { code: 'bad_input', message: 'Check the fields.', fields };
  await page.route('**/api/tests/*', (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await button('Publish').click();
  // The folded task opens with the sentence at its field.
  await page.getByText('Too plain.').waitFor();
  expect(await field('Task').inputValue()).toBe('Find a green plant.');
  await field('Task').fill('Find a green plant, please.');
  await button('Publish').click();
  await page.waitForURL('**/dashboard');
  expect(brief((await newestTest()).steps).map(([number, task]) => `${number} ${task}`)).toEqual([
    '4 Pay twice, please.',
    '1 Find a green plant, please.',
  ]);
});

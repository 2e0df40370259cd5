// A study made by hand: two tasks, a published set, a scale, several choices with 'other', an open question and a
// condition. Its draft survives a reload, broken conditions and refusals are shown in place, and it is edited.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Step } from '#contract/steps.ts';
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
/** The button that folds and unfolds a step. */
const fold = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}( |$)`) });
const condition = () => page.getByRole('combobox', { name: 'Show this step' });
const items = () => page.getByRole('list', { name: 'Steps' }).locator(':scope > li');
const isFocused = (name: string) =>
  field(name).evaluate((element) => element === document.activeElement);

/** Adds a step of the menu; typing goes on in its first field. */
async function add(kind: string): Promise<void> {
  await button('Add a question').click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  const inStep = () => document.activeElement?.closest('ol[aria-label="Steps"]') != null;
  await expect.poll(() => page.evaluate(inStep)).toBe(true);
}

async function choose(name: string, action: string): Promise<void> {
  await button(`More actions: ${name}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function newestTest(): Promise<Test> {
  const [test] = successBody<Test[]>(await stage.owner.get('/api/tests'));
  if (!test) throw new Error('no test');
  return test;
}

/** Steps with the ids that the form gives to options replaced by the options' words. */
function stored({ steps = [] }: Test): Step[] {
  const words = new Map(
    steps.flatMap((step) =>
      step.kind === 'question' && 'options' in step.form
        ? step.form.options.map(({ id, text }) => [id, text] as const)
        : [],
    ),
  );
  return JSON.parse(JSON.stringify(steps), (_, value) => words.get(value) ?? value) as Step[];
}

it('is made in few presses, and its draft survives a reload', async () => {
  await page.goto('/create-test');
  await button('Use the sample prototype').click();
  await field('Name').fill('Plants');
  await field('Task').fill('Find a plant.');

  await add('Several choices');
  expect(await isFocused('Question')).toBe(true);
  await page.keyboard.type('What do you grow?');
  await field('Option 1').focus();
  await page.keyboard.type('Ferns');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Cacti');
  // Enter adds the next option; pasted lines become options of their own, instead of an empty one.
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Herbs\n\n Moss \nAlgae');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  expect(await isFocused('Option 5')).toBe(true);
  await button('Remove: Option 5').click();
  await button('Move up: Option 4').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: /^Other/ }).check();

  await button('Add a task').click();
  await page.keyboard.type('Pay for it.');
  await condition().selectOption({ label: 'Only if: Question 1 · What do you grow?' });
  await listed('Choose an answer for the condition.').waitFor();
  expect(await button('Create test').isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Ferns' }).check();
  await page.getByRole('checkbox', { name: 'Other' }).check();

  await add('System Usability Scale (SUS)');
  await page.getByText('They cannot be edited').waitFor();
  await add('Scale');
  await page.keyboard.type('How sure are you?');
  await button('Add help text').click();
  await page.keyboard.type('A guess is fine.');
  await page.getByText('1 to 7', { exact: true }).click();
  await field('Words at 7').fill('Very sure');
  expect(await brokenRules(page)).toEqual([]);

  await page.reload();
  await expect.poll(() => items().count()).toBe(5);
  await page.getByText('Shown only if Question 1 is “Ferns” or “Other”').waitFor();
  // A draft is not only read: what is added now has keys of its own.
  await add('Long text');
  await page.keyboard.type('What was missing?');
  await page.getByRole('switch', { name: 'Required' }).uncheck();
  await condition().selectOption({ label: 'Only if: Question 3 · How sure are you?' });
  await page.getByLabel('To', { exact: true }).selectOption('3');
  await add('Text to read');
  await page.keyboard.type('Thank *you*.');
  expect(await brokenRules(page)).toEqual([]);
  await button('Create test').click();
  await page.waitForURL('**/dashboard');

  const option = (text: string) => ({ id: text, text });
  expect(stored(await newestTest())).toEqual([
    expect.objectContaining({ number: 1, kind: 'task', task: 'Find a plant.' }),
    {
      number: 2,
      kind: 'question',
      question: 'What do you grow?',
      help: '',
      isRequired: true,
      form: {
        type: 'several',
        options: ['Ferns', 'Cacti', 'Moss', 'Herbs'].map(option),
        shuffled: false,
        other: true,
        none: false,
      },
    },
    expect.objectContaining({
      number: 3,
      kind: 'task',
      task: 'Pay for it.',
      shownWhen: { step: 2, is: ['Ferns', 'other'] },
    }),
    { number: 4, kind: 'set', set: 'sus', isRequired: true },
    {
      number: 5,
      kind: 'question',
      question: 'How sure are you?',
      help: 'A guess is fine.',
      isRequired: true,
      form: { type: 'scale', points: 7, low: '', high: 'Very sure' },
    },
    {
      number: 6,
      kind: 'question',
      question: 'What was missing?',
      help: '',
      isRequired: false,
      form: { type: 'long_text' },
      shownWhen: { step: 5, from: 1, to: 3 },
    },
    { number: 7, kind: 'text', text: 'Thank *you*.' },
  ]);
});

it('is listed in its order, with answers and conditions', async () => {
  await page.goto(`/tests/${(await newestTest())._id}`);
  const list = page.getByRole('region', { name: 'Steps' });
  await list.getByText('Shown only if Question 3 is from 1 to 3').waitFor();
  expect(await list.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Task 1',
    'Question 1',
    'Task 2',
    'Question 2',
    'Question 3',
    'Question 4',
    'Text 1',
  ]);
  await list.getByText('System Usability Scale (SUS)').waitFor();
  await list.getByText('Several choices · Ferns · Cacti · Moss · Herbs · Other').waitFor();
});

it('says which conditions break when steps move and options go, and which steps are out of reach', async () => {
  const before = await newestTest();
  await page.goto(`/edit-test/${before._id}`);
  await button('Move down: Question 1').click();
  await page.getByText('Question 1 is step 3 of 7 now.').waitFor();
  await listed('A condition can only be on an earlier step.').waitFor();
  expect(await button('Publish').isDisabled()).toBe(true);
  await button('Move up: Question 1').click();
  await expect.poll(() => items().nth(2).textContent()).toContain('Shown only if Question 1');

  await fold('Question 1').click();
  await button('Remove: Option 1').click();
  await listed('The condition names an answer that the step no longer has.').waitFor();
  await fold('Task 2').click();
  await page.getByRole('checkbox', { name: 'A deleted option' }).click();
  await page.getByText('The answer is not', { exact: true }).click();
  for (const name of ['Cacti', 'Moss', 'Herbs']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Task 2: No one can reach it' }).waitFor();
  // The test can be saved with such a step.
  await expect.poll(() => button('Publish').isEnabled()).toBe(true);
  await condition().selectOption({ label: 'Always' });
  await page.getByText('No one can reach').waitFor({ state: 'detached' });

  await choose('Question 3', 'Delete');
  await listed('A condition can only be on an earlier step.').waitFor();
  await button('Undo').click();
  await expect.poll(() => items().count()).toBe(7);
  await choose('Task 2', 'Delete');
  await button('More actions: Task 1').click();
  const last = page.getByRole('menuitem', { name: 'Delete' });
  expect(await last.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await button('Publish').click();
  await page.waitForURL('**/dashboard');
  const steps = stored(await newestTest());
  expect(steps.map(({ number }) => number)).toEqual([1, 2, 4, 5, 6, 7]);
  expect(steps[1]).toMatchObject({ form: { options: [{}, {}, {}] } });
});

it('shows a refusal at its field, corrects texts and makes revisions of the rest', async () => {
  const test = await newestTest();
  await recordSession(new TestClient(stage.origin), test, { name: 'Ada' });
  await page.goto(`/edit-test/${test._id}`);
  await fold('Question 3').click();
  await field('Question').fill('How sure are you now?');
  const fields = { 'steps.1.form.options': 'Too few.', 'steps.4.shownWhen': 'Too late.' };
  const json = { code: 'bad_input', message: 'Check the fields.', fields };
  await page.route('**/api/tests/*', (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await button('Publish').click();
  const saveAs = page.getByRole('dialog', { name: 'New revision or a typo?' });
  await saveAs.getByRole('radio', { name: /Correct a typo/ }).check();
  await saveAs.getByRole('button', { name: 'Correct the text' }).click();
  // The first folded step with a refusal opens, with the sentence at its field.
  await page.getByText('Too few.').waitFor();
  await field('Option 1').fill('Cactuses');
  await page.getByText('Too few.').waitFor({ state: 'detached' });
  await fold('Question 4').click();
  await page.getByText('Too late.').waitFor();
  await page.getByLabel('To', { exact: true }).selectOption('4');
  await button('Publish').click();
  expect(await saveAs.getByRole('radio', { name: /Correct a typo/ }).isDisabled()).toBe(true);
  await saveAs.getByRole('button', { name: 'Save as a new revision' }).click();
  await page.waitForURL('**/dashboard');
  const revised = await newestTest();
  expect(revised.revision.number).toBe(2);
  expect(stored(revised)).toMatchObject([
    { number: 1 },
    { number: 2, form: { options: [{ text: 'Cactuses' }, {}, {}] } },
    { number: 4 },
    { number: 5, question: 'How sure are you now?' },
    { number: 6, shownWhen: { step: 5, from: 1, to: 4 } },
    { number: 7 },
  ]);
  await page.goto(`/tests/${test._id}`);
  const earlier = page.getByRole('region', { name: 'Earlier revisions' });
  await earlier.getByText('How sure are you?').waitFor();
  await earlier.getByText('Shown only if Question 3 is from 1 to 3').waitFor();

  await recordSession(new TestClient(stage.origin), revised, { name: 'Bo' });
  await page.goto(`/edit-test/${test._id}`);
  await fold('Text 1').click();
  await field('Text').fill('Thank you.');
  await button('Publish').click();
  await saveAs.getByRole('radio', { name: /Correct a typo/ }).check();
  await saveAs.getByRole('button', { name: 'Correct the text' }).click();
  await page.waitForURL('**/dashboard');
  expect((await newestTest()).revision.number).toBe(2);
  expect(stored(await newestTest()).at(-1)).toEqual({
    number: 7,
    kind: 'text',
    text: 'Thank you.',
  });
});

// A test with questions before, between and after its task, taken in a real browser: by keyboard alone, and in a narrow window
// with a reload in the middle of a text. The answers and the steps that were shown are compared with what was typed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { pressByKeyboard, tabTo } from './keyboard.ts';
import { fromNameToRecording } from './participant.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

const option = (id: string, text: string) => ({ id, text });
const choice = { shuffled: false, other: false, none: false };

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const { prototypeUrl } = stage.server;
  const steps = [
    {
      number: 1,
      kind: 'question',
      question: 'How often do you buy plants?',
      help: 'A rough guess is enough.',
      form: {
        type: 'single',
        ...choice,
        options: [option('often', 'Every month'), option('rarely', 'Once a year or less')],
      },
    },
    {
      number: 2,
      kind: 'text',
      text: 'Imagine **a free afternoon**.\n\n- Take your time\n- Think aloud',
    },
    { number: 3, kind: 'task', task: 'Find the plants.', figmaUrl: prototypeUrl, asks: [] },
    { number: 4, kind: 'set', set: 'sus' },
    {
      number: 5,
      kind: 'question',
      question: 'Where else do you buy plants?',
      form: {
        type: 'several',
        shuffled: true,
        other: true,
        none: true,
        options: [option('market', 'Market'), option('nursery', 'Nursery'), option('shop', 'Shop')],
      },
    },
    {
      number: 6,
      kind: 'question',
      question: 'How much did you spend last month?',
      shownWhen: { at: 1, is: ['often'] },
      isRequired: false,
      form: { type: 'number' },
    },
    {
      number: 7,
      kind: 'question',
      question: 'What would you change?',
      form: { type: 'long_text' },
    },
    {
      number: 8,
      kind: 'question',
      question: 'Would you come back?',
      isRequired: false,
      form: { type: 'yes_no' },
    },
  ].map(({ number: _, ...step }) => step);
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl: prototypeUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Ids of a question's options in the order in which they are shown. */
const optionsInOrder = (page: Page) =>
  page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value')));

/** Milliseconds in which the page stores its pieces and messages. */
const STORED_MS = 2500;

async function uploaded(page: Page): Promise<void> {
  await page
    .getByText('Files Uploaded Successfully! ✅. Safe to close now.')
    .waitFor({ timeout: 240_000 });
}

const answers = async (name: string) =>
  await stage.database.db
    .selectFrom('answers')
    .innerJoin('sessions', 'sessions.id', 'answers.session_id')
    .select(['step', 'answer'])
    .where('participant_name', '=', name)
    .orderBy('step')
    .execute();

/** Steps without a task in the order in which they were shown: number, whether it was answered, whether it ended. */
const panelVisits = async (name: string) => {
  const rows = await stage.database.db
    .selectFrom('panel_visits')
    .innerJoin('sessions', 'sessions.id', 'panel_visits.session_id')
    .select(['step', 'answered_at_ms', 'ended_at_ms'])
    .where('participant_name', '=', name)
    .orderBy('shown_at_ms')
    .execute();
  return rows.map(({ step, answered_at_ms: answered, ended_at_ms: ended }) => [
    step,
    answered !== null,
    ended !== null,
  ]);
};

it('is taken by keyboard alone', async () => {
  const page = await openPage(stage, null);
  const problems = collectProblems(page.context());
  await page.goto(`/tryout/${test.uniqueId}`);
  await page.getByText('Do the task, answer questions and think aloud').waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('Grace');
  await page.keyboard.press('Enter');
  await pressByKeyboard(page, 'Allow microphone and camera');
  await page.getByText('Great! You are looking cool').waitFor();
  await pressByKeyboard(page, 'Continue');
  await pressByKeyboard(page, 'Share screen');
  await heading(page, 'How often do you buy plants?').waitFor({ timeout: 20_000 });
  await page.getByText('Go!').waitFor({ state: 'hidden', timeout: 20_000 });
  // The heading has the focus, so that a screen reader begins with the question.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('How often do you buy plants?');
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await button(page, 'Done with this task').isVisible()).toBe(false);
  expect(await brokenRules(page)).toEqual([]);

  await pressByKeyboard(page, 'Continue');
  await page.getByRole('alert').filter({ hasText: 'Please choose an answer.' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('2');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');

  await page.getByText('a free afternoon').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await pressByKeyboard(page, 'Back');
  await heading(page, 'How often do you buy plants?').waitFor();
  expect(await page.getByRole('radio', { name: 'Every month' }).isChecked()).toBe(true);
  await pressByKeyboard(page, 'Continue');
  await pressByKeyboard(page, 'Continue');
  await pressByKeyboard(page, 'Start this task');
  await page.frameLocator('iframe').locator('.screen img').first().waitFor();
  await pressByKeyboard(page, 'Done with this task');

  await heading(page, 'How much do you agree with these statements?').waitFor();
  expect(await button(page, 'Back').count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  for (const answer of ['5', '1', '4', '2', '5', '1', '4', '2', '5']) {
    await page.keyboard.press(answer);
  }
  await pressByKeyboard(page, 'Continue');
  await page.getByRole('alert').filter({ hasText: 'Please choose a number.' }).waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');

  await heading(page, 'Where else do you buy plants?').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  const before = await optionsInOrder(page);
  expect(before.slice(3)).toEqual(['other', 'none']);
  await page.keyboard.press('5');
  await page.keyboard.press(String(before.indexOf('market') + 1));
  await page.keyboard.press('4');
  await tabTo(page, 'Your answer');
  await page.keyboard.type('Neighbours 🌱');
  await page.keyboard.press('Enter');

  await heading(page, 'How much did you spend last month?').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await tabTo(page, 'Your answer');
  await page.keyboard.type('about 10');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Please type a number' }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12,50');
  await page.keyboard.press('Enter');

  await heading(page, 'What would you change?').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await pressByKeyboard(page, 'Back');
  await heading(page, 'How much did you spend last month?').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('12,50');
  await pressByKeyboard(page, 'Back');
  await heading(page, 'Where else do you buy plants?').waitFor();
  expect(await optionsInOrder(page)).toEqual(before);
  await pressByKeyboard(page, 'Continue');
  await heading(page, 'How much did you spend last month?').waitFor();
  await pressByKeyboard(page, 'Skip');
  await heading(page, 'What would you change?').waitFor();
  await tabTo(page, 'Your answer');
  await page.keyboard.type('Nothing.');
  await pressByKeyboard(page, 'Continue');
  await heading(page, 'Would you come back?').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await uploaded(page);
  // No task was the last step, so nothing is asked about one.
  expect(await heading(page, 'How did it go?').count()).toBe(0);
  expect(problems).toEqual([]);

  await expect
    .poll(() => answers('Grace'), { timeout: 20_000 })
    .toEqual([
      { step: 1, answer: { chosen: ['often'] } },
      { step: 4, answer: [5, 1, 4, 2, 5, 1, 4, 2, 5, 3] },
      { step: 5, answer: { chosen: ['market', 'other'], other: 'Neighbours 🌱' } },
      { step: 7, answer: 'Nothing.' },
      { step: 8, answer: true },
    ]);
  await expect
    .poll(() => panelVisits('Grace'), { timeout: 20_000 })
    .toEqual([
      [1, true, true],
      [2, false, true],
      [4, true, true],
      [5, true, true],
      [6, true, true],
      [7, true, true],
      [8, true, true],
    ]);
  await page.context().close();
});

/** Returns whether the page can be scrolled sideways. */
async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const cover = document.querySelector('.cover') ?? document.documentElement;
    return cover.scrollWidth > cover.clientWidth;
  });
}

it('is taken in a narrow window, with a reload in the middle of a text', async () => {
  const page = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  const problems = collectProblems(page.context());
  const text = '🌱'.repeat(1990);
  await page.goto(`/tryout/${test.uniqueId}`);
  await page.getByLabel('Name').fill('Alan');
  await fromNameToRecording(page);
  await page.getByRole('radio', { name: 'Once a year' }).check();
  expect(await isTooWide(page)).toBe(false);
  await button(page, 'Continue').click();
  await button(page, 'Continue').click();
  await button(page, 'Start this task').click();
  await page.frameLocator('iframe').locator('.screen img').first().waitFor();
  await button(page, 'I’m stuck').click();
  await heading(page, 'How much do you agree with these statements?').waitFor();
  expect(await isTooWide(page)).toBe(false);
  expect(await brokenRules(page)).toEqual([]);
  for (const group of await page.getByRole('radiogroup').all()) {
    const { height = 0, width = 0 } =
      (await group.locator('label', { hasText: '4' }).boundingBox()) ?? {};
    expect([height >= 44, width >= 44]).toEqual([true, true]);
    await group.getByRole('radio', { name: '4' }).check();
  }
  await button(page, 'Continue').click();
  await page.getByRole('checkbox', { name: 'Shop' }).check();
  await page.getByRole('checkbox', { name: 'None of these' }).check();
  expect(await page.getByRole('checkbox', { name: 'Shop' }).isChecked()).toBe(false);
  await button(page, 'Continue').click();
  // The question about money is for people who buy plants often.
  await heading(page, 'What would you change?').waitFor();
  await page.getByRole('textbox').fill(text);
  await page.getByText('1,990 of 2,000 characters').waitFor();
  await page.waitForTimeout(STORED_MS);

  await page.reload();
  await heading(page, 'Continue where you left off').waitFor();
  await page.getByText('What would you change?').waitFor();
  await button(page, 'Continue the test').click();
  await button(page, 'Allow microphone and camera').click();
  await page.getByText('Great! You are looking cool').waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Share screen').click();
  await page.getByText('Go!').waitFor({ timeout: 20_000 });
  await page.getByText('Go!').waitFor({ state: 'hidden', timeout: 20_000 });
  expect(await page.getByRole('textbox').inputValue()).toBe(text);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Back').click();
  await heading(page, 'Where else do you buy plants?').waitFor();
  expect(await page.getByRole('checkbox', { name: 'None of these' }).isChecked()).toBe(true);
  await button(page, 'Continue').click();
  // The answer to the first question is known after the reload.
  await heading(page, 'What would you change?').waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Skip').click();
  await uploaded(page);
  expect(problems).toEqual([]);

  await expect
    .poll(() => answers('Alan'), { timeout: 20_000 })
    .toEqual([
      { step: 1, answer: { chosen: ['rarely'] } },
      { step: 4, answer: Array.from({ length: 10 }, () => 4) },
      { step: 5, answer: { chosen: ['none'] } },
      { step: 7, answer: text },
    ]);
  await expect
    .poll(() => panelVisits('Alan'), { timeout: 20_000 })
    .toEqual([
      [1, true, true],
      [2, false, true],
      [4, true, true],
      [5, true, true],
      [7, true, true],
      [8, false, true],
    ]);
  await page.context().close();
});

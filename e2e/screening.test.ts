// Screening questions in a real browser: people whose answer ends the test, people for whom no seat is left, and one who
// takes part, whose later question depends on the answer. No session is stored of those who don't.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_PARTICIPATION } from '#contract/participation.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { fromNameToRecording } from './participant.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

const PANEL = 'https://panel.example';

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const figmaUrl = stage.server.prototypeUrl;
  const options = ['Daily', 'Weekly', 'Never'].map((text) => ({ id: text.toLowerCase(), text }));
  const choice = { type: 'single', options, shuffled: false, other: false, none: false };
  const steps = [
    {
      ...{ kind: 'question', question: 'How often do you buy plants?', form: choice },
      screening: { endsWhen: { is: ['never'] }, seats: [{ word: 'daily', most: 1 }] },
    },
    {
      ...{ kind: 'question', question: 'Do you work for a plant shop?', form: { type: 'yes_no' } },
      screening: { endsWhen: { is: ['yes'] }, seats: [] },
    },
    { kind: 'task', task: 'Find the plants.', figmaUrl, asks: [] },
    {
      ...{ kind: 'question', question: 'Which plant is your daily one?' },
      ...{ form: { type: 'short_text' }, shownWhen: { at: 1, is: ['daily'] } },
    },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
  const redirects = {
    ...PLAIN_PARTICIPATION.redirects,
    screenedOut: `${PANEL}/out?id={{PID}}`,
    full: `${PANEL}/full?id={{PID}}`,
  };
  const settings = { parameters: ['PID'], redirects };
  successBody(await stage.owner.patch(`/api/tests/${test._id}/participation`, settings));
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function answer(page: Page, question: string, word: string): Promise<void> {
  await page.getByRole('heading', { name: question }).waitFor();
  await page.getByRole('radio', { name: word }).check();
  await button(page, 'Continue').click();
}

async function openPanel(page: Page): Promise<void> {
  await page.route(`${PANEL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Panel</h1>' }),
  );
}

const OFTEN = 'How often do you buy plants?';
const WORKS = 'Do you work for a plant shop?';

it('ends the test at the answer, also after a reload, at phone width, and returns people', async () => {
  await using page = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  const problems = collectProblems(page.context());
  await openPanel(page);
  await page.goto(`${test.link}?PID=7`);
  await button(page, 'Continue').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  // Nothing is chosen yet.
  await button(page, 'Continue').click();
  await page.getByRole('alert').waitFor();
  await answer(page, OFTEN, 'Weekly');
  await page.getByRole('heading', { name: WORKS }).waitFor();
  await button(page, 'Back').click();
  await answer(page, OFTEN, 'Never');
  await page.getByRole('heading', { name: 'Thank you for your answers' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await page.reload();
  await answer(page, OFTEN, 'Weekly');
  await page.getByRole('heading', { name: 'Thank you for your answers' }).waitFor();
  await button(page, 'Return to panel.example').click();
  await page.getByRole('heading', { name: 'Panel' }).waitFor();
  expect(page.url()).toBe(`${PANEL}/out?id=7`);
  expect(problems).toEqual([]);
});

it('counts who was screened out before anybody has recorded', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto(`/tests/${test._id}`);
  const openings = page.getByRole('region', { name: 'Opened links' });
  await openings.getByText('1 opened').waitFor();
  await openings.getByText('1 screened out by “Never”').waitFor();
  await openings.getByText('0 started').waitFor();
});

it('leads on to a session, whose later steps know the answer, until no seat is left', async () => {
  await using page = await openPage(stage, null);
  await page.goto(`${test.link}?PID=8`);
  await answer(page, OFTEN, 'Daily');
  await answer(page, WORKS, 'No');
  await page.getByLabel('Name').fill('Ada');
  await fromNameToRecording(page);
  await button(page, 'Done with this task').click();
  await page.getByRole('heading', { name: 'Which plant is your daily one?' }).waitFor();
  await page.getByRole('textbox').fill('Fern');
  await button(page, 'Continue').click();
  await page
    .getByText('Files Uploaded Successfully! ✅. Safe to close now.')
    .waitFor({ timeout: 120_000 });

  await using other = await openPage(stage, null);
  await openPanel(other);
  await other.goto(`${test.link}?PID=9`);
  await answer(other, OFTEN, 'Daily');
  await other.getByRole('heading', { name: /all the participants/ }).waitFor();
  await button(other, 'Return to panel.example').click();
  await other.getByRole('heading', { name: 'Panel' }).waitFor();
  expect(other.url()).toBe(`${PANEL}/full?id=9`);
  const sessions = await stage.database.db
    .selectFrom('sessions')
    .select('participant_name')
    .execute();
  expect(sessions).toEqual([{ participant_name: 'Ada' }]);
});

it('shows on the overview who was screened out, and by which answer', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto(`/tests/${test._id}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('1 screened out by “Never”').waitFor();
  await page.getByText('1 found no free place').waitFor();
});

it('is set by hand in the form of a test', async () => {
  await using page = await openPage(stage, stage.owner, {
    // In one column; e2e/editor.test.ts has three.
    viewport: { width: 1100, height: 1000 },
    reducedMotion: 'reduce',
  });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const body = { name: 'By hand', task: 'Find.', figmaUrl: 'https://example.org/x' };
  const { _id: id } = successBody<Test>(await stage.owner.post('/api/tests', body));
  await page.goto(`/edit-test/${id}`);
  await button(page, 'Add a question').click();
  await page.getByRole('menuitem', { name: 'Single choice', exact: true }).click();
  await field('Question').fill('Do you have a garden?');
  await field('Option 1').fill('A large one');
  await field('Option 2').fill('None');
  await page.getByRole('switch', { name: 'Screening question' }).check();
  const items = page.getByRole('list', { name: 'Steps' }).locator(':scope > li');
  await items.first().getByRole('switch', { name: 'Screening question' }).waitFor();
  await page.getByRole('combobox', { name: 'End the test' }).selectOption('some');
  await page.getByRole('checkbox', { name: 'None' }).check();
  await page.getByRole('spinbutton', { name: 'A large one' }).fill('20');
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Publish').click();
  await page.waitForURL('**/dashboard');
  const { steps = [] } = successBody<Test>(await stage.owner.get(`/api/tests/${id}`));
  const [first] = steps;
  if (first?.kind !== 'question' || !('options' in first.form)) throw new Error('no question');
  const [large, none] = first.form.options.map((option) => option.id);
  expect(first.screening).toEqual({
    endsWhen: { is: [none] },
    seats: [{ word: large, most: 20 }],
  });
});

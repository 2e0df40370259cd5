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

it('shows on Summary who was screened out, and by which answer', async () => {
  await using page = await openPage(stage, stage.owner);
  await page.goto(`/tests/${test._id}?step=3`);
  await page.getByText('1 screened out by “Never”').waitFor();
  await page.getByText('1 came after the test was full').waitFor();
});

// A test with a welcome text, parameters in its link and addresses to return to, taken in a real browser: with a name from the
// link, and once the test is closed. The addresses are compared to the letter.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { fromNameToRecording, stopAndUpload } from './participant.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: Test;

const PANEL = 'https://panel.example';

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  const { prototypeUrl } = stage.server;
  const body = { name: 'Shop, version B', task: 'Find the plants.', figmaUrl: prototypeUrl };
  test = successBody<Test>(await stage.owner.post('/api/tests', { ...body, asks: [] }));
  successBody(
    await stage.owner.patch(`/api/tests/${test._id}/participation`, {
      title: 'A plant shop',
      welcome: 'Welcome! This takes **two minutes**.',
      thanks: 'You helped us a lot.',
      parameters: ['PID', 'STUDY'],
      nameFrom: 'PID',
      redirects: {
        completed: `${PANEL}/done?id={{PID}}&study={{STUDY}}&s={{session}}`,
        screenedOut: null,
        full: null,
        closed: `${PANEL}/closed?id={{PID}}`,
      },
    }),
  );
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Answers the panel's addresses with a page. */
async function openPanel(page: Page): Promise<void> {
  await page.route(`${PANEL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Panel</h1>' }),
  );
}

it('welcomes people, takes their name from the link, and returns them when all is safe', async () => {
  await using page = await openPage(stage, null);
  const problems = collectProblems(page.context());
  await openPanel(page);
  await page.goto(`${test.link}?PID=a%2Fb%26c&other=x&STUDY=s+1`);
  await page.getByRole('heading', { name: 'A plant shop' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Continue').click();
  await page.getByText('Find the plants.').waitFor();
  expect(await page.getByLabel('Name').count()).toBe(0);
  await fromNameToRecording(page);
  await stopAndUpload(page);
  await page.getByText('You helped us a lot.').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Return to panel.example').click();
  await page.getByRole('heading', { name: 'Panel' }).waitFor();
  const { id, participant_name: name } = await stage.database.db
    .selectFrom('sessions')
    .select(['id', 'participant_name'])
    .executeTakeFirstOrThrow();
  expect(name).toBe('a/b&c');
  expect(page.url()).toBe(`${PANEL}/done?id=a%2Fb%26c&study=s%201&s=${id}`);
  expect(problems).toEqual([]);
});

it('returns people automatically, unless they stay, when the test is closed', async () => {
  successBody(await stage.owner.put(`/api/tests/${test._id}/settings`, { isClose_test: true }));
  await using page = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  await openPanel(page);
  await page.clock.install();
  await page.goto(`${test.link}?PID=%3Cb%3E`);
  await page.getByRole('heading', { name: 'This test is closed' }).waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Stay on this page').click();
  await page.clock.fastForward(60_000);
  await page.getByText('This page stays open.').waitFor();
  await page.reload();
  await button(page, 'Stay on this page').waitFor();
  await page.clock.fastForward(21_000);
  await page.getByRole('heading', { name: 'Panel' }).waitFor();
  expect(page.url()).toBe(`${PANEL}/closed?id=%3Cb%3E`);
});

it('is set by hand in the Settings tab, with the settings of a panel', async () => {
  await using page = await openPage(stage, stage.owner);
  const problems = collectProblems(page.context());
  const body = { name: 'By hand', task: 'Find.', figmaUrl: 'https://example.org/x' };
  const other = successBody<Test>(await stage.owner.post('/api/tests', body));
  await page.goto(`/tests/${other._id}?tab=settings`);
  await page.getByText('Before and after the test').click();
  const form = page.getByRole('form', { name: 'Before and after the test' });
  await form.getByLabel('Title for participants').fill('Hello');
  await form.getByLabel('Welcome text').fill('Welcome.');
  await form.getByLabel('Camera').selectOption('Off');
  await form.getByRole('button', { name: 'Use Prolific settings' }).click();
  await form.getByLabel('when the test is closed').fill('http://panel.example');
  await form.getByRole('button', { name: 'Save texts and addresses' }).click();
  await form.getByText('Please enter an address that begins with https://').waitFor();
  await form
    .getByLabel('when the test is closed')
    .fill('https://panel.example/?id={{PROLIFIC_PID}}');
  expect(await brokenRules(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save texts and addresses' }).click();
  await page.getByText('Saved. It applies to everyone').waitFor();
  const stored = successBody(await stage.owner.get(`/api/tests/${other._id}/participation`));
  expect(stored).toEqual({
    title: 'Hello',
    consent: 'plain',
    welcome: 'Welcome.',
    thanks: '',
    parameters: ['PROLIFIC_PID', 'STUDY_ID', 'SESSION_ID'],
    nameFrom: 'PROLIFIC_PID',
    redirects: {
      completed: 'https://app.prolific.com/submissions/complete?cc=YOUR-CODE',
      screenedOut: null,
      full: null,
      closed: 'https://panel.example/?id={{PROLIFIC_PID}}',
    },
    devices: { microphone: 'required', camera: 'off', screen: 'required' },
  });
  expect(problems).toEqual([]);
});

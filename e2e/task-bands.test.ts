// The recording of a test with three tasks: a band for each on the timeline, a heading for each task, and an outcome by hand.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { begin, change, end, type Message, press } from '#testing/messages.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { sendForm } from '#testing/participant.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage, uploadForm } from './stage.ts';

const [HOME, LIST] = ['1:2', '1:3'];

let stage: Stage;
let page: Page;
let test: Test;
let problems: readonly string[];

/** The recording lasts six seconds. */
const messages: Message[] = [
  begin(200, 1),
  press(500, HOME),
  change(900, LIST),
  end(1500, 1),
  begin(2000, 2),
  press(2500, HOME),
  change(2600, LIST),
  end(3500, 2, 'stuck'),
  begin(4000, 3),
];

beforeAll(async () => {
  stage = await openStage();
  const figmaUrl = stage.server.prototypeUrl;
  const goal = (screen: string) => ({ kind: 'screens', screens: [screen], routes: [] });
  const steps = [
    { kind: 'task', task: 'Find the plants.', figmaUrl, goal: goal(LIST) },
    { kind: 'task', task: 'Pay for one.', figmaUrl, goal: goal('1:4') },
    { kind: 'task', task: 'Look at the shop.', figmaUrl: 'https://example.com/' },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
  const form = await uploadForm('Ann');
  form.set('events', JSON.stringify(messages));
  successBody(await sendForm(new TestClient(stage.origin), test, { form }));
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
  problems = collectProblems(page.context());
});
afterAll(() => stage?.close());

const band = (name: string, on = page) =>
  on.getByRole('list', { name: 'Tasks' }).getByRole('button', { name });
const part = (name: string, on = page) => on.getByRole('region', { name, exact: true });
const position = (on = page) =>
  on.getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuetext');

it('has a band for each task, which the pointer and the keyboard reach', async () => {
  await page.goto(`/tests/${test._id}?tab=recordings&step=2`);
  await page.getByRole('link', { name: 'Ann' }).click();
  await band('Task 3').waitFor();
  await expect.poll(() => position()).toContain('Task 1');
  await band('Task 2').hover();
  await page.getByRole('tooltip').filter({ hasText: 'Task 2 · ' }).waitFor();
  await band('Task 2').click();
  await expect.poll(() => position()).toMatch(/^0:02 of 0:0\d, Task 2, 1 · /);
  expect(await band('Task 2').getAttribute('aria-current')).toBe('true');
  await band('Task 3').focus();
  await page.getByRole('tooltip').filter({ hasText: 'Look at the shop.' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => position()).toMatch(/^0:04 of 0:0\d, Task 3$/);
  expect(await brokenRules(page)).toEqual([]);
});

it('lists what happened under each task; a screen is the goal of one task alone', async () => {
  expect(await part('Task 1').textContent()).toContain('Find the plants.');
  expect(await part('Task 1').getByText('Goal', { exact: true }).count()).toBe(1);
  expect(await part('Task 2').getByRole('button', { name: 'All plants' }).count()).toBe(1);
  expect(await part('Task 2').getByText('Goal', { exact: true }).count()).toBe(0);
  expect(await part('Task 3').textContent()).toContain('Whole task');
  await part('Task 1').getByRole('heading', { name: 'Task 1' }).getByRole('button').click();
  await expect.poll(() => position()).toContain('Task 1');
});

it('judges one task by hand, and marks each in the header and in the list', async () => {
  const outcome = (name: string) => part(name).getByRole('button', { name: /outcome/ });
  expect(await outcome('Task 1').textContent()).toBe('Direct');
  await outcome('Task 2').click();
  await page.getByRole('menuitemradio', { name: 'Indirect' }).click();
  await expect.poll(() => outcome('Task 2').textContent()).toBe('Indirect');
  await part('Task 2').getByText('Computed: Gave up').waitFor();
  expect(await outcome('Task 1').textContent()).toBe('Direct');
  const marks = 'Task 1 direct, Task 2 indirect, Task 3 not measurable';
  await page.getByRole('img', { name: marks }).waitFor();
  await page.goBack();
  await page.getByRole('img', { name: marks }).waitFor();
  expect(problems).toEqual([]);
});

it('shows the same to visitors of a link, who decide nothing', async () => {
  const { token } = await share(stage.owner, test._id, { thing: { kind: 'results' } });
  const visitor = await openPage(stage, null, { reducedMotion: 'reduce' });
  await visitor.goto(`/view/${token}`);
  await visitor.getByRole('tab', { name: 'Recordings' }).click();
  await visitor.getByRole('link', { name: 'Participant 1' }).click();
  await band('Task 2', visitor).click();
  await expect.poll(() => position(visitor)).toContain('Task 2');
  expect(await part('Task 2', visitor).textContent()).toContain('Indirect');
  expect(await visitor.getByRole('button', { name: /outcome/ }).count()).toBe(0);
  await visitor.context().close();
});

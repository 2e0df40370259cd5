// A/B of two prototypes and two tasks in shuffled order: made in the form, taken by real browsers, and read as two variants.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';
import { readTaskRuns } from './task-runs.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const secondLink = () => stage.server.prototypeUrl.replaceAll('node-id=1-2', 'node-id=1-3');

async function testNamed(name: string): Promise<Test> {
  const tests = successBody<Test[]>(await stage.owner.get('/api/tests'));
  const test = tests.find((one) => one.name === name);
  if (!test) throw new Error(`no test ${name}`);
  return test;
}

it('an A/B test is made in the form, and each person gets one of the two', async () => {
  await using page = await openPage(stage, stage.owner);
  const problems = collectProblems(page.context());
  await page.goto('/create-test');
  await page.getByLabel('Name').fill('A or B');
  await page.getByLabel('Task').fill('Find the plants.');
  await page.getByLabel('Link').fill(stage.server.prototypeUrl);
  await button(page, 'Test two versions').click();
  await page.getByRole('heading', { name: 'Task 1 B' }).first().waitFor();
  await page.getByLabel('Link').fill(secondLink());
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Create test').click();
  await page.getByText('Test Created Successfully!').waitFor();
  const test = await testNamed('A or B');
  expect(test.steps).toMatchObject([{ variant: 1 }, { variant: 2, task: 'Find the plants.' }]);

  for (const [name, node] of [
    ['Ada', '1-2'],
    ['Grace', '1-3'],
  ] as const) {
    await using participant = await openPage(stage, null);
    await startRecording(participant, test.link, name);
    expect((await embedOn(participant)).url()).toContain(`node-id=${node}`);
    await stopAndUpload(participant);
    await expect.poll(() => readTaskRuns(stage, name), { timeout: 20_000 }).toHaveLength(1);
  }
  await page.goto(`/tests/${test._id}`);
  await page
    .getByRole('link', { name: /Task 1 B/ })
    .first()
    .click();
  await page.getByText('1 person').first().waitFor();
  expect(problems).toEqual([]);
});

it('tasks in shuffled order stand in another order for the next person, also after a reload', async () => {
  const { prototypeUrl: figmaUrl } = stage.server;
  const task = { kind: 'task', figmaUrl, asks: [], shuffled: true };
  const steps = [
    { ...task, task: 'Find the plants.' },
    { ...task, task: 'Find a gift.' },
  ];
  const body = { name: 'Order', task: 'Find the plants.', figmaUrl, steps };
  const test = successBody<Test>(await stage.owner.post('/api/tests', body));
  for (const [first, second] of [
    ['Find the plants.', 'Find a gift.'],
    ['Find a gift.', 'Find the plants.'],
  ] as const) {
    await using page = await openPage(stage, null);
    await page.goto(test.link);
    await page.getByLabel('Name').waitFor();
    expect(await page.getByText('Find the plants.').count()).toBe(0);
    await startRecording(page, test.link, 'Ada');
    await page.getByText(first).first().waitFor();
    await button(page, 'Start this task').click();
    await page.getByText('Task 1 of 2').waitFor();
    await button(page, 'Done with this task').click();
    await page.getByText(second).last().waitFor();
    await page.getByText(/^\d+:(?!0[0-3])\d\d$/).waitFor();
    await page.reload();
    await button(page, 'Continue the test').waitFor();
    await page.getByText(second).waitFor();
  }
});

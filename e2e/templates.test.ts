// A workspace's own templates: a member makes a test one, and another test begins with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it('a test becomes a template, and a new test begins with its steps', async () => {
  const { prototypeUrl: figmaUrl } = stage.server;
  const steps = [
    { kind: 'task', task: 'Buy a plant.', figmaUrl },
    { kind: 'set', set: 'sus' },
  ];
  const body = { name: 'Our checkout', task: 'Buy a plant.', figmaUrl, steps };
  const test = successBody<Test>(await stage.owner.post('/api/tests', body));
  await using page = await openPage(stage, stage.owner);
  const problems = collectProblems(page.context());
  const more = page.getByRole('button', { name: 'More' });
  await page.goto(`/tests/${test._id}`);
  await more.click();
  await page.getByRole('menuitem', { name: 'Make it a template' }).click();
  await page.getByText('This test is a template now').waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'No longer a template' }).waitFor();

  await page.goto('/dashboard?state=template');
  await page
    .getByRole('link', { name: /Our checkout/ })
    .first()
    .waitFor();
  await page.goto('/create-test');
  await page.getByRole('button', { name: 'Templates' }).click();
  const own = page.getByRole('menuitem', { name: 'Our checkout' });
  await own.waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await own.click();
  await page.getByText('A new test with the steps of the template.').waitFor();
  await page.waitForURL('**/edit-test/**');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Our checkout (copy)');
  await page.getByText('System Usability Scale').first().waitFor();
  expect(problems).toEqual([]);
});

// Two people edit one test in two browsers: each sees the other, both have what both typed, and nothing is lost on the way.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { joinTeam, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let bob: TestClient;
let test: Test;
let [ofAda, ofBob]: Page[] = [];

beforeAll(async () => {
  stage = await openStage();
  bob = await joinTeam(stage, 'bob@example.com');
  successBody(await bob.post('/api/user-info', { firstName: 'Bob', lastName: 'Babbage' }));
});
beforeEach(async () => {
  await Promise.all([ofAda, ofBob].map((page) => page?.context().close()));
  const figmaUrl = stage.server.prototypeUrl;
  const steps = ['Buy a plant.', 'Water it.'].map((task) => ({ kind: 'task', task, figmaUrl }));
  test = successBody(
    await stage.owner.post('/api/tests', {
      ...{ name: 'Plants', task: '' },
      figmaUrl,
      ...firstTask(steps),
    }),
  );
  [ofAda, ofBob] = [await openPage(stage, stage.owner), await openPage(stage, bob)];
  for (const page of pages()) await page.goto(`/edit-test/${test._id}`);
});
afterAll(() => stage?.close());

const firstTask = (steps: { task: string }[]) => ({ task: steps[0]?.task, steps });
function pages(): [Page, Page] {
  if (!ofAda || !ofBob) throw new Error('No page is open.');
  return [ofAda, ofBob];
}
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const task = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true });
const step = (page: Page, at: number) =>
  page
    .getByRole('listitem')
    .filter({ hasText: `Task ${at}` })
    .getByRole('heading')
    .getByRole('button');
const saved = (page: Page) => page.getByText(/^Draft, saved/).waitFor();
const present = (page: Page, who: string) => page.getByText(`${who} is editing this too`).waitFor();

it('each sees the other, and both have what both typed', async () => {
  const [ada, other] = pages();
  await present(ada, 'Bob Babbage');
  await present(other, 'Ada Lovelace');
  await step(ada, 1).click();
  await step(other, 2).click();
  const [first, second] = ['Buy two plants for a dark flat.', 'Water both, then tell a friend.'];
  await task(ada).fill('');
  await task(other).fill('');
  await Promise.all([
    task(ada).pressSequentially(first, { delay: 60 }),
    task(other).pressSequentially(second, { delay: 60 }),
  ]);
  await name(ada).fill('Plants of Ada');
  await expect.poll(() => name(other).inputValue()).toBe('Plants of Ada');
  expect([await task(ada).inputValue(), await task(other).inputValue()]).toEqual([first, second]);
  await step(ada, 2).click();
  await expect.poll(() => task(ada).inputValue()).toBe(second);
  await task(other).fill('Water all of them.');
  await expect.poll(() => task(ada).inputValue()).toBe('Water all of them.');
  await other.getByRole('button', { name: 'Add a task' }).click();
  await task(other).fill('Sell them.');
  await expect.poll(() => step(ada, 3).count()).toBe(1);
  await saved(other);
  await other.reload();
  await expect.poll(() => name(other).inputValue()).toBe('Plants of Ada');
  await step(other, 3).click();
  expect(await task(other).inputValue()).toBe('Sell them.');
  const { body } = await stage.owner.get(`/api/tests/${test._id}`);
  expect(body.name).toBe('Plants');
});

it('discards the draft for both, and takes that back', async () => {
  const [ada, other] = pages();
  await name(ada).fill('Half a name');
  await expect.poll(() => name(other).inputValue()).toBe('Half a name');
  await ada.getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => name(ada).inputValue()).toBe('Plants');
  await other.getByText('Someone else discarded the draft.').waitFor();
  await expect.poll(() => name(other).inputValue()).toBe('Plants');
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => name(other).inputValue()).toBe('Half a name');
  await saved(ada);
  await ada.reload();
  await expect.poll(() => name(ada).inputValue()).toBe('Half a name');
  await ada
    .getByText(/This is the draft that Ada Lovelace saved on/)
    .or(ada.getByText('Bob Babbage is editing this too'))
    .waitFor();
});

it('is gone once one of them has saved the test; the other continues with it', async () => {
  const [ada, other] = pages();
  await ada.getByRole('button', { name: 'Add a task' }).click();
  await task(ada).fill('Sell them.');
  await ada.getByRole('textbox', { name: 'Link' }).fill(stage.server.prototypeUrl);
  await expect.poll(() => step(other, 3).count()).toBe(1);
  await saved(ada);
  await ada.getByRole('button', { name: 'Publish' }).click();
  await ada.waitForURL('**/dashboard');
  await expect.poll(() => other.getByText(/^Draft, saved/).count()).toBe(0);
  await step(other, 3).click();
  await task(other).fill('Sell them all.');
  await saved(other);
  await other.getByRole('button', { name: 'Publish' }).click();
  await other.waitForURL('**/dashboard');
  const { body } = await stage.owner.get(`/api/tests/${test._id}`);
  expect(
    body.steps.map(({ number, task: text }: { number: number; task: string }) => [number, text]),
  ).toEqual([
    [1, 'Buy a plant.'],
    [2, 'Water it.'],
    [3, 'Sell them all.'],
  ]);
  expect((await stage.owner.get(`/api/tests/${test._id}/draft`)).body).toEqual({ draft: null });
});

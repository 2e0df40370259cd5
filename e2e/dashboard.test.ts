// The dashboard in a browser: which tests it shows, in which order and words, at which widths, and what it shows without any.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { successBody, TestClient } from '#testing/client.ts';
import { change, press } from '#testing/messages.ts';
import { sendForm, type TestIds } from '#testing/participant.ts';
import {
  createTest,
  openPage,
  openStage,
  pressRetry,
  type Stage,
  signIn,
  submitRecording,
  uploadForm,
} from './stage.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  // More than a first page holds.
  for (let number = 1; number <= 25; number += 1) await createTest(stage, `Old ${number}`);
  const closed = await createTest(stage, 'Banking');
  await stage.owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  const recorded = await createTest(stage, 'Checkout');
  await createTest(stage, 'Account');
  await submitRecording(stage.origin, recorded);
  page = await openPage(stage, stage.owner, { viewport: { width: 1399, height: 900 } });
  await page.goto('/dashboard');
});
afterAll(() => stage?.close());

const cards = () =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2') });
const names = () => cards().getByRole('heading').allTextContents();
const state = (name: string) =>
  page.getByRole('navigation', { name: 'Which tests' }).getByRole('link', { name, exact: true });
const count = () => page.getByRole('main').getByRole('status');
const columns = () =>
  page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.locator('h2') })
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

describe('the list', () => {
  it('begins with what moved last, page by page', async () => {
    await expect.poll(names).toHaveLength(24);
    expect((await names()).slice(0, 3)).toEqual(['Checkout', 'Account', 'Banking']);
    expect(await count().textContent()).toBe('28 tests');
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(names).toHaveLength(28);
    expect(new Set(await names()).size).toBe(28);
  });

  it('filters and sorts by the address, which a reload keeps', async () => {
    await state('Closed').click();
    await expect.poll(names).toEqual(['Banking']);
    expect(await state('Closed').getAttribute('aria-current')).toBe('true');
    await state('Open').click();
    await expect.poll(() => count().textContent()).toBe('27 tests');
    await page.getByLabel('Sort by').selectOption('Name');
    await page.getByLabel('Search tests by name').fill('c');
    await expect.poll(names).toEqual(['Account', 'Checkout']);
    expect(new URL(page.url()).search).toBe('?state=open&sort=name&search=c');
    await page.reload();
    await expect.poll(names).toEqual(['Account', 'Checkout']);
    await page.getByLabel('Sort by').selectOption('Most recordings');
    await expect.poll(names).toEqual(['Checkout', 'Account']);
    await state('Closed').click();
    await page.getByText('No tests found with the name').waitFor();
    await page.getByText('among the closed ones').waitFor();
    await page.getByRole('button', { name: 'Show all tests' }).click();
    await expect.poll(() => count().textContent()).toBe('28 tests');
    expect(await page.getByLabel('Search tests by name').inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('?sort=recordings');
  });

  it('has another column from 1400 px on, and one on a phone', async () => {
    const found = [];
    for (const width of [1400, 1399, 992, 991, 576, 575]) {
      await page.setViewportSize({ width, height: 900 });
      found.push([width, await columns()]);
    }
    expect(found).toEqual([
      [1400, 4],
      [1399, 3],
      [992, 3],
      [991, 2],
      [576, 2],
      [575, 1],
    ]);
  });
});

it('a card says what last happened, and goes on saying it as time passes', async () => {
  const fresh = await openPage(stage, stage.owner);
  await fresh.clock.install();
  await fresh.goto('/dashboard');
  const card = (name: string) => fresh.getByRole('listitem').filter({ hasText: name });
  await card('Checkout').getByText('1 recording today').waitFor();
  await card('Account')
    .getByText(/Created (just now|\d+ min ago)/)
    .waitFor();
  await card('Banking')
    .getByText(/Changed (just now|\d+ min ago)/)
    .waitFor();
  await fresh.clock.fastForward('26:00:00');
  await card('Checkout')
    .getByText(/^1 recording/)
    .waitFor();
  await card('Checkout')
    .getByText(/yesterday|2 days ago/)
    .waitFor();
  await card('Account')
    .getByText(/Created (yesterday|2 days ago)/)
    .waitFor();
  await fresh.context().close();
});

it('waits in the shape of its cards, fails with a way on, and is empty in words', async () => {
  const fresh = await openPage(stage, stage.owner);
  let answer = () => undefined as unknown;
  const held = new Promise((resolve) => {
    answer = () => resolve(undefined);
  });
  let fails = true;
  await fresh.route('**/api/tests?*', async (route) => {
    await held;
    if (fails) await route.fulfill({ status: 500, json: {} });
    else await route.continue();
  });
  await fresh.goto('/dashboard');
  const loading = fresh.getByRole('status', { name: 'Loading tests' });
  const waiting = await loading.getByRole('listitem').first().boundingBox();
  answer();
  await fresh.getByRole('heading', { name: 'Failed to fetch test data.' }).waitFor();
  const retry = fresh.getByRole('button', { name: 'Retry' });
  await retry.click({ trial: true });
  fails = false;
  await pressRetry(fresh);
  const card = fresh.getByRole('listitem').filter({ hasText: 'Checkout' });
  await card.waitFor();
  expect(await card.boundingBox()).toEqual(waiting);
  await fresh.context().close();

  const newcomer = await openPage(stage, await signIn(stage.origin, 'new@example.com'));
  await newcomer.goto('/dashboard?state=closed');
  await newcomer.getByRole('heading', { name: 'No test is closed' }).waitFor();
  await newcomer.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
  await newcomer.getByRole('button', { name: 'Show all tests' }).click();
  await newcomer.getByRole('heading', { name: 'No tests yet? No problem!' }).waitFor();
  await newcomer.context().close();
});

/** @param reached screen that the person reaches */
async function take(test: TestIds, reached: string): Promise<void> {
  const form = await uploadForm('Grace');
  form.set('events', JSON.stringify([press(500, '1:2'), change(4000, reached)]));
  successBody(await sendForm(new TestClient(stage.origin), test, { form }));
}

it('a card has the success of its test, which follows its people, and moves nothing', async () => {
  const goal = { kind: 'screens', screens: ['1:3'], routes: [] };
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl: stage.server.prototypeUrl };
  const test = successBody<TestIds>(await stage.owner.post('/api/tests', { ...body, goal }));
  await take(test, '1:3');
  await take(test, '1:2');
  const fresh = await openPage(stage, stage.owner, { viewport: { width: 320, height: 700 } });
  await fresh.goto('/dashboard');
  const card = fresh.getByRole('listitem').filter({ hasText: 'Plants' });
  await card.getByText('1 of 2 succeeded').waitFor();
  const before = await card.boundingBox();
  for (let person = 3; person <= 5; person += 1) await take(test, '1:3');
  await card.getByText('80 %, 4 of 5 succeeded').waitFor();
  expect(await card.boundingBox()).toEqual(before);
  const other = fresh.getByRole('listitem').filter({ hasText: 'Checkout' });
  await other.getByText('1 recording today').waitFor();
  expect(await other.getByText('succeeded').count()).toBe(0);
  await fresh.context().close();
});

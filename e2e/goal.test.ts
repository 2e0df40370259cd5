// A goal after sessions have run: chosen by its picture, its direct way recorded by clicking through the prototype; the
// sessions' outcomes follow.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import { sendForm, type TestIds } from '#testing/participant.ts';
import { embedOn, press } from './prototype.ts';
import { createTest, openPage, openStage, type Stage, uploadForm } from './stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage();
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());
beforeEach(async () => {
  test = await createTest(stage, 'Plants');
});

const click = {
  presentedNodeId: '1:2',
  targetNodeId: '1:2',
  targetNodeMousePosition: { x: 1, y: 1 },
};

/** A session that presented these screens. */
async function record(participant: string, ...path: string[]): Promise<void> {
  const visits = path.map((presentedNodeId, at) => ({
    type: 'PRESENTED_NODE_CHANGED',
    atMs: 100 * (at + 1),
    data: { presentedNodeId, isStoredInHistory: true },
  }));
  const form = await uploadForm(participant);
  const began = { type: 'MOUSE_PRESS_OR_RELEASE', atMs: 50, data: click };
  form.set('events', JSON.stringify([began, ...visits]));
  await sendForm(new TestClient(stage.origin), test, { form });
}

/** Returns the number of people by outcome from the results of the test. */
async function outcomes(): Promise<Record<string, number>> {
  const { body } = await stage.owner.get(`/api/tests/${test._id}/results`);
  const rows: { outcome: string; people: number }[] = body.outcomes;
  return Object.fromEntries(rows.map(({ outcome, people }) => [outcome, people]));
}

const goalOfTest = async () => (await stage.owner.get(`/api/tests/${test._id}`)).body.goal;
const update = () => page.getByRole('button', { name: 'Update' });

async function openForm(): Promise<void> {
  await page.goto(`/edit-test/${test._id}`);
  await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
}

it('is chosen by its picture and by a recorded route; outcomes of sessions follow', async () => {
  await record('Ada', '1:2', '1:3');
  await record('Bob', '1:2', '1:4', '1:3');
  await record('Cy', '1:2', '1:10');
  expect(await outcomes()).toEqual({ stopped: 3 });
  await openForm();
  await page.getByText('3 sessions have run. Change the goal whenever you like').waitFor();
  expect(await update().isEnabled()).toBe(false);
  await page.getByRole('checkbox', { name: 'Order placed' }).press('Space');
  await page.getByText('1 screen chosen').waitFor();
  await update().click();
  await page.waitForURL('**/dashboard');
  expect(await goalOfTest()).toEqual({ kind: 'screens', screens: ['1:10'], routes: [] });
  expect(await outcomes()).toEqual({ direct: 1, stopped: 2 });

  await openForm();
  await page.getByRole('checkbox', { name: 'Order placed' }).uncheck();
  await page.getByRole('button', { name: 'Record a route' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a route' });
  const frame = await embedOn(page);
  await dialog.getByText('Continue until the task is done.').waitFor();
  const use = dialog.getByRole('button', { name: 'Use this route' });
  expect(await use.isEnabled()).toBe(false);
  await press(page, frame, { screenId: '1:2', x: 156, y: 473 });
  await dialog.getByText('With this route All plants becomes a goal.').waitFor();
  await use.click();
  expect(await page.getByRole('checkbox', { name: 'All plants' }).isChecked()).toBe(true);
  await update().click();
  await page.waitForURL('**/dashboard');
  const route = ['1:2', '1:3'];
  expect(await goalOfTest()).toEqual({ kind: 'screens', screens: ['1:3'], routes: [route] });
  expect(await outcomes()).toEqual({ direct: 1, indirect: 1, stopped: 1 });
});

it('hears our own frame alone: no other window adds a step', async () => {
  await openForm();
  await page.getByRole('button', { name: 'Record a route' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a route' });
  const frame = await embedOn(page);
  await dialog.getByText('Continue until the task is done.').waitFor();
  await page.evaluate(() => {
    const message = {
      type: 'PRESENTED_NODE_CHANGED',
      data: { presentedNodeId: '1:10', isStoredInHistory: true },
    };
    const { origin } = new URL(document.querySelector('iframe')?.src ?? '');
    // The message is sent from this window, also with the prototype's origin; and from its frame, with another origin.
    postMessage(message, '*');
    dispatchEvent(new MessageEvent('message', { data: message, origin, source: window }));
    const source = document.querySelector('iframe')?.contentWindow ?? null;
    dispatchEvent(new MessageEvent('message', { data: message, source, origin: location.origin }));
  });
  await press(page, frame, { screenId: '1:2', x: 156, y: 473 });
  await dialog.getByText('With this route').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['Home', 'All plants']);
});

it('is kept with the draft of a new test, and changes with its link', async () => {
  await page.goto('/create-test');
  await page.getByLabel('Link').fill('https://example.com/shop');
  const watching = page.getByRole('radio', { name: 'I decide while watching' });
  await page.getByText('so you decide while watching').waitFor();
  expect(await watching.isChecked()).toBe(true);
  // The hint goes with the link that it is about.
  await page.getByRole('textbox', { name: 'Link' }).fill('https://');
  await page.getByText('so you decide while watching').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Use the sample prototype' }).click();
  expect(await watching.isChecked()).toBe(false);
  await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
  await page.getByRole('checkbox', { name: 'Order placed' }).check();
  await page.getByRole('switch', { name: 'Ease' }).uncheck();
  await page.reload();
  await page.getByText('1 screen chosen').waitFor();
  expect(await page.getByRole('switch', { name: 'Ease' }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Create test' }).click();
  await page.waitForURL('**/dashboard');
  const [newTest] = (await stage.owner.get('/api/tests')).body;
  expect(newTest).toMatchObject({
    goal: { kind: 'screens', screens: ['1:10'], routes: [] },
    asks: ['did_it', 'helped'],
  });
});

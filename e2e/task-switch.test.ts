// A test with three tasks: the overview, the switch between tasks in the address, and the people of one task.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '#contract/findings.ts';
import type { ClipId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { begin, change, end, type Message, press } from '#testing/messages.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { sendForm, startSession } from '#testing/participant.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { openPage, openStage, type Stage, uploadForm } from './stage.ts';

const [HOME, LIST, PAID] = ['1:2', '1:3', '1:4'];
const S = 1000;

let stage: Stage;
let page: Page;
let test: Test;
let problems: readonly string[];

function task(step: number, reached: string | null): Message[] {
  const fromMs = step * 30 * S;
  const how = reached === null ? 'stuck' : 'done';
  return [
    begin(fromMs, step),
    press(fromMs + 500, HOME),
    ...(reached === null ? [] : [change(fromMs + 4 * S, reached)]),
    end(fromMs + 20 * S, step, how),
  ];
}

async function send(name: string, messages: readonly Message[]): Promise<void> {
  const form = await uploadForm(name);
  form.set('events', JSON.stringify(messages));
  successBody(await sendForm(new TestClient(stage.origin), test, { form }));
}

beforeAll(async () => {
  stage = await openStage();
  const figmaUrl = stage.server.prototypeUrl;
  const goal = (screen: string) => ({ kind: 'screens', screens: [screen], routes: [] });
  const steps = [
    { kind: 'task', task: 'Find the plants.', figmaUrl, goal: goal(LIST) },
    { kind: 'task', task: 'Pay for one.', figmaUrl, goal: goal(PAID), asks: [] },
    { kind: 'task', task: 'Look at the shop.', figmaUrl: 'https://example.com/' },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
  await send('Ann', [...task(1, LIST), ...task(2, PAID)]);
  await send('Ben', [...task(1, LIST), ...task(2, PAID)]);
  await send('Cleo', [...task(1, LIST), ...task(2, null)]);
  await send('Dan', task(1, LIST));
  await send('Eve', task(1, null));
  page = await openPage(stage, stage.owner, { reducedMotion: 'reduce' });
  problems = collectProblems(page.context());
});
afterAll(() => stage?.close());

const tasks = () => page.getByRole('navigation', { name: 'Tasks' });
const link = (name: string) => tasks().getByRole('link', { name });
const current = () => tasks().locator('[aria-current=page]').textContent();
const drawer = () => page.getByRole('complementary');
const search = (name: string) => new URL(page.url()).searchParams.get(name);
const peopleOfDrawer = async () => {
  const texts = await drawer().getByRole('listitem').allTextContents();
  return ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].filter((name) =>
    texts.some((text) => text.includes(name)),
  );
};

it('begins with the overview, whose numbers open their people', async () => {
  await page.goto(`/tests/${test._id}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Task 2').waitFor();
  expect(await row('Task 1').textContent()).toContain('5 people80 %4 of 5');
  expect(await row('Task 2').textContent()).toContain('3 people2 of 3');
  expect(await row('Task 2').textContent()).toContain('Not asked');
  expect(await row('Task 3').textContent()).toContain('0 peopleNo goal');
  expect(await current()).toContain('Overview');
  expect(await brokenRules(page)).toEqual([]);
  await row('Task 2').getByRole('button', { name: '3 people' }).click();
  await expect.poll(peopleOfDrawer).toEqual(['Ann', 'Ben', 'Cleo']);
  await drawer().getByRole('button', { name: 'Add to report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await drawer().getByRole('link', { name: 'In report' }).waitFor();
  const { findings } = successBody<Report>(await stage.owner.get(`/api/tests/${test._id}/report`));
  expect(JSON.stringify(findings[0]?.evidence)).toMatch(/"filter":"[^"]*step=2/);
  await drawer().getByRole('button', { name: 'Close' }).click();
  await row('Task 2').getByRole('link').click();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(search('step')).toBe('2');
});

it('switches all tabs to a task, which the address, a reload and going back retain', async () => {
  await link('Task 1').click();
  await page.getByRole('heading', { name: /^4 of 5 reached/ }).waitFor();
  await link('Task 2').click();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(await page.getByText('Pay for one.').count()).toBeGreaterThan(1);
  await page.reload();
  await page.getByRole('button', { name: '2 of 3', exact: true }).click();
  await expect.poll(peopleOfDrawer).toEqual(['Ann', 'Ben']);
  expect(await brokenRules(page)).toEqual([]);
  await page.goBack();
  await page.goBack();
  await page.getByRole('heading', { name: /^4 of 5 reached/ }).waitFor();
  expect(await current()).toContain('Task 1');
  await page.goForward();
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await expect.poll(async () => (await current())?.slice(0, 6)).toBe('Task 2');
  expect(search('step')).toBe('2');
  await page.getByRole('link', { name: /Cleo/ }).first().waitFor();
  const marks = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('img')
      .getAttribute('aria-label');
  expect(await marks('Ann')).toBe('Task 1 direct, Task 2 direct, Task 3 not shown');
  expect(await marks('Cleo')).toBe('Task 1 direct, Task 2 gave up, Task 3 not shown');
  expect(await brokenRules(page)).toEqual([]);
  expect(await page.getByRole('link', { name: /Eve/ }).count()).toBe(0);
  await link('Overview').click();
  await page.getByRole('columnheader', { name: 'Shown to' }).waitFor();
});

it('clears filters and stays on the task; another tab begins with the first one', async () => {
  await page.goto(`/tests/${test._id}?step=2&outcome=gave_up`);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(search('step')).toBe('2');
  await page.goto(`/tests/${test._id}?tab=screens`);
  await expect.poll(async () => (await current())?.slice(0, 6)).toBe('Task 1');
});

it('lists all tasks on the cover of the report', async () => {
  await page.goto(`/tests/${test._id}?tab=report`);
  const region = page.getByRole('region', { name: 'All tasks' });
  const tasks = region.getByRole('list').first().getByRole('listitem');
  await tasks.first().waitFor();
  expect(await tasks.allTextContents()).toEqual([
    expect.stringMatching(
      /^Task 1 Find the plants\.4 of 5, 80.%.*\d (?:in)?direct.*Time to goal: /,
    ),
    expect.stringMatching(/^Task 2 Pay for one\.2 of 3\d (?:in)?direct/),
    'Task 3 Look at the shop.0 people',
  ]);
  await region.getByRole('heading').getByText('5 people').waitFor();
  await page.getByText('Task 2, ‘Pay for one.’: 2 of 3 succeeded.').waitFor();
  await region.getByRole('list', { name: 'Outcomes in words' }).getByText('Direct:').waitFor();
  const href = await tasks.nth(1).getByRole('link').first().getAttribute('href');
  const address = new URLSearchParams(href?.split('?')[1]);
  expect([address.get('step'), address.get('outcome')]).toEqual(['2', null]);
  expect(decodeURIComponent(String(address))).toMatch(/outcome=(?:in)?direct/);
  await page.getByRole('button', { name: 'Set target and write summary' }).click();
  await page.getByLabel('Target for success, in percent').fill('70');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('3 people in task 2 are too few to say.').waitFor();
  expect(await brokenRules(page)).toEqual([]);
});

it('says that no one has come to a task, and leads visitors of a link through all of them', async () => {
  await page.goto(`/tests/${test._id}?step=3`);
  await page.getByText('No one has done this task yet').waitFor();
  const { token } = await share(stage.owner, test._id, {
    thing: { kind: 'results' },
    password: null,
  });
  await page.goto(`/view/${token}`);
  await page.getByRole('columnheader', { name: 'Shown to' }).waitFor();
  await link('Task 2').click();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(await page.getByText('Pay for one.').count()).toBeGreaterThan(1);
});

it('names the task of a clip in a reel', async () => {
  const { db } = stage.database;
  const { id: session_id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('participant_name', '=', 'Ann')
    .executeTakeFirstOrThrow();
  const clip = { id: newId<ClipId>(), session_id, test_id: test._id, tags: [] };
  await db
    .insertInto('clips')
    .values({ ...clip, from_ms: 61 * S, to_ms: 65 * S })
    .execute();
  const reel = { name: 'Reel', clips: [clip.id] };
  successBody(await stage.owner.post(`/api/tests/${test._id}/reels`, reel));
  await page.goto(`/tests/${test._id}?tab=clips`);
  const parts = page.getByRole('list', { name: 'Parts of the reel' }).getByRole('listitem');
  await parts.getByText('Task 2 · Ann').waitFor();
});

it('shows the results of a deleted task with a note, and offers no goal for it', async () => {
  await send('Finn', [...task(1, LIST), ...task(3, null)]);
  await page.goto(`/tests/${test._id}?step=3`);
  await page.getByRole('link', { name: 'Set a goal' }).waitFor();
  const steps = test.steps?.filter(({ number }) => number === 1);
  const { name, task: text, figmaUrl } = test;
  successBody(
    await stage.owner.put(`/api/tests/${test._id}`, { name, task: text, figmaUrl, steps }),
  );
  await page.goto(`/tests/${test._id}?step=3`);
  await page.getByText('This task is no longer in the test.').waitFor();
  await page.getByRole('heading', { name: /1 person/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Set a goal' }).count()).toBe(0);
  // The test has one task left, and the others are listed where all revisions are chosen.
  await page.goto(`/tests/${test._id}?revision=all`);
  await tasks().getByRole('link').filter({ hasText: 'Pay for one.' }).click();
  await page.getByText('This task is no longer in the test.').waitFor();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(search('step')).toBe('2');
  expect(problems).toEqual([]);
});

it('lists deleted tasks and questions after the others for all revisions, each with its results', async () => {
  const { name, task: text, figmaUrl } = test;
  const first = test.steps?.slice(0, 1) ?? [];
  const put = async (added: object) => {
    const body = { name, task: text, figmaUrl, steps: [...first, added] };
    return successBody<Test>(await stage.owner.put(`/api/tests/${test._id}`, body));
  };
  await put({ kind: 'question', question: 'What else?', form: { type: 'long_text' } });
  const gus = new TestClient(stage.origin);
  const session = await startSession(gus, test, { name: 'Gus' });
  const form = await uploadForm('Gus');
  form.set('events', JSON.stringify([...task(1, LIST), begin(60 * S, 4), end(62 * S, 4)]));
  successBody(await sendForm(gus, test, { form, session }));
  await put({ kind: 'task', task: 'Look again.', figmaUrl });
  await page.goto(`/tests/${test._id}?revision=all`);
  await link('Deleted question').waitFor();
  const rows = await page.getByRole('rowheader').allInnerTexts();
  expect(rows.map((line) => line.split('\n').filter(Boolean).join(': '))).toEqual([
    'Task 1: Find the plants.',
    'Task 2: Look again.',
    'Deleted task: Pay for one.',
    'Deleted task: Look at the shop.',
    'Deleted question: What else?',
  ]);
  expect(await brokenRules(page)).toEqual([]);
  await link('Deleted question').click();
  await page.getByText('This question is no longer in the test.').waitFor();
  await page.getByRole('heading', { name: 'What else?' }).waitFor();
  await tasks().getByRole('link').filter({ hasText: 'Pay for one.' }).click();
  await page.getByText('This task is no longer in the test.').waitFor();
  await page.getByRole('heading', { name: /^2 of 3 reached/ }).waitFor();
  expect(problems).toEqual([]);
});

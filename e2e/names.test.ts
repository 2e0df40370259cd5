// Names that turn the direction of writing leave our own words alone, on every screen that shows them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#testing/client.ts';
import type { TestIds } from '#testing/participant.ts';
import { turnedWords } from './reading-order.ts';
import { createTest, joinTeam, openPage, openStage, type Stage, submitRecording } from './stage.ts';

/** Ends isolates from within, then turns everything after it around. */
const TURN = '\u2069\u202E';
const names = {
  company: `Acme ${TURN}dne`,
  test: `Plants / "2" 🌿 ${TURN}fdp`,
  participant: `Grace ${TURN}reppoH`,
};

let stage: Stage;
let test: TestIds;
let recording: string;
let member: TestClient;

beforeAll(async () => {
  stage = await openStage();
  const { owner, origin } = stage;
  await owner.post('/api/set-company', { company: names.company });
  await owner.post('/api/user-info', { firstName: `Ada ${TURN}`, lastName: `${TURN}ecalevoL` });
  test = await createTest(stage, names.test);
  const { body } = await submitRecording(origin, test, names.participant);
  const parts = [names.company, names.test, body.userTimestamp].map(encodeURIComponent);
  recording = `/api/tests/${test.uniqueId}/${test._id}/${parts.join('/')}`;
  await submitRecording(origin, test, names.participant);
  member = await joinTeam(stage, 'grace@example.com');
});
afterAll(() => stage?.close());

const screens: Record<string, { path: () => string; open?: (page: Page) => Promise<void> }> = {
  dashboard: { path: () => '/dashboard' },
  'deleting a test': {
    path: () => '/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
  },
  'nothing found': { path: () => `/dashboard?search=${encodeURIComponent(`x${TURN}`)}` },
  'create test': { path: () => '/create-test' },
  'edit test': { path: () => `/edit-test/${test._id}` },
  summary: { path: () => `/api/tests/${test._id}` },
  'deleting a recording': {
    path: () => `/api/tests/${test._id}?tab=recordings`,
    open: (page) => page.getByRole('button', { name: 'Delete the recording' }).first().click(),
  },
  'hint of a recording': {
    path: () => `/api/tests/${test._id}?tab=recordings`,
    open: async (page) => {
      await page.getByRole('link', { name: /Grace/ }).first().hover();
      await page.getByRole('tooltip').waitFor({ state: 'attached' });
    },
  },
  recording: { path: () => recording },
  'deleting the recording in view': {
    path: () => recording,
    open: (page) => page.getByRole('button', { name: 'Delete' }).click(),
  },
  team: { path: () => '/settings?tab=team' },
};

it.each(Object.entries(screens))('%s', async (_, { path, open }) => {
  const page = await openPage(stage, stage.owner);
  await page.goto(path(), { waitUntil: 'networkidle' });
  await open?.(page);
  const isolatedNames = page.locator('bdi', { hasText: /Acme|Plants|Grace|Ada|x/ });
  await isolatedNames.first().waitFor({ state: 'attached' });
  expect(await turnedWords(page)).toEqual([]);
  await page.context().close();
});

it('workspaces to switch between, and leaving one', async () => {
  const page = await openPage(stage, member);
  await page.goto('/settings?tab=team');
  await page.getByRole('button', { name: 'Workspace: ' }).click();
  await page.getByRole('menuitem', { name: /Acme/ }).waitFor();
  expect(await turnedWords(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave your team' }).click();
  await page.getByRole('dialog').getByText('stays as it is').waitFor();
  expect(await turnedWords(page)).toEqual([]);
  await page.context().close();
});

it("a tab's title keeps the product's name at its end", async () => {
  const page = await openPage(stage, stage.owner);
  await page.goto(`/api/tests/${test._id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.title()).toBe('\u2068Plants / "2" 🌿 \u202Efdp\u2069 · Tryout');
  await page.context().close();
});

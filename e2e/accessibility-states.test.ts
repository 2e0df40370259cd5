// WCAG 2.2 AA in what a visit alone does not show: open dialogs, menus and hints, toasts, errors,
// unsaved changes, answers that have not come yet.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestIds } from '#testing/participant.ts';
import { share } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { createRecordedTest, openPage, openStage, type Stage, signIn } from './stage.ts';

let stage: Stage;
let test: TestIds;
let recording: string;

beforeAll(async () => {
  stage = await openStage();
  ({ test, recording } = await createRecordedTest(stage, 'Plants'));
  await stage.owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'grace@example.com' });
  const [{ id: sessionId }] = (await stage.owner.get(`/api/tests/${test._id}/recordings?limit=1`))
    .body.items;
  await stage.owner.post(`/api/recordings/${sessionId}/clips`, {
    fromMs: 0,
    toMs: 1200,
    title: 'First #look',
  });
  await share(stage.owner, test._id, { thing: { kind: 'recording', sessionId } });
  const other = await signIn(stage.origin, 'other@example.com');
  await other.post('/api/user-info/teamMembers', { teamMemberEmail: 'ada@example.com' });
});
afterAll(() => stage?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name }).first();

/** State → where it is found, and how it comes about. */
const states: Record<string, { path: () => string; reach: (page: Page) => Promise<void> }> = {
  'signing in': {
    path: () => '/?next=/settings',
    reach: (page) => page.getByRole('dialog').waitFor(),
  },
  'menu of a test': {
    path: () => '/dashboard',
    reach: (page) => button(page, 'Actions for Plants').click(),
  },
  'deleting a test': {
    path: () => `/api/tests/${test._id}`,
    reach: async (page) => {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
  },
  'a toast above a page': {
    path: () => '/dashboard',
    reach: async (page) => {
      await page.route('**/auth/logout', (route) => route.abort());
      await button(page, 'Logout').click();
      await page.getByText('You could not be signed out').waitFor();
    },
  },
  'fields that are not right': {
    path: () => '/create-test',
    reach: async (page) => {
      for (const name of ['Name', 'Task', 'Link', 'Name']) {
        await page.getByRole('textbox', { name }).focus();
      }
      await page.getByText('Please enter a valid URL').waitFor();
    },
  },
  'choosing a goal': {
    path: () => `/edit-test/${test._id}`,
    reach: async (page) => {
      await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
      await page.getByRole('checkbox').first().check();
    },
  },
  'recording a route': {
    path: () => `/edit-test/${test._id}`,
    reach: async (page) => {
      await page.getByRole('radio', { name: 'When the participant reaches a screen' }).check();
      await button(page, 'Record a route').click();
      await page.getByText('Continue until the task is done.').waitFor();
    },
  },
  'saving failed': {
    path: () => '/create-test',
    reach: async (page) => {
      await button(page, 'Use the sample prototype').click();
      await page.route('**/api/tests', (route) => route.abort());
      await page.locator('form button[type=submit]').click();
      await button(page, 'Back to the form').waitFor();
    },
  },
  'unsaved changes': {
    path: () => `/api/tests/${test._id}?tab=settings`,
    reach: async (page) => {
      await page.getByLabel('Submission limit').fill('0');
      await page.getByRole('tab', { name: 'Summary' }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    },
  },
  'hint of a recording': {
    path: () => `/api/tests/${test._id}?tab=recordings`,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Grace' }).hover();
      await page.getByRole('tooltip').waitFor({ state: 'attached' });
    },
  },
  'recordings on their way': {
    path: () => '/dashboard',
    reach: async (page) => {
      await page.route('**/recordings?*', () => new Promise(() => undefined));
      await page.getByRole('link', { name: 'Plants' }).click();
      await page.getByRole('tab', { name: 'Recordings' }).click();
      await page.getByLabel('Loading recordings').waitFor();
    },
  },
  'keys of the player': {
    path: () => recording,
    reach: (page) => button(page, 'Keyboard shortcuts').click(),
  },
  'writing a note and a clip': {
    path: () => recording,
    reach: async (page) => {
      const bar = { name: 'Position in the recording', disabled: false };
      await page.getByRole('slider', bar).focus();
      for (const key of ['i', 'End', 'o']) await page.keyboard.press(key);
      await page.getByRole('slider', bar).press('t');
      await page.getByRole('textbox', { name: /^Note at/ }).waitFor();
      await button(page, 'Save clip').waitFor();
    },
  },
  'making a link for viewing': {
    path: () => recording,
    reach: async (page) => {
      await button(page, 'Share').click();
      await page.getByRole('heading', { name: 'Existing links' }).waitFor();
    },
  },
  'an export': {
    path: () => `/api/tests/${test._id}`,
    reach: async (page) => {
      await button(page, 'Export').click();
      await page.getByRole('switch', { name: 'Videos' }).waitFor();
    },
  },
  'a title card': {
    path: () => `/api/tests/${test._id}?tab=clips`,
    reach: async (page) => {
      await button(page, 'Make a reel').click();
      await button(page, 'Title card').click();
    },
  },
  'an enlarged heatmap': {
    path: () => `${recording}?tab=heatmaps`,
    reach: (page) => button(page, 'Enlarge').click(),
  },
  'an invitation': {
    path: () => '/invitation',
    reach: (page) => button(page, 'Decline').waitFor(),
  },
  'an invitation in the switcher': {
    path: () => '/dashboard',
    reach: async (page) => {
      await button(page, 'Workspace').click();
      await page.getByRole('menuitem', { name: /invites you/ }).waitFor();
    },
  },
  'an email change': {
    path: () => '/email-change#AAAA',
    reach: async (page) => {
      const answer = {
        isYours: true,
        email: 'ada@example.com',
        newEmail: 'ada@example.org',
        expiresAt: '2099-01-01T00:00:00.000Z',
      };
      await page.route('**/emailUpdate/look', (route) => route.fulfill({ json: answer }));
      await page.reload();
      await button(page, 'Use this address').waitFor();
    },
  },
  'a mailed link that is over': {
    path: () => '/email-undo#AAAA',
    reach: (page) => page.getByText('This link no longer works').waitFor(),
  },
  'withdrawing an invitation': {
    path: () => '/settings?tab=team',
    reach: (page) => button(page, 'Remove grace').click(),
  },
  'a refused member': {
    path: () => '/settings?tab=team',
    reach: async (page) => {
      await page.getByLabel('Email of a new member').fill('grace@example.com');
      await button(page, 'Add member').click();
      await page.getByText('already in your team').waitFor();
    },
  },
  'deleting the account': {
    path: () => '/settings',
    reach: (page) => button(page, 'Delete account').click(),
  },
  'signing in again': {
    path: () => '/settings?tab=team',
    reach: async (page) => {
      const body = { message: 'Please sign in again to do this.', code: 'sign_in_again' };
      await page.route('**/teamMembers', (route) => route.fulfill({ status: 403, json: body }));
      await page.getByLabel('Email of a new member').fill('new@example.com');
      await button(page, 'Add member').click();
      await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor();
    },
  },
  'a test that does not exist': {
    path: () => '/api/tests/0190a0a0-0000-7000-8000-000000000000',
    reach: (page) => page.getByText('This test does not exist').waitFor(),
  },
  'code that did not arrive': {
    path: () => '/dashboard',
    reach: async (page) => {
      await page.route('**/static/js/settings.page*', (route) => route.abort());
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText('This page did not finish loading').waitFor();
    },
  },
};

it.each(Object.entries(states))('%s', async (name, { path, reach }) => {
  const signedIn = name === 'signing in' ? null : stage.owner;
  // Motion is off, because colours are measured only after transitions.
  const page = await openPage(stage, signedIn, { reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(path());
  await reach(page);
  expect(await page.locator('main').count()).toBe(1);
  expect(await brokenRules(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  // A busy machine paints the other colours a moment later.
  const contrast = () => brokenRules(page, ['color-contrast']);
  await expect.poll(contrast, { timeout: 10_000, message: 'in dark colours' }).toEqual([]);
  await page.context().close();
});

it('Escape closes a dialog, and the keyboard goes on from the button that opened it', async () => {
  const page = await openPage(stage, stage.owner);
  await page.goto(recording);
  await button(page, 'Share').press('Enter');
  await page.getByRole('dialog', { name: 'Share recording' }).waitFor();
  await page.keyboard.press('Escape');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Share');
  await page.context().close();
});

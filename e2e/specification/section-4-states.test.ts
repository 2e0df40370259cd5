// Section 4 of the specification: states of tests, teams, sign-ins and dialogs, as the creator sees them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_COOKIE } from '#server/platform/http/credentials.ts';
import type { TestIds } from '#testing/participant.ts';
import {
  createTest,
  joinTeam,
  openPage,
  openStage,
  type Stage,
  signIn,
  submitRecording,
} from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const stateOf = async ({ uniqueId }: TestIds) =>
  (await stage.owner.get(`/api/link/${uniqueId}`)).body.state;

/** Holds a call's answer back until the given moment has been looked at. */
async function holdWhile(method: string, look: () => Promise<void>): Promise<void> {
  let release: () => void = () => undefined;
  const looked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === method) await looked;
    await route.fallback();
  });
  await look();
  release();
}

describe('section 4: states and transitions', () => {
  it('4.1 closes a test by the switch, and opens it again', async () => {
    const own = await createTest(stage, 'By hand');
    await page.goto(`/api/tests/${own._id}?tab=settings`);
    for (const [state, text] of [
      ['closed', 'Closed by hand.'],
      ['open', 'Takes submissions.'],
    ] as const) {
      await page.getByRole('switch', { name: 'Close this test' }).click();
      await button('Save').click();
      await page.getByText(text, { exact: true }).waitFor();
      expect(await stateOf(own)).toBe(state);
    }
  });

  it('4.1 closes a test at its date and time, and when it is full', async () => {
    const own = await createTest(stage, 'By date');
    const session = (name: string) =>
      stage.owner.post(`/api/link/${own.uniqueId}/sessions`, { name });
    const close_date = new Date(Date.now() + 1500).toISOString();
    await stage.owner.put(`/api/tests/${own._id}/settings`, { close_date });
    expect(await stateOf(own)).toBe('open');
    await expect.poll(() => stateOf(own), { timeout: 10_000 }).toBe('closed');
    expect(await session('Late')).toMatchObject({ status: 409, body: { code: 'test_closed' } });
    await page.goto('/dashboard');
    const card = page.getByRole('listitem').filter({ hasText: 'By date' });
    await card.getByText('Closed', { exact: true }).waitFor();
    const limit = { close_date: null, number_of_submission: 1 };
    await stage.owner.put(`/api/tests/${own._id}/settings`, limit);
    expect((await session('First')).status).toBe(201);
    expect(await session('Second')).toMatchObject({ status: 409, body: { code: 'test_full' } });
  });

  it('4.2 enables Save only after a change, and shows the stored state afterwards', async () => {
    await page.goto(`/api/tests/${test._id}?tab=settings`);
    const repeats = page.getByRole('switch', { name: 'Allow repeat submissions' });
    expect(await button('Save').isDisabled()).toBe(true);
    await repeats.click();
    expect(await button('Save').isEnabled()).toBe(true);
    await repeats.click();
    expect(await button('Save').isDisabled()).toBe(true);
    await repeats.click();
    await button('Save').click();
    await page.getByText('Settings saved successfully').waitFor();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    expect(await repeats.isChecked()).toBe(false);
    await page.reload();
    expect(await repeats.isChecked()).toBe(false);
  });

  it('4.2 shows the time that was stored, where the clock has no such hour', async () => {
    const newYork = await openPage(stage, stage.owner, { timezoneId: 'America/New_York' });
    await newYork.goto(`/api/tests/${test._id}?tab=settings`);
    await newYork.getByLabel('Date').fill('2099-03-08');
    await newYork.getByLabel('Time').fill('02:30');
    await newYork.getByRole('button', { name: 'Save', exact: true }).click();
    await newYork.getByText('Settings saved successfully').waitFor();
    await expect.poll(() => newYork.getByLabel('Time').inputValue()).toBe('03:30');
    expect(await newYork.getByText('(not saved)').count()).toBe(0);
    await newYork.getByRole('button', { name: 'Clear' }).click();
    await newYork.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => newYork.getByLabel('Time').inputValue()).toBe('');
    await newYork.context().close();
  });

  it('4.3 lists the owner first, adds and removes members', async () => {
    await page.goto('/settings?tab=team');
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await page.getByLabel('Email of a new member').fill('aaa@example.com');
    await button('Add member').click();
    await rows.filter({ hasText: 'aaa@example.com' }).waitFor();
    expect(await rows.first().textContent()).toContain('Owner');
    expect(await rows.first().textContent()).toContain('ada@example.com');
    await button('Remove aaa@example.com').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await rows.filter({ hasText: 'aaa@example.com' }).waitFor({ state: 'detached' });
  });

  it('4.3 lets a member leave, who is logged out by it', async () => {
    const teamMemberEmail = 'leaver@example.com';
    const member = await openPage(stage, await joinTeam(stage, teamMemberEmail));
    await member.goto('/settings?tab=team');
    expect(await member.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await member.getByRole('button', { name: 'Leave your team' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
    await member.waitForURL(`${stage.origin}/`);
    await member.getByRole('button', { name: 'Login / Signup' }).first().waitFor();
    await member.context().close();
  });

  it("4.4 asks before a test is deleted, and shows 'Deleting...'", async () => {
    const own = await createTest(stage, 'To be deleted');
    await page.goto(`/api/tests/${own._id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this test?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await stage.owner.get(`/api/tests/${own._id}`)).status).toBe(200);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await holdWhile('DELETE', async () => {
      await dialog.getByRole('button', { name: 'Delete test' }).click();
      await dialog.getByText('Deleting...').waitFor();
    });
    await page.waitForURL('**/dashboard');
    await page.unrouteAll();
    expect((await stage.owner.get(`/api/tests/${own._id}`)).status).toBe(404);
  });

  it("4.4 asks before a recording is deleted, and shows 'Deleting...'", async () => {
    await submitRecording(stage.origin, test);
    await page.goto(`/api/tests/${test._id}?tab=recordings`);
    await button('Delete the recording of Grace').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this recording?' });
    await holdWhile('DELETE', async () => {
      await dialog.getByRole('button', { name: 'Delete recording' }).click();
      await dialog.getByText('Deleting...').waitFor();
    });
    await page.getByText('Still waiting for the recording to show up!').waitFor();
    await page.unrouteAll();
    const { body } = await stage.owner.get(`/api/tests/${test._id}`);
    expect(body.count_of_recordings).toBe(0);
  });

  it('4.5 clears what was stored at the sign-out and goes to / [14.3.1]', async () => {
    const person = await openPage(stage, await signIn(stage.origin, 'out@example.com'));
    await person.goto('/create-company');
    await person.getByLabel('Company name').fill('Elsewhere');
    await person.getByRole('button', { name: 'Continue' }).click();
    await person.waitForURL('**/create-test');
    await person.getByRole('button', { name: 'Logout' }).click();
    await person.waitForURL(`${stage.origin}/`);
    const keys = await person.evaluate(() => Object.keys(window.sessionStorage));
    expect(keys).not.toContain('companyName');
    expect(keys).not.toContain('testData');
    const names = (await person.context().cookies()).map(({ name }) => name);
    for (const name of [SIGN_IN_COOKIE, 'email', 'admin']) expect(names).not.toContain(name);
    await person.goto('/dashboard');
    await person.waitForURL(/\/\?next=/);
    await person.context().close();
  });

  it('4.10 goes to /create-test with the company, and to /dashboard with the test', async () => {
    await page.goto('/create-company');
    await page.getByLabel('Company name').fill('Acme Garden');
    await button('Continue').click();
    await page.waitForURL('**/create-test');
    const stored = await page.evaluate(() => window.sessionStorage.getItem('companyName'));
    expect(stored).toBe('Acme Garden');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fresh');
    await page.getByRole('textbox', { name: 'Task', exact: true }).fill('Do it.');
    await page.getByRole('textbox', { name: 'Link', exact: true }).fill('https://example.com');
    await page.locator('form').getByRole('button', { name: 'Create test' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Fresh' }).waitFor();
  });

  it('4.11 replaces the breadcrumbs with each screen', async () => {
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    for (const [path, expected] of [
      ['/dashboard', ['Home']],
      ['/settings', ['Home', 'Settings']],
      [`/api/tests/${test._id}`, ['Home', 'Plants']],
      [`/edit-test/${test._id}`, ['Home', 'Plants', 'Edit test']],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => trail.allTextContents()).toEqual(expected);
    }
    await trail.first().click();
    await page.waitForURL('**/dashboard');
    await expect.poll(() => trail.allTextContents()).toEqual(['Home']);
  });
});

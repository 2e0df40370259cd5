// Typed text is never lost without a question: tabs keep it, leaving asks, closing asks.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestIds } from '#testing/participant.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let test: TestIds;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
});
beforeEach(async () => {
  await page?.context().close();
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
const settingsTab = () => page.getByRole('tab', { name: /^Settings/ });
const limit = () => page.getByLabel('Submission limit');

async function typeLimit(): Promise<void> {
  await page.goto(`/api/tests/${test._id}?tab=settings`);
  await limit().fill('7');
}

describe('the Settings tab of a test', () => {
  it('keeps what is typed while other tabs are looked at, and says that it is not saved', async () => {
    await typeLimit();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByText('Invite participants', { exact: true }).first().waitFor();
    expect(await settingsTab().textContent()).toBe('Settings (not saved)');
    await settingsTab().click();
    expect(await limit().inputValue()).toBe('7');
    expect(await question().isVisible()).toBe(false);
  });

  it('asks before another page, stays, and leaves when told to', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Plants', exact: true }).click();
    await settingsTab().click();
    await limit().fill('7');
    await page.getByRole('link', { name: 'Home' }).click();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    expect(await limit().inputValue()).toBe('7');
    await page.goBack();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('link', { name: 'Home' }).click();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('asks before signing out', async () => {
    await typeLimit();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    expect((await page.request.get('/auth/check-auth')).status()).toBe(200);
  });

  it('asks nothing once it is saved, or when the test is deleted', async () => {
    const other = await createTest(stage, 'Deleted with changes');
    await typeLimit();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved successfully').waitFor();
    // Nothing is left to save, and the keyboard's focus continues from here.
    const save = page.getByRole('button', { name: 'Save' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`/api/tests/${other._id}?tab=settings`);
    await limit().fill('7');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete test' }).click();
    await page.waitForURL('**/dashboard');
  });
});

describe('forms', () => {
  it('editing keeps a draft on the server, and asks before leaving only while that fails', async () => {
    await page.goto(`/edit-test/${test._id}`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Plants, half');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`**/tests/${test._id}`);
    const draft = async () => (await stage.owner.get(`/api/tests/${test._id}/draft`)).body.draft;
    await expect.poll(async () => (await draft())?.form.name).toBe('Plants, half');
    await page.goto(`/edit-test/${test._id}`);
    await expect.poll(() => name.inputValue()).toBe('Plants, half');
    await page.route('**/draft', (route) => route.abort());
    await name.fill('Plants, again');
    await page.getByText('Not saved, trying again').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText(/^Draft, saved/).waitFor();
    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`/edit-test/${test._id}`);
    await expect.poll(() => name.inputValue()).toBe('Plants, again');
    expect(await page.getByText(/^Draft, saved/).isVisible()).toBe(false);
  });

  it('creating keeps its draft in this tab, and the browser asks before the tab is closed', async () => {
    await page.goto('/create-test');
    await page.getByRole('textbox', { name: 'Name' }).fill('Half a test');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a test');
    await page.getByRole('textbox', { name: 'Task' }).fill('Find it.');
    const dialogEvent = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe('beforeunload');
    // Told to stay, Chromium sometimes breaks down when the window is closed afterwards.
    await Promise.all([page.waitForEvent('close'), dialog.accept()]);
  });

  it('settings keep a name while the team is looked at', async () => {
    await page.goto('/settings');
    await page.getByLabel('First name').fill('Augusta');
    await page.getByRole('tab', { name: 'Team' }).click();
    await page.getByRole('tab', { name: /^General/ }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Augusta');
  });
});

// Open pages follow what happens without being reloaded: sessions, tests, and who may still look.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestId } from '#contract/ids.ts';
import type { TestClient } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { joinTeam, openPage, openStage, type Stage, signIn } from './stage.ts';

let stage: Stage;
let shop: TestIds;
const contexts = new Set<BrowserContext>();

beforeAll(async () => {
  stage = await openStage();
  shop = await createTest('Plant shop');
});
afterAll(() => stage?.close());
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts.clear();
});

async function createTest(name: string): Promise<TestIds> {
  const { owner, server } = stage;
  const form = { name, task: 'Buy a plant.', figmaUrl: server.prototypeUrl };
  return (await owner.post('/api/tests', form)).body;
}

async function open(client: TestClient | null, path: string): Promise<Page> {
  const page = await openPage(stage, client);
  contexts.add(page.context());
  await page.goto(path);
  return page;
}

/** Another tab of the same browser. */
async function openBeside(page: Page, path: string): Promise<Page> {
  const beside = await page.context().newPage();
  await beside.goto(path);
  return beside;
}

const storedCompany = (page: Page) =>
  page.evaluate(() => window.sessionStorage.getItem('companyName'));

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('a participant records', () => {
  it('dashboard, summary, list and recording follow from the start, over a silence, to the deletion', async () => {
    const dashboard = await openPage(stage, stage.owner);
    contexts.add(dashboard.context());
    await dashboard.context().clock.install();
    await dashboard.goto('/dashboard');
    const problems = collectProblems(dashboard.context());
    const summary = await openBeside(dashboard, `/api/tests/${shop._id}`);
    const list = await openBeside(dashboard, `/api/tests/${shop._id}?tab=recordings`);
    await card(dashboard, 'Plant shop').getByText('No recordings yet').waitFor();
    await list.getByText('Still waiting for the recording to show up!').waitFor();

    const participant = await open(null, '/');
    await startRecording(participant, `${stage.origin}/tryout/${shop.uniqueId}`, 'Grace');
    const row = list.getByRole('listitem').filter({ hasText: 'Grace' });
    const href = (await row.getByRole('link').getAttribute('href')) ?? '';
    const watched = await openBeside(dashboard, href);
    const expectAll = async (presence: 'live' | 'silent') => {
      const badge = presence === 'live' ? 'Live' : 'Silent';
      // After a call that was on its way, a session is silent half a minute later.
      await card(dashboard, 'Plant shop')
        .getByText(`1 ${presence}`, { exact: true })
        .waitFor({ timeout: 60_000 });
      await expect.poll(() => figureOf(summary, 'Recording now')).toBe(`1 ${presence}`);
      await row.getByText(badge, { exact: true }).waitFor();
      await watched.getByText(badge, { exact: true }).waitFor();
    };
    await expectAll('live');
    await watched.getByText('This session is still running').waitFor();

    await participant.context().setOffline(true);
    // Half a minute passes, in what is stored and on the pages.
    await expect.poll(() => storedSilence(shop._id)).toBe(0);
    for (const page of [dashboard, summary, list, watched]) await page.clock.fastForward(31_000);
    await expectAll('silent');
    await participant.context().setOffline(false);
    // Pieces resume after a pause between two tries, and the time of the last call is stored some seconds apart.
    await expectAll('live');

    await stopAndUpload(participant);
    await card(dashboard, 'Plant shop')
      .getByText(/^1 recording( today)?$/)
      .waitFor();
    await expect.poll(() => figureOf(summary, 'Recording now')).toBe('None');
    await dashboard.getByText('1 live').waitFor({ state: 'detached' });
    await row.getByText('Live', { exact: true }).waitFor({ state: 'detached' });
    await watched.getByText('This session is still running').waitFor({ state: 'detached' });
    expect(await figureOf(summary)).toBe('1');

    const { body } = await stage.owner.get(`/api/tests/${shop._id}`);
    const timestamp = encodeURIComponent(body.recordings_info[0].userTimestamp);
    await stage.owner.delete(`/api/tests/${shop._id}/recording/x/y/${timestamp}`);
    await watched.getByText('This recording does not exist').waitFor();
    await card(dashboard, 'Plant shop').getByText('No recordings yet').waitFor();
    await list.getByText('Still waiting for the recording to show up!').waitFor();
    await expect.poll(() => figureOf(summary)).toBe('0');
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  const figureOf = (page: Page, term = 'Recordings') =>
    page
      .getByRole('region', { name: 'Figures' })
      .locator('dl > div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .locator('dd')
      .textContent();

  /** Moves the time of the participant's last call back, because a call may still be on its way. */
  async function storedSilence(testId: string): Promise<number> {
    const { db } = stage.database;
    const past = new Date(Date.now() - 31_000);
    const own = await db
      .updateTable('sessions')
      .set({ seen_at: past })
      .where('test_id', '=', testId as TestId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('recordings')
      .set({ last_piece_at: past })
      .where('session_id', '=', own.id)
      .execute();
    return (await stage.owner.get(`/api/tests/${testId}`)).body.recordings_info[0].silentInMs;
  }
});

describe('tests', () => {
  it('appear, are renamed, closed and deleted on open pages', async () => {
    const dashboard = await open(stage.owner, '/dashboard');
    await card(dashboard, 'Plant shop').waitFor();
    const { _id } = await createTest('Bank');
    await card(dashboard, 'Bank').waitFor();
    const detail = await openBeside(dashboard, `/api/tests/${_id}`);
    const form = { name: 'Savings', task: 'Save.', figmaUrl: stage.server.prototypeUrl };
    await stage.owner.put(`/api/tests/${_id}`, form);
    await card(dashboard, 'Savings').waitFor();
    await detail.getByRole('heading', { name: 'Savings' }).waitFor();
    await stage.owner.put(`/api/tests/${_id}/settings`, { isClose_test: true });
    await card(dashboard, 'Savings').getByText('Closed').waitFor();
    await detail.getByText('Closed by hand.').waitFor();
    await stage.owner.delete(`/api/tests/${_id}/x/y`);
    await card(dashboard, 'Savings').waitFor({ state: 'detached' });
    await detail.getByText('This test does not exist').waitFor();
  });

  it('settings that are not being changed here follow those saved elsewhere', async () => {
    const { _id } = await createTest('Followed');
    const settings = await open(stage.owner, `/api/tests/${_id}?tab=settings`);
    const closed = settings.getByRole('switch', { name: 'Close this test' });
    const repeat = settings.getByRole('switch', { name: 'Allow repeat submissions' });
    await repeat.click();
    await stage.owner.put(`/api/tests/${_id}/settings`, { isClose_test: true });
    await settings.getByText('Closed by hand.').waitFor();
    expect([await closed.isChecked(), await repeat.isChecked()]).toEqual([true, false]);
  });

  it('fields of a test that are not being changed here follow those saved elsewhere', async () => {
    const { _id } = await createTest('Edited twice');
    const form = await open(stage.owner, `/edit-test/${_id}`);
    const field = (name: string) => form.getByRole('textbox', { name, exact: true });
    await field('Name').fill('Edited here');
    const elsewhere = {
      name: 'Edited elsewhere',
      task: 'Water it.',
      figmaUrl: 'https://example.com',
    };
    await stage.owner.put(`/api/tests/${_id}`, elsewhere);
    await expect.poll(() => field('Task').inputValue()).toBe('Water it.');
    expect(await field('Name').inputValue()).toBe('Edited here');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.waitForURL('**/dashboard');
    const { body } = await stage.owner.get(`/api/tests/${_id}`);
    expect(body).toMatchObject({ ...elsewhere, name: 'Edited here' });
  });
});

describe('tabs of one browser', () => {
  it('share one stream; another takes it over', async () => {
    const first = await open(stage.owner, '/');
    const streams: Page[] = [];
    first.context().on('request', (request) => {
      if (request.url().endsWith('/api/updates')) streams.push(request.frame().page());
    });
    await first.goto('/dashboard');
    await card(first, 'Plant shop').waitFor();
    const others = [];
    for (let at = 0; at < 7; at += 1) others.push(await openBeside(first, '/dashboard'));
    await createTest('Shared');
    for (const page of [first, ...others]) await card(page, 'Shared').waitFor();
    expect(streams).toEqual([first]);
    await first.close();
    await expect.poll(() => streams.length).toBe(2);
    await createTest('Taken over');
    for (const page of others) await card(page, 'Taken over').waitFor();
    expect(streams).toHaveLength(2);
  });
});

describe('a tab whose code for updates arrives late', () => {
  it('shows what happened meanwhile', async () => {
    const first = await open(stage.owner, '/dashboard');
    await card(first, 'Plant shop').waitFor();
    const code = Promise.withResolvers<void>();
    const late = await first.context().newPage();
    await late.route(/follow-updates/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await late.goto('/dashboard');
    await card(late, 'Plant shop').waitFor();
    await createTest('Meanwhile');
    await card(first, 'Meanwhile').waitFor();
    expect(await card(late, 'Meanwhile').count()).toBe(0);
    code.resolve();
    await card(late, 'Meanwhile').waitFor();
  });
});

describe('who may look no more', () => {
  const landing = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Tryout' });
  let email: string;
  let member: TestClient;

  async function join(): Promise<void> {
    email = `grace-${Date.now()}@example.com`;
    member = await joinTeam(stage, email);
  }

  it('a removed member loses every open tab at once', async () => {
    await join();
    const dashboard = await open(member, '/dashboard');
    await card(dashboard, 'Plant shop').waitFor();
    const detail = await openBeside(dashboard, `/api/tests/${shop._id}`);
    await detail.getByRole('heading', { name: 'Plant shop' }).waitFor();
    const team = await open(stage.owner, '/settings?tab=team');
    await team.getByRole('listitem').filter({ hasText: email }).getByRole('button').click();
    await team.getByRole('button', { name: 'Remove', exact: true }).click();
    for (const page of [dashboard, detail]) {
      await landing(page).getByText('You are no longer in this workspace.').waitFor();
      expect(await page.getByText('Plant shop').count()).toBe(0);
    }
  });

  it('signing out in one tab ends the others', async () => {
    await join();
    const dashboard = await open(member, '/dashboard');
    const other = await openBeside(dashboard, `/api/tests/${shop._id}`);
    await other.getByRole('heading', { name: 'Plant shop' }).waitFor();
    for (const page of [dashboard, other])
      await expect.poll(() => storedCompany(page)).toBe('Acme');
    await dashboard.getByRole('button', { name: 'Logout' }).click();
    await dashboard.waitForURL(`${stage.origin}/`);
    await landing(other).waitFor();
    expect(await other.getByText('You are no longer').count()).toBe(0);
    for (const page of [dashboard, other]) expect(await storedCompany(page)).toBeNull();
  });

  it.each([
    [
      'a refused call moves to the landing page before updates arrive',
      (other: Page) => other.getByRole('link', { name: 'Home' }).click(),
    ],
    [
      'is loaded again after the sign-out',
      (other: Page) => other.goto('/dashboard').then(() => undefined),
    ],
  ])('nothing is left in another tab that %s', async (_, leave) => {
    await join();
    const dashboard = await open(member, '/dashboard');
    const other = await dashboard.context().newPage();
    await other.route(/follow-updates/, (route) => route.abort());
    await other.goto(`/api/tests/${shop._id}`);
    await other.getByRole('heading', { name: 'Plant shop' }).waitFor();
    await expect.poll(() => storedCompany(other)).toBe('Acme');
    await dashboard.getByRole('button', { name: 'Logout' }).click();
    await dashboard.waitForURL(`${stage.origin}/`);
    await leave(other);
    await landing(other).waitFor();
    expect(await storedCompany(other)).toBeNull();
  });

  it('switching the workspace in one tab takes the others along', async () => {
    const address = `two-${Date.now()}@example.com`;
    const ada = await signIn(stage.origin, address);
    await ada.post('/api/set-company', { company: 'Her own' });
    const both = await joinTeam(stage, address);
    const dashboard = await open(both, '/dashboard');
    const other = await openBeside(dashboard, `/api/tests/${shop._id}?tab=settings`);
    await other.getByLabel('Submission limit').fill('7');
    for (const page of [dashboard, other])
      await expect.poll(() => storedCompany(page)).toBe('Acme');
    const change = async () => {
      await dashboard.getByRole('button', { name: /Workspace/ }).click();
      await dashboard.getByRole('menuitem', { name: 'Her own' }).click();
    };
    await change();
    const question = dashboard.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Your changes in another tab').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await other.getByLabel('Submission limit').inputValue()).toBe('7');
    await change();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    for (const page of [dashboard, other]) {
      await page.waitForURL(`${stage.origin}/dashboard`);
      await page.getByText('No tests yet? No problem!').waitFor();
      await expect.poll(() => storedCompany(page)).toBe('Her own');
    }
  });
});

describe('the server', () => {
  it('is not there for a while: pages keep what they show and hold, and go on by themselves', async () => {
    const { _id } = await createTest('Kept in view');
    const page = await open(stage.owner, `/edit-test/${_id}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Half typed');
    const dashboard = await openBeside(page, '/dashboard');
    await card(dashboard, 'Kept in view').waitFor();
    let requestCount = 0;
    await page.context().route('**/api/updates', (route) => route.fulfill({ status: 503 }));
    await page.context().route('**/auth/check-auth', (route) => {
      requestCount += 1;
      return route.abort();
    });
    await stage.server.stop('SIGTERM');
    await stage.server.start();
    // Each of the two tabs has checked its sign-in three times.
    await expect.poll(() => requestCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
    await dashboard.waitForTimeout(500);
    await card(dashboard, 'Kept in view').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half typed');
    await page.context().unrouteAll({ behavior: 'wait' });
    await createTest('Afterwards');
    await card(dashboard, 'Afterwards').waitFor({ timeout: 60_000 });
  });

  it('stops although pages listen, and they catch up once it is back', async () => {
    const dashboard = await open(stage.owner, '/dashboard');
    await card(dashboard, 'Plant shop').waitFor();
    await stage.server.stop('SIGTERM');
    await stage.server.start();
    await createTest('While away');
    // The longer a server was away, the longer pages wait between their tries.
    await card(dashboard, 'While away').waitFor({ timeout: 60_000 });
  });
});

// Section 2 of the specification: the creator's screens and what is on them.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestIds } from '#testing/participant.ts';
import {
  createRecordedTest,
  createTest,
  freeze,
  openPage,
  openStage,
  type Stage,
  signIn,
} from '../stage.ts';

/** Everything a name may hold, as long as it may be. */
const NAME = `A/b "c" 🌿 ${'x'.repeat(189)}`;

let stage: Stage;
let page: Page;
let test: TestIds;
let recording: string;

beforeAll(async () => {
  stage = await openStage();
  ({ test, recording } = await createRecordedTest(stage, NAME));
  page = await openPage(stage, stage.owner);
});
afterEach(() => page.unrouteAll());
afterAll(() => stage?.close());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const tabs = () => page.getByRole('tab').allTextContents();

async function expectTestForm(): Promise<void> {
  for (const name of ['Name', 'Task', 'Link']) await field(name).waitFor();
}

describe('section 2: screens and routes', () => {
  it('2.1 / has navbar, login dialog, create form, sections and footer pages', async () => {
    const visitor = await openPage(stage, null);
    await visitor.goto('/');
    const login = visitor.getByRole('button', { name: 'Login / Signup' });
    for (const name of ['How it Works', 'Pricing', 'FAQs']) {
      const anchor = visitor.getByRole('link', { name, exact: true });
      const target = (await anchor.getAttribute('href')) ?? '';
      await visitor.locator(target).getByRole('heading').first().waitFor();
    }
    for (const name of ['Name', 'Task', 'Link']) {
      await visitor.getByRole('textbox', { name, exact: true }).waitFor();
    }
    const steps = await visitor.locator('#how-it-works').getByRole('heading').allTextContents();
    for (const step of ['Create a test', 'Share the link', 'Analyze feedback']) {
      expect(steps.join()).toContain(step);
    }
    await visitor.getByRole('heading', { name: 'Click heatmaps, frame by frame' }).waitFor();
    await login.click();
    const google = visitor.getByRole('dialog').getByRole('link', { name: 'Continue with Google' });
    // The keyboard begins there, though the link comes later than the dialog.
    await expect.poll(() => google.evaluate((link) => link === document.activeElement)).toBe(true);
    await visitor.keyboard.press('Escape');
    for (const [name, path] of [
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Contact', '/contact'],
    ] as const) {
      await visitor.goto('/');
      await visitor.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await visitor.waitForURL(`**${path}`);
      await visitor.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    }
    // This installation has no SUPPORT_EMAIL, so the contact page shows no address.
    await visitor.getByText('who has not set a support address yet').waitFor();
    expect(await visitor.getByRole('main').textContent()).not.toContain('@');
    await visitor.context().close();
  });

  it('2.2 /dashboard lists the tests, each linked, with search and Create test', async () => {
    await page.goto('/dashboard');
    await page.getByLabel('Search tests by name').waitFor();
    const create = page.getByRole('main').getByRole('link', { name: 'Create test' });
    expect(await create.first().getAttribute('href')).toBe('/create-test');
    await page.getByRole('link', { name: NAME }).click();
    await page.waitForURL(`**/tests/${test._id}`);
    await heading(NAME).waitFor();
  });

  it('2.2 /dashboard asks for the company in a dialog', async () => {
    const fresh = await openPage(stage, await signIn(stage.origin, 'fresh@example.com'));
    await fresh.goto('/dashboard');
    const prompt = fresh.getByRole('dialog', { name: 'Where do you work?' });
    await prompt.getByLabel('Company name').fill('Fresh');
    await prompt.getByRole('button', { name: 'Save' }).click();
    await prompt.waitFor({ state: 'hidden' });
    await fresh.context().close();
  });

  it('2.3 /create-test is the form of a new test', async () => {
    await page.goto('/create-test');
    await heading('Create test').waitFor();
    await expectTestForm();
  });

  it('2.4 /edit-test/{id} is the same form, filled', async () => {
    await page.goto(`/edit-test/${test._id}`);
    await expectTestForm();
    expect(await field('Name').inputValue()).toBe(NAME);
    expect(await field('Task').inputValue()).toBe('Buy a plant.');
    await button('Update').waitFor();
  });

  it("2.5 /create-company asks 'Where do you work?' and goes on to /create-test", async () => {
    await page.goto('/create-test');
    await page.getByRole('link', { name: 'Change company' }).click();
    await page.waitForURL('**/create-company');
    await heading('Where do you work?').waitFor();
    await page.getByLabel('Company name').fill('Acme');
    await button('Continue').click();
    await page.waitForURL('**/create-test');
  });

  it('2.6 /api/tests/{id} has Summary, Recordings, Settings; JSON for other callers', async () => {
    await page.goto(`/api/tests/${test._id}`);
    await heading(NAME).waitFor();
    await page.goto(`/tests/${test._id}`);
    await heading(NAME).waitFor();
    const results = ['Summary', 'Screens', 'Paths', 'Recordings 1', 'Clips', 'Report'];
    expect(await tabs()).toEqual([...results, 'Settings']);
    const json = await stage.owner.get(`/api/tests/${test._id}`);
    expect(json.body).toMatchObject({ name: NAME });
    expect(json.headers.get('vary')).toMatch(/accept\b/i);
    const html = await stage.owner.get(`/api/tests/${test._id}`, { accept: 'text/html' });
    expect(html.headers.get('content-type')).toContain('text/html');
    expect(html.headers.get('vary')).toMatch(/accept\b/i);
  });

  it('2.7 the recording has Recording and Heatmaps, under any names', async () => {
    const [root = '', uniqueId, testId] = recording.split(/\/(?=[^/])/).slice(2);
    expect([root, uniqueId, testId]).toEqual(['tests', test.uniqueId, test._id]);
    const stale = `/api/tests/${test.uniqueId}/${test._id}/old%2Fname/%F0%9F%8C%BF/`;
    // The page's own address, without names.
    const own = `/recordings/${uniqueId}/${testId}/${recording.slice(recording.lastIndexOf('_') + 1)}`;
    const last = recording.slice(recording.lastIndexOf('/') + 1);
    for (const path of [recording, stale + last, own]) {
      await page.goto(path);
      await heading('Grace').waitFor();
      expect(await tabs()).toEqual(['Recording', 'Heatmaps']);
      await page.locator('video').waitFor();
      await page.reload();
      await heading('Grace').waitFor();
    }
  });

  it('2.8 /settings has General, Team, Subscription', async () => {
    await page.goto('/settings');
    await heading('Settings').waitFor();
    await expect.poll(tabs).toEqual(['General', 'Team', 'Subscription', 'Integrations']);
  });

  it('2.9 /tryout/{uniqueId} is the participant screen, without the navbar', async () => {
    await page.goto(`/tryout/${test.uniqueId}`);
    await heading(NAME).waitFor();
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto('/tryout/unknownunknownunknown1');
    await page.getByText('This link leads to no test').waitFor();
  });

  it('2.10 the server-error page has Retry, which reloads the page', async () => {
    await page.route('**/static/js/settings.page-*.js', (route) => route.abort());
    await page.goto('/settings');
    await button('Retry').waitFor();
    await page.evaluate(() => Reflect.set(globalThis, 'before', true));
    await page.unrouteAll();
    await button('Retry').click();
    await heading('Settings').waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'before'))).toBeUndefined();
  });

  it('2.11 the top bar has the trail from Home, the logo, Settings and Logout, or Login [7.4.4]', async () => {
    const ofTest = [`/edit-test/${test._id}`, `/api/tests/${test._id}`, recording];
    for (const path of ['/dashboard', '/create-test', ...ofTest, '/settings']) {
      await page.goto(path);
      const bar = page.getByRole('banner');
      const trail = bar.getByRole('navigation', { name: 'Breadcrumb' });
      const home = trail.getByRole('link', { name: 'Home', exact: true });
      expect(await home.getAttribute('href')).toBe('/dashboard');
      expect(await home.count()).toBe(1);
      expect((await trail.getByRole('link').allTextContents())[0]).toBe('Home');
      await bar.getByRole('link', { name: 'Tryout' }).waitFor();
      await bar.getByRole('link', { name: 'Settings' }).first().waitFor();
      await bar.getByRole('button', { name: 'Logout' }).waitFor();
      expect(await bar.getByRole('link', { name: 'Login' }).count()).toBe(0);
    }
    const visitor = await openPage(stage, null);
    await visitor.goto('/terms');
    await visitor.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    expect(await visitor.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    await visitor.context().close();
  });

  it('2.12 Create Account offers Continue with Google and Close', async () => {
    const visitor = await openPage(stage, null);
    await visitor.goto('/');
    for (const [name, value] of [
      ['Name', 'A test'],
      ['Task', 'Buy it.'],
      ['Link', 'https://example.com'],
    ] as const) {
      await visitor.getByRole('textbox', { name, exact: true }).fill(value);
    }
    await visitor.locator('form').getByRole('button', { name: 'Create test' }).click();
    const dialog = visitor.getByRole('dialog', { name: 'Create Account' });
    const google = dialog.getByRole('link', { name: 'Continue with Google' });
    expect(await google.getAttribute('href')).toMatch(/^\/auth\/google/);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await visitor.context().close();
  });

  it('2.13 code loads from static/js when needed, and a failed chunk is reported', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
    });
    await page.goto('/dashboard');
    await heading('Tests').waitFor();
    expect(loaded.length).toBeGreaterThan(1);
    // The theme is set before anything is painted: no chunk, and not late.
    expect(loaded.filter((path) => !path.startsWith('/static/js/'))).toEqual(['/static/theme.js']);
    expect(loaded.filter((path) => path.includes('settings.page'))).toEqual([]);
    await page.route('**/static/js/settings.page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading('This page did not finish loading').waitFor();
  });

  it('2.20 a spinner shows while the test loads; a failure shows an error view', async () => {
    let release: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/link/**', async (route) => {
      await looked;
      await route.abort();
    });
    await page.goto(`/tryout/${test.uniqueId}`);
    await page.getByRole('status').getByText('Loading the test…').waitFor();
    release();
    await heading('Failed to fetch test data.').waitFor();
  });

  it('2.22 closed tests have a badge; every empty list has its words', async () => {
    const closed = await createTest(stage, 'Over');
    await stage.owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
    await page.goto('/dashboard');
    const cards = page.getByRole('main').getByRole('listitem');
    await cards.filter({ hasText: 'Over' }).getByText('Closed', { exact: true }).waitFor();
    expect(await cards.filter({ hasText: NAME }).getByText('Closed', { exact: true }).count()).toBe(
      0,
    );
    await page.goto('/dashboard?search=nothing');
    await page.getByLabel('Search tests by name').fill('nothing like it');
    await heading('No tests found with the name').waitFor();
    await page.goto(`/api/tests/${closed._id}?tab=recordings`);
    await heading('Still waiting for the recording to show up!').waitFor();
    await page.goto('/settings?tab=team');
    await heading('Still waiting for the team members to show up!').waitFor();
    const fresh = await openPage(stage, await signIn(stage.origin, 'fresh@example.com'));
    await fresh.goto('/dashboard');
    await fresh.getByText('No tests yet? No problem!').waitFor();
    await fresh.context().close();
  });

  it('2.23 tooltips, copy confirmation, thumbnails, player and download', async () => {
    const timed = await openPage(stage, stage.owner);
    await timed.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await timed.clock.install();
    await timed.goto(`/api/tests/${test._id}`);
    await timed.getByRole('button', { name: 'Copy link' }).click();
    await timed.getByRole('button', { name: 'Copied' }).waitFor();
    await freeze(timed);
    await timed.clock.runFor(4000);
    await timed.getByRole('button', { name: 'Copy link' }).waitFor();
    await timed.clock.resume();
    await timed.getByRole('tab', { name: 'Recordings' }).click();
    await timed.getByRole('link', { name: 'Grace' }).hover();
    await timed.getByRole('tooltip').getByText('Watch Grace').waitFor();
    await timed.context().close();
    await page.goto(recording);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('recording.webm');
    await page.getByRole('tab', { name: 'Heatmaps' }).click();
    const thumbnail = page.getByRole('list', { name: 'Screens with clicks' }).locator('img');
    expect(await thumbnail.first().boundingBox()).toMatchObject({ width: 100, height: 70 });
  });

  it('2.24 settings: names, email, company, deletion; team; subscription', async () => {
    await page.goto('/settings');
    for (const name of ['First name', 'Last name', 'New email', 'Company name']) {
      await field(name).waitFor();
    }
    await button('Delete account').waitFor();
    await page.getByText('Takes effect within 24 hours of your request.').waitFor();
    await page.getByRole('tab', { name: 'Team' }).click();
    const first = page.getByRole('list', { name: 'Members' }).getByRole('listitem').first();
    expect(await first.textContent()).toMatch(/Ada Lovelace.*Owner/);
    await page.getByLabel('Email of a new member').waitFor();
    await button('Add member').waitFor();
    await page.getByRole('tab', { name: 'Subscription' }).click();
    await page.getByText('$49', { exact: true }).waitFor();
  });

  it('2.25 the Settings tab has the schedule with its zone, the switch, and Save', async () => {
    const abroad = await openPage(stage, stage.owner, { timezoneId: 'Asia/Kolkata' });
    await abroad.goto(`/api/tests/${test._id}?tab=settings`);
    const schedule = abroad.getByRole('group', { name: 'Scheduled close' });
    await schedule.getByLabel('Date').waitFor();
    await schedule.getByLabel('Time', { exact: true }).waitFor();
    expect(await schedule.textContent()).toMatch(/Kolkata|Calcutta|India/);
    await abroad.getByRole('switch', { name: 'Close this test' }).waitFor();
    await abroad.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await abroad.context().close();
  });
});

// Section 8 of the specification: what the creator reads when something works or fails, and how.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, errors } from '#contract/errors.ts';
import type { TestIds } from '#testing/participant.ts';
import {
  createRecordedTest,
  createTest,
  freeze,
  openPage,
  openStage,
  pressRetry,
  type Stage,
  signIn,
  submitRecording,
} from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;
/** Page of the test's one recording. */
let recording: string;

beforeAll(async () => {
  stage = await openStage();
  ({ test, recording } = await createRecordedTest(stage, 'Plants'));
  page = await openPage(stage, stage.owner);
});
afterEach(() => page.unrouteAll());
afterAll(() => stage?.close());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
/** A failure in the place of what failed: a picture, the sentence, a way on. */
const errorView = (text: string) =>
  page
    .getByRole('alert')
    .filter({ has: page.locator('svg') })
    .getByRole('heading', { name: text });

type Failure = { status: number; message?: string };

/** Lets calls of a method to a path fail; pages under the same address stay reachable. */
async function fail(method: string, path: RegExp, { status, message }: Failure): Promise<void> {
  await page.unrouteAll();
  await page.route(path, async (route) => {
    const request = route.request();
    if (request.method() !== method || request.isNavigationRequest()) return route.fallback();
    await route.fulfill({ status, json: message === undefined ? {} : { message } });
  });
}

const broken: Failure = { status: 500 };

async function fillTest(name: string): Promise<void> {
  await field('Name').fill(name);
  await field('Task').fill('Buy it.');
  await field('Link').fill('https://example.com/page');
}

/** Returns whether the sentence has the red of the failure's own token. */
async function isRed(sentence: Locator): Promise<boolean> {
  return await sentence.evaluate((element) => {
    const ground = element.closest('[role=alert]');
    const probe = document.createElement('i');
    probe.style.color = 'var(--color-danger-solid)';
    document.body.append(probe);
    const red = getComputedStyle(probe).color;
    probe.remove();
    return ground !== null && getComputedStyle(ground).backgroundColor === red;
  });
}

describe('section 8: errors and confirmations', () => {
  it("8.1 shows an error view when a test's data does not come", async () => {
    await fail('GET', /\/api\/(tests|link)/, broken);
    const paths = ['/dashboard', `/api/tests/${test._id}`, `/edit-test/${test._id}`];
    for (const path of [...paths, `/tryout/${test.uniqueId}`]) {
      await page.goto(path);
      await errorView('Failed to fetch test data.').waitFor();
      await button('Retry').waitFor();
    }
    await page.unrouteAll();
    await pressRetry(page);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
  });

  it('8.2 shows an error view and an alert when a test is not saved', async () => {
    const own = await createTest(stage, 'Draft');
    for (const [path, method, submit, text] of [
      ['/create-test', 'POST', 'Create test', 'Failed to create test.'],
      [`/edit-test/${own._id}`, 'PUT', 'Update', 'Failed to update test.'],
    ] as const) {
      await page.goto(path);
      await fail(method, /\/api\/tests/, broken);
      await fillTest('Unsaved');
      await page.locator('form').getByRole('button', { name: submit }).click();
      await errorView(text).waitFor();
      await toast(text).waitFor();
      await button('Back to the form').click();
      expect(await field('Name').inputValue()).toBe('Unsaved');
    }
  });

  it("8.2 shows the server's message in a red toast", async () => {
    const own = await createTest(stage, 'Draft');
    for (const [path, method, submit] of [
      ['/create-test', 'POST', 'Create test'],
      [`/edit-test/${own._id}`, 'PUT', 'Update'],
    ] as const) {
      await page.goto(path);
      for (const status of [400, 500]) {
        const message = `The server says why: ${submit} ${status}.`;
        await fail(method, /\/api\/tests/, { status, message });
        await fillTest(`Unsaved ${status}`);
        await page.locator('form').getByRole('button', { name: submit }).click();
        await toast(message).waitFor();
        expect(await isRed(toast(message))).toBe(true);
        const failed = submit === 'Update' ? 'Failed to update test.' : 'Failed to create test.';
        await page.getByRole('alert').filter({ hasText: failed }).waitFor();
      }
    }
  });

  it('8.3 says that a test was saved, and goes to /dashboard', async () => {
    const own = await createTest(stage, 'Draft');
    for (const [path, submit, text] of [
      ['/create-test', 'Create test', 'Test Created Successfully!'],
      [`/edit-test/${own._id}`, 'Update', 'Test Updated Successfully!'],
    ] as const) {
      await page.goto(path);
      await fillTest('Saved');
      await page.locator('form').getByRole('button', { name: submit }).click();
      await toast(text).waitFor();
      expect(await isRed(toast(text))).toBe(false);
      await page.waitForURL('**/dashboard');
      if (submit !== 'Create test') continue;
      // The toast has the next steps: to invite people, and to look at the test.
      await button('Copy link').waitFor();
      await button('Open').click();
      await page.getByRole('heading', { level: 1, name: 'Saved' }).waitFor();
    }
  });

  it('8.4 says whether a test was deleted', async () => {
    const own = await createTest(stage, 'Gone');
    const remove = async () => {
      await page.goto(`/api/tests/${own._id}`);
      await button('More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).click();
    };
    for (const failure of [broken, { status: 404, message: 'Not found.' }]) {
      await fail('DELETE', /\/api\/tests/, failure);
      await remove();
      await toast('Failed to delete test. Please try again.').waitFor();
    }
    await page.unrouteAll();
    await remove();
    await toast('Test deleted successfully. Please refresh the page to see the changes.').waitFor();
  });

  it('8.5 says whether a recording was deleted', async () => {
    const own = await createTest(stage, 'Recordings');
    const { body } = await submitRecording(stage.origin, own, 'Grace');
    const list = `/api/tests/${own._id}?tab=recordings`;
    const detail = `/api/tests/${own.uniqueId}/${own._id}/Acme/x/${body.userTimestamp}`;
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete recording' });
    await fail('DELETE', /\/api\/tests/, broken);
    await page.goto(detail);
    await button('Delete').click();
    await confirm.click();
    await toast('Failed to delete recording.').waitFor();
    await page.goto(list);
    await button('Delete the recording of Grace').click();
    await confirm.click();
    await toast('Failed to delete recording.').waitFor();
    await page.unrouteAll();
    await confirm.click();
    await toast('Recording deleted successfully').waitFor();
  });

  it("8.6 says when a test's settings do not come, and whether they were saved", async () => {
    const path = `/api/tests/${test._id}?tab=settings`;
    const repeats = page.getByRole('switch', { name: 'Allow repeat submissions' });
    await fail('GET', /\/settings$/, broken);
    await page.goto(path);
    await errorView('Failed to fetch settings').waitFor();
    await button('Retry').waitFor();
    await fail('PUT', /\/settings$/, broken);
    await pressRetry(page);
    await repeats.click();
    await button('Save').click();
    await toast('Failed to save settings.').waitFor();
    await page.unrouteAll();
    await button('Save').click();
    await toast('Settings saved successfully').waitFor();
  });

  it("8.7 says under the input why the company's name was not set", async () => {
    await page.goto('/create-company');
    const input = page.getByLabel('Company name');
    for (const [failure, text] of [
      [{ status: 400, message: 'The server says why.' }, 'The server says why.'],
      [{ status: 500, message: 'It failed.' }, 'It failed.'],
      [broken, 'Something went wrong'],
    ] as const) {
      await fail('POST', /\/api\/set-company/, failure);
      await input.fill('Acme');
      await button('Continue').click();
      const sentence = page.getByRole('alert').filter({ hasText: text });
      await sentence.waitFor();
      const described = await input.getAttribute('aria-describedby');
      expect(described?.split(' ')).toContain(await sentence.getAttribute('id'));
    }
  });

  it('8.8 says when the user settings do not come or are not saved', async () => {
    await fail('GET', /\/api\/user-info/, broken);
    await page.goto('/settings');
    await errorView('Failed to fetch user settings').waitFor();
    await button('Retry').waitFor();
    await fail('POST', /\/api\/user-info/, broken);
    await pressRetry(page);
    await field('First name').fill('Augusta');
    await button('Save name').click();
    await toast('Failed to update user info').waitFor();
    await page.goto('/settings?tab=team');
    const add = async () => {
      await page.getByLabel('Email of a new member').fill('bo@example.com');
      await button('Add member').click();
    };
    await add();
    await page
      .getByRole('alert')
      .filter({
        hasText: 'Failed to add team member. Please try again.',
      })
      .waitFor();
    await fail('POST', /\/api\/user-info/, { status: 409, message: 'The server says why.' });
    await add();
    await page.getByRole('alert').filter({ hasText: 'The server says why.' }).waitFor();
  });

  it('8.9 says when the video or the heatmaps do not come or make no sense', async () => {
    const heatmaps = /\/api\/recording_data\/heatmaps\//;
    await fail('HEAD', /\/api\/recording_data\//, { status: 404 });
    await page.goto(recording);
    await errorView('Video not found or failed to load.').waitFor();
    await fail('GET', heatmaps, broken);
    await page.goto(`${recording}?tab=heatmaps`);
    await page.getByText('Failed to load heatmap images.').waitFor();
    await page.unrouteAll();
    await page.route(heatmaps, (route) => route.fulfill({ json: { images: 'none' } }));
    await page.goto(`${recording}?tab=heatmaps`);
    await page.getByText('Invalid image data format.').waitFor();
  });

  it('8.17 hides toasts after 3 s, team errors after 5 s, team successes after 3 s', async () => {
    const timed = await openPage(stage, await signIn(stage.origin, 'owner@example.com'));
    await timed.clock.install();
    await timed.goto('/settings');
    /** Stops the page's clock at the sight of a sentence, and tells when it goes. */
    const expectHidden = async (sentence: Locator, afterMs: number) => {
      await sentence.waitFor();
      await freeze(timed);
      await timed.clock.runFor(afterMs - 1500);
      expect(await sentence.isVisible()).toBe(true);
      await timed.clock.runFor(1500);
      await sentence.waitFor({ state: 'detached' });
      await timed.clock.resume();
    };
    await timed.getByLabel('First name').fill('Augusta');
    await timed.getByRole('button', { name: 'Save name' }).click();
    await expectHidden(timed.getByText('Your name is saved.'), 3000);
    await timed.getByRole('tab', { name: 'Team' }).click();
    const add = timed.getByRole('button', { name: 'Add member' });
    await timed.getByLabel('Email of a new member').fill('cy@example.com');
    await add.click();
    await expectHidden(timed.getByText('cy@example.com has been invited.'), 3000);
    const message = 'The server says why.';
    await timed.route(/teamMembers/, (route) =>
      route.fulfill({ status: 409, json: { code: 'already_member', message } }),
    );
    await timed.getByLabel('Email of a new member').fill('di@example.com');
    await add.click();
    await expectHidden(timed.getByText(message), 5000);
    await timed.context().close();
  });

  it('8.18 gives each error code one status and one sentence', () => {
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const { status, body } = new AppError(code);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toEqual({ code, message: expect.stringMatching(/^[A-Z].+\.$/) });
    }
    const sentences = Object.values(errors).map(([, sentence]) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

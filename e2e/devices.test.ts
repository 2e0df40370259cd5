// A test whose microphone and camera are optional, taken in a real browser by a person who gives neither: the recording has the
// screen and says what it lacks.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { begin, change, end, press } from '#testing/messages.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { recordSession, sendForm, startSession } from '#testing/participant.ts';
import { brokenRules } from './axe.ts';
import { stopAndUpload } from './participant.ts';
import { embedOn, press as pressScreen } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ media: 'titled-tab', tabTitle: 'Plant shop' });
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function createTest(devices: object): Promise<Test> {
  const body = {
    name: 'Plant shop',
    task: 'Find the plants.',
    figmaUrl: stage.server.prototypeUrl,
    asks: [],
  };
  const test = successBody<Test>(await stage.owner.post('/api/tests', body));
  successBody(await stage.owner.patch(`/api/tests/${test._id}/participation`, { devices }));
  return test;
}

async function toDevices(page: Page, test: Test, name: string): Promise<void> {
  await page.goto(test.link);
  await page.getByLabel('Name').fill(name);
  await button(page, 'Continue').click();
}

async function shareAndRecord(page: Page): Promise<void> {
  await button(page, 'Share screen').click();
  await page
    .getByText('Recording in Progress (Please do not close the tab)...')
    .waitFor({ timeout: 40_000 });
}

it('records the screen alone of a person who gives neither device', async () => {
  const test = await createTest({ microphone: 'optional', camera: 'optional', screen: 'required' });
  await using page = await openPage(stage, null);
  await page.context().grantPermissions([], { origin: stage.origin });
  await toDevices(page, test, 'Grace');
  await button(page, 'Allow microphone and camera').click();
  await page.getByText('This page has no access to your microphone and camera.').waitFor();
  expect(await brokenRules(page)).toEqual([]);
  await button(page, 'Continue without microphone and camera').click();
  await button(page, 'Back to camera and microphone').click();
  await button(page, 'Allow microphone and camera').waitFor();
  await button(page, 'Continue without microphone and camera').click();
  await shareAndRecord(page);
  await stopAndUpload(page);

  await using review = await openPage(stage, stage.owner);
  const problems = collectProblems(review.context());
  await review.goto(`/tests/${test._id}?tab=recordings`);
  await review.getByRole('link', { name: /Grace/ }).first().click();
  await review.getByText('Without microphone').waitFor();
  await review.getByText('Without camera').waitFor();
  expect(
    await review.locator('video').evaluate((video: HTMLVideoElement) => video.error),
  ).toBeNull();
  expect(problems).toEqual([]);
  const { duration_ms: durationMs } = await stage.database.db
    .selectFrom('recordings')
    .select('duration_ms')
    .executeTakeFirstOrThrow();
  expect(durationMs).toBeGreaterThan(1000);
});

it('skips the check where the test uses no device', async () => {
  const test = await createTest({ microphone: 'off', camera: 'off', screen: 'required' });
  await using page = await openPage(stage, null);
  await page.context().grantPermissions([], { origin: stage.origin });
  await page.goto(test.link);
  await page.getByText('By continuing, you consent to screen recording access.').waitFor();
  expect(await page.getByText('camera', { exact: false }).count()).toBe(0);
  await page.getByLabel('Name').fill('Alan');
  await button(page, 'Continue').click();
  await button(page, 'Share screen').waitFor();
  expect(await button(page, /^Back/).count()).toBe(0);
  await shareAndRecord(page);
  await stopAndUpload(page);
});

it('uses the microphone alone when the camera is blocked', async () => {
  const test = await createTest({ microphone: 'required', camera: 'optional', screen: 'required' });
  await using page = await openPage(stage, null);
  await page.context().grantPermissions(['microphone'], { origin: stage.origin });
  await toDevices(page, test, 'Edith');
  await button(page, 'Allow microphone and camera').click();
  await button(page, 'Use the microphone alone').click();
  await page.getByRole('heading', { name: 'Great! Your microphone is on' }).waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Share screen').waitFor();
});

it('takes clicks and answers alone, without a permission', async () => {
  const test = await createTest({ microphone: 'off', camera: 'off', screen: 'off' });
  await using page = await openPage(stage, null);
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const refuse = () => {
      document.documentElement.dataset.permission = 'requested';
      return Promise.reject(new DOMException('No', 'NotAllowedError'));
    };
    Object.assign(mediaDevices, { getUserMedia: refuse, getDisplayMedia: refuse });
  });
  const problems = collectProblems(page.context());
  await page.goto(test.link);
  await page
    .getByText('By continuing, you agree that your clicks and answers are stored.')
    .waitFor();
  expect(await page.getByText(/camera|microphone|screen/i).count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByLabel('Name').fill('Ida');
  await button(page, 'Continue').click();
  await page.getByText('Test in progress (please do not close the tab)').waitFor();
  await pressScreen(page, await embedOn(page), { screenId: '1:2', x: 900, y: 300 });
  await using list = await openPage(stage, stage.owner);
  await list.goto(`/tests/${test._id}?tab=recordings`);
  await list.getByText('In progress', { exact: true }).waitFor();
  await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
  await button(page, 'I’m done').click();
  await page.getByText('Everything is sent ✅. Safe to close now.').waitFor({ timeout: 240_000 });
  expect(await page.locator('html').getAttribute('data-permission')).toBeNull();
  expect(problems).toEqual([]);

  await using review = await openPage(stage, stage.owner);
  // The page asks for no video that is not there: the browser would report it.
  const reviewProblems = collectProblems(review.context());
  await review.goto(`/tests/${test._id}?tab=recordings`);
  await review.getByText('No recording', { exact: true }).first().waitFor();
  await review.getByRole('link', { name: /Ida/ }).first().click();
  await review.getByText('No recording: clicks and answers alone').waitFor();
  expect(await brokenRules(review)).toEqual([]);
  await review.reload();
  await review.getByText('No recording: clicks and answers alone').waitFor();
  expect(reviewProblems).toEqual([]);
  const summary = successBody<{ people: number; funnel: { finished: number } }>(
    await stage.owner.get(`/api/tests/${test._id}/results`),
  );
  expect(summary).toMatchObject({ people: 1, funnel: { finished: 1 } });
});

it('goes on without a shared screen where it is optional, also after a reload', async () => {
  const test = await createTest({ microphone: 'off', camera: 'off', screen: 'optional' });
  await using page = await openPage(stage, null);
  await page.goto(test.link);
  await page.getByLabel('Name').fill('Joan');
  await button(page, 'Continue').click();
  await button(page, 'Continue without sharing the screen').click();
  await page.getByText('Test in progress (please do not close the tab)').waitFor();
  await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
  await page.reload();
  await button(page, 'Continue the test').click();
  await page.getByText('Test in progress (please do not close the tab)').waitFor();
  await button(page, 'Stop & send').click();
  await page.getByText('Everything is sent ✅. Safe to close now.').waitFor({ timeout: 240_000 });
  const { items } = successBody<{ items: object[] }>(
    await stage.owner.get(`/api/tests/${test._id}/recordings`),
  );
  expect(items).toMatchObject([{ sizeBytes: 0, state: 'ready', endedEarly: false }]);
});

it('passes over sessions without a video where people play in a row', async () => {
  const test = await createTest({ microphone: 'off', camera: 'off', screen: 'optional' });
  const participant = new TestClient(stage.origin);
  const passage = [begin(0, 1), change(10, '1:2'), press(900, '1:2'), end(4000, 1)];
  const messages = passage.map((message, seq) => ({ seq, ...message }));
  for (const name of ['Ada', 'Grace', 'Joan']) {
    if (name === 'Joan') await recordSession(participant, test, { name, messages });
    else {
      const session = await startSession(participant, test, { name });
      const form = new FormData();
      form.append('events', JSON.stringify(messages));
      successBody(await sendForm(participant, test, { form, session }));
    }
  }
  await using page = await openPage(stage, stage.owner);
  const problems = collectProblems(page.context());
  await page.goto(`/tests/${test._id}`);
  await page.getByRole('list', { name: 'From invitation to finish' }).waitFor();
  await page.getByRole('button', { name: '3 people' }).first().click();
  const drawer = page.getByRole('complementary').or(page.getByRole('dialog'));
  await drawer.getByRole('button', { name: /Ada/ }).click();
  await drawer.getByText('No recording: clicks and answers alone.').waitFor();
  await drawer.getByRole('button', { name: 'Play all' }).click();
  await drawer.locator('video').waitFor();
  expect(await drawer.locator('[aria-current]').textContent()).toContain('Joan');
  expect(problems).toEqual([]);
});

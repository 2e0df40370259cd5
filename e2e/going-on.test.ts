// A page that is reloaded in the middle of a test with several tasks: the participant goes on in the same recording, or
// stops there.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { recordings as calls } from '#contract/recordings.api.ts';
import type { RecordingRow } from '#contract/recordings.ts';
import type { Test } from '#contract/tests.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { brokenRules } from './axe.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { openPage, openStage, type Stage } from './stage.ts';
import { readTaskRuns } from './task-runs.ts';
import { openWebsite, type Website } from './website.ts';

let stage: Stage;
let website: Website;
let test: Test;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  website = await openWebsite();
  await createTest();
});
afterAll(async () => {
  website?.close();
  await stage?.close();
});

/** Creates a test with three tasks, of which only the last one leads to the website. */
async function createTest(): Promise<void> {
  const { prototypeUrl } = stage.server;
  const task = { kind: 'task', figmaUrl: prototypeUrl };
  const steps = [
    { ...task, task: 'Find the plants.', goal: { kind: 'screens', screens: ['1:3'], routes: [] } },
    { ...task, task: 'Buy a plant.', asks: ['ease', 'helped'] },
    {
      ...task,
      task: 'Look at the shop.',
      figmaUrl: website.url,
      asks: [],
    },
  ];
  const body = { name: 'Plants', task: 'Find the plants.', figmaUrl: prototypeUrl, steps };
  test = successBody<Test>(await stage.owner.post('/api/tests', body));
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const offer = (page: Page) => page.getByRole('heading', { name: 'Continue where you left off' });

/** Milliseconds in which the page stores its pieces and messages. */
const STORED_MS = 2500;

/** Reaches the second of three tasks, and presses in it. */
async function reachSecondTask(name: string): Promise<Page> {
  const page = await openPage(stage, null);
  await startRecording(page, `/tryout/${test.uniqueId}`, name);
  await press(page, await embedOn(page), { screenId: '1:2', x: 156, y: 473 });
  await button(page, 'Done with this task').click();
  await page.getByRole('radio', { name: '6' }).check();
  await button(page, 'Send').click();
  await button(page, 'Start this task').click();
  await press(page, await embedOn(page), { screenId: '1:2', x: 156, y: 473 });
  await page.waitForTimeout(STORED_MS);
  return page;
}

/** Presses the offer, and shares the devices and the screen again. */
async function goOn(page: Page): Promise<void> {
  await offer(page).waitFor();
  await button(page, 'Continue the test').click();
  await button(page, 'Allow microphone and camera').click();
  await page.getByText('Great! You are looking cool').waitFor();
  await button(page, 'Continue').click();
  await button(page, 'Share screen').click();
  await page.getByText('Go!').waitFor({ timeout: 20_000 });
  await page.getByText('Go!').waitFor({ state: 'hidden', timeout: 20_000 });
}

const runs = (name: string) => readTaskRuns(stage, name);

const recordings = async (name: string) =>
  await stage.database.db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select(['sessions.id', 'sessions.state', 'duration_ms', 'own_messages', 'received_messages'])
    .where('participant_name', '=', name)
    .execute();

/** Seconds of the recording as the bar shows them. */
async function barSeconds(page: Page): Promise<number> {
  const [minutes = '0', seconds = '0'] = (
    (await page.getByText(/^\d+:\d\d$/).textContent()) ?? ''
  ).split(':');
  return Number(minutes) * 60 + Number(seconds);
}

it('goes on in the same task and the same recording, twice, and finishes', async () => {
  const page = await reachSecondTask('Grace');
  const problems = collectProblems(page.context());
  const before = await barSeconds(page);
  await page.reload();
  await offer(page).waitFor();
  expect(await page.getByText('Task 2 of 3').isVisible()).toBe(true);
  expect(await page.getByText('Buy a plant.').isVisible()).toBe(true);
  expect(await page.getByLabel('Name').count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  // Another tab of the browser leaves the session to this one.
  const other = await page.context().newPage();
  await other.goto(`/tryout/${test.uniqueId}`);
  await other.getByText('A recording is open in another tab').waitFor();
  expect(await offer(other).count()).toBe(0);
  await other.close();

  await goOn(page);
  await page.getByText('Task 2 of 3').waitFor();
  expect(await barSeconds(page)).toBeGreaterThanOrEqual(before - 1);
  await press(page, await embedOn(page), { screenId: '1:2', x: 156, y: 473 });
  await button(page, 'Done with this task').click();
  await page.getByLabel('What would have helped?').fill('A bigger button');
  await page.getByRole('radio', { name: '3' }).check();
  await page.waitForTimeout(STORED_MS);

  await page.reload();
  await offer(page).waitFor();
  await page.getByText('You finished this task.').waitFor();
  await goOn(page);
  await page.getByRole('heading', { name: 'How did it go?' }).waitFor();
  expect(await page.getByLabel('What would have helped?').inputValue()).toBe('A bigger button');
  expect(await page.getByRole('radio', { name: '3' }).isChecked()).toBe(true);
  await button(page, 'Send').click();
  await page.getByText('Task 3 of 3').first().waitFor();
  await button(page, 'Start this task').click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'The shop' }).waitFor();
  await page.waitForTimeout(STORED_MS);
  const seconds = await barSeconds(page);
  await stopAndUpload(page, 'Done with this task');
  expect(problems).toEqual([]);

  await expect
    .poll(() => runs('Grace'), { timeout: 20_000 })
    .toMatchObject([
      { step: 1, outcome: 'direct', clicks: 1, ended: 'done', ease: 6 },
      {
        step: 2,
        path: ['1:2', '1:3', '1:2', '1:3'],
        clicks: 2,
        ended: 'done',
        ease: 3,
        helped: 'A bigger button',
      },
      { step: 3, ended: 'done', ease: null },
    ]);
  const [recording, ...others] = await recordings('Grace');
  expect(others).toEqual([]);
  expect(recording).toMatchObject({ state: 'finished', own_messages: 6 });
  expect(Math.abs((recording?.duration_ms ?? 0) - seconds * 1000)).toBeLessThan(3000);
  await playsToTheEnd(recording?.id ?? '', recording?.duration_ms ?? 0);
  await page.context().close();
});

/** Seeks through the recording as its creator: each take shows a picture. */
async function playsToTheEnd(sessionId: string, durationMs: number): Promise<void> {
  const page = await openPage(stage, stage.owner);
  const { body } = await stage.owner.get(`/api/tests/${test._id}`);
  const { recordings_info } = body as { recordings_info: RecordingRow[] };
  const userTimestamp = recordings_info.find(({ id }) => id === sessionId)?.userTimestamp ?? '';
  const { uniqueId, _id: testId } = test;
  const params = { uniqueId, testId, company: 'Acme', testName: 'Plants', userTimestamp };
  const src = addressOf(calls.video, { params });
  await page.goto('/dashboard');
  for (const share of [0.2, 0.5, 0.8, 0.97]) {
    const atMs = await page.evaluate(
      async ([src, seconds]) => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = src;
        await new Promise((resolve, reject) => {
          video.onloadedmetadata = resolve;
          video.onerror = () => reject(new Error(video.error?.message));
        });
        video.currentTime = seconds;
        await new Promise((resolve, reject) => {
          video.onseeked = resolve;
          video.onerror = () => reject(new Error(video.error?.message));
        });
        return video.videoWidth > 0 ? video.currentTime * 1000 : null;
      },
      [src, (durationMs * share) / 1000] as const,
    );
    expect(atMs).toBeCloseTo(durationMs * share, -2);
  }
  await page.context().close();
}

it('stops where it was interrupted, and what was recorded counts', async () => {
  const page = await reachSecondTask('Alan');
  await page.reload();
  await offer(page).waitFor();
  await button(page, 'Stop here').click();
  await page
    .getByText('Files Uploaded Successfully! ✅. Safe to close now.')
    .waitFor({ timeout: 60_000 });
  await expect
    .poll(() => runs('Alan'), { timeout: 20_000 })
    .toMatchObject([
      { step: 1, outcome: 'direct', clicks: 1, ended: 'done', ease: 6 },
      { step: 2, clicks: 1, ended: null },
    ]);
  const [recording] = await recordings('Alan');
  expect(recording?.state).toBe('finished');
  // Nothing is left with which to go on.
  await page.reload();
  await page.getByLabel('Name').waitFor();
  await page.waitForTimeout(1000);
  expect(await offer(page).count()).toBe(0);
  await page.context().close();
});

/** Deletes the second and the third of the test's tasks, and changes the first. */
async function editTest(): Promise<void> {
  const { name, figmaUrl } = test;
  const task = 'Find all plants.';
  const steps = test.steps?.slice(0, 1).map((step) => ({ ...step, task }));
  successBody(await stage.owner.put(`/api/tests/${test._id}`, { name, task, figmaUrl, steps }));
}

it('goes on with its own tasks after the test was edited, and the present one deleted', async () => {
  const page = await reachSecondTask('Ida');
  await editTest();
  const problems = collectProblems(page.context());
  await page.reload();
  await offer(page).waitFor();
  expect(await page.getByText('Task 2 of 3').isVisible()).toBe(true);
  expect(await page.getByText('Buy a plant.').isVisible()).toBe(true);
  await goOn(page);
  await press(page, await embedOn(page), { screenId: '1:2', x: 156, y: 473 });
  await button(page, 'Done with this task').click();
  await page.getByRole('radio', { name: '4' }).check();
  await button(page, 'Send').click();
  await button(page, 'Start this task').click();
  // Only the deleted task leads to this page.
  await page.frameLocator('iframe').getByRole('heading', { name: 'The shop' }).waitFor();
  await page.waitForTimeout(STORED_MS);
  await stopAndUpload(page, 'Done with this task');
  expect(problems).toEqual([]);
  await expect
    .poll(() => runs('Ida'), { timeout: 20_000 })
    .toMatchObject([
      { step: 1, outcome: 'direct', clicks: 1, ended: 'done', ease: 6 },
      { step: 2, clicks: 2, ended: 'done', ease: 4 },
      { step: 3, ended: 'done' },
    ]);
  await page.context().close();
});

it('sends what was recorded where the page may no longer show the own tasks', async () => {
  await createTest();
  const page = await reachSecondTask('Joan');
  await editTest();
  await page.goto('about:blank');
  // The session counts as ended after ten minutes without a piece.
  await stage.database.db
    .updateTable('all_sessions')
    .set({ is_running: false })
    .where('participant_name', '=', 'Joan')
    .execute();
  await page.goto(`/tryout/${test.uniqueId}`);
  await page.getByText('An interrupted recording is uploaded').waitFor({ timeout: 60_000 });
  expect(await offer(page).count()).toBe(0);
  await page.context().close();
});

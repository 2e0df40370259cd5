// The outcome of a session: by the card after the task, which waits for no upload and whose answers survive a lost
// network and a closed tab; and by hand, of two at once.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { RecordingRow } from '#contract/recordings.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
const opened: Page[] = [];

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
});
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
afterAll(() => stage?.close());

/** A test, a participant who presses something in it, and their page while it records. */
async function recording() {
  const form = { name: 'Plants', task: 'Buy one.', figmaUrl: stage.server.prototypeUrl };
  const test = (await stage.owner.post('/api/tests', form)).body;
  const page = await openPage(stage, null);
  opened.push(page);
  await startRecording(page, `/tryout/${test.uniqueId}`, 'Grace');
  await press(page, await embedOn(page), { screenId: '1:2', x: 900, y: 300 });
  const row = async (): Promise<RecordingRow> =>
    (await stage.owner.get(`/api/tests/${test._id}/recordings`)).body.items[0];
  /** The creator's page of the recording. */
  const review = async () => {
    const { userTimestamp } = await row();
    const reviewing = await openPage(stage, stage.owner);
    opened.push(reviewing);
    await reviewing.goto(
      `/api/tests/${test.uniqueId}/${test._id}/Acme/Plants/${encodeURIComponent(userTimestamp)}`,
    );
    return reviewing;
  };
  return { page, review, link: `/tryout/${test.uniqueId}` };
}

const outcome = (page: Page, label: string) =>
  page.getByRole('button', { name: `Outcome: ${label}. Change it` });

it('answers without a network are kept, arrive from the next visit, and decide the outcome', async () => {
  const { page, review, link } = await recording();
  // 'Safe to close' before anything is answered, below the questions; thanks and goodbye come after them.
  await stopAndUpload(page);
  await page.getByText('Your recording is safe.').waitFor();
  expect(await page.getByText('You can close this tab.').isVisible()).toBe(false);
  const [questions, status] = await Promise.all(
    ['How did it go?', 'Files Uploaded Successfully! ✅. Safe to close now.'].map((name) =>
      page.getByRole('heading', { name }).boundingBox(),
    ),
  );
  expect(questions?.y).toBeLessThan(status?.y ?? 0);
  const reviewing = await review();
  await outcome(reviewing, 'Stopped').waitFor();
  const context = page.context();
  await context.route('**/api/sessions/*/answers', (route) => route.abort());
  await page.getByRole('radio', { name: 'No' }).check();
  // The arrows of the keyboard move within the scale.
  await page.getByRole('radio', { name: '1, very difficult' }).check();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('What would have helped?').fill('A search.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('They stay in this browser until they are sent.').waitFor();
  await page.getByText('Safe to close now.').waitFor();
  await page.getByText('You can close this tab.').waitFor();
  await page.close();
  await context.unroute('**/api/sessions/*/answers');
  const returned = await context.newPage();
  await returned.goto(link);
  await outcome(reviewing, 'Gave up').waitFor();
  const answers = reviewing.getByRole('complementary', { name: 'What happened' });
  await answers.getByText('ease 2 of 7').waitFor();
  await answers.locator('summary').click();
  for (const text of ['2 of 7', 'A search.']) await answers.getByText(text).last().waitFor();
  await expect.poll(() => answersLeft(returned)).toBe(0);
});

it.each([
  ['I’m stuck', 'Gave up', 1],
  ['I’m done', 'Stopped', 0],
])('%s ends the recording, and its outcome is %s', async (button, label, thanks) => {
  const { page, review } = await recording();
  await stopAndUpload(page, button);
  expect(await page.getByText('Places where people get stuck').count()).toBe(thanks);
  // Who was stuck has said that they did not do it.
  expect(await page.getByText('Did you do what was asked?').count()).toBe(1 - thanks);
  await page.getByText('How easy was it?').waitFor();
  await outcome(await review(), label).waitFor();
});

/** Returns the number of answers in the spool of the page's browser. */
async function answersLeft(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tryout-spool');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result
            .transaction('taskAnswers')
            .objectStore('taskAnswers')
            .count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
}

it('an outcome by hand stands on what its page shows, and an exclusion has its reason', async () => {
  const { test, recording } = await createRecordedTest(stage, 'By hand');
  const page = await openPage(stage, stage.owner);
  opened.push(page);
  await page.goto(recording);
  await outcome(page, 'Stopped').waitFor();
  const [{ id }] = (await stage.owner.get(`/api/tests/${test._id}/recordings`)).body.items;
  // Another member decides between this page's look and its press.
  let isMeanwhile = true;
  await page.route(`**/api/recordings/${id}/outcome`, async (route) => {
    if (isMeanwhile) {
      isMeanwhile = false;
      const body = { outcome: 'left', basedOn: null };
      await stage.owner.put(`/api/recordings/${id}/outcome`, body);
    }
    await route.continue();
  });
  const choose = async (label: string) => {
    await page.getByRole('button', { name: /^Outcome: / }).click();
    await page
      .getByRole('menu')
      .getByText(new RegExp(`^${label}`))
      .click();
  };
  await choose('Direct');
  await page.getByText('Another member has changed this outcome.').waitFor();
  await outcome(page, 'Left').waitFor();
  await choose('Direct');
  await outcome(page, 'Direct').waitFor();
  const notes = page.getByRole('complementary', { name: 'What happened' });
  await notes.getByText('Decided by Ada Lovelace').waitFor();
  await notes.getByText('Computed: Stopped').waitFor();
  await choose('Exclude from results…');
  await page.getByLabel('Reason').fill('A colleague');
  await page.getByRole('button', { name: 'Exclude', exact: true }).click();
  await outcome(page, 'Excluded').waitFor();
  await notes.getByText('A colleague').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await outcome(page, 'Direct').waitFor();
  await choose('Exclude from results…');
  await page.getByLabel('Reason').fill('A colleague');
  await page.getByRole('button', { name: 'Exclude', exact: true }).click();
  await outcome(page, 'Excluded').waitFor();
  await choose('Include in results');
  await outcome(page, 'Direct').waitFor();
  // The toast of the decision before is gone, because its undo is out of date.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
  await page.keyboard.press('Control+z');
  await outcome(page, 'Excluded').waitFor();
  await notes.getByText('A colleague').waitFor();
  await choose('Include in results');
  await outcome(page, 'Direct').waitFor();
  await choose('As computed');
  await outcome(page, 'Stopped').waitFor();
});

it('the address of a recording carries the time and the filter', async () => {
  const { test, recording } = await createRecordedTest(stage, 'Times');
  const page = await openPage(stage, stage.owner);
  opened.push(page);
  await page.goto(`${recording}?outcome=not_measurable&t=1.5`);
  const at = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(at).toBeCloseTo(1.5, 1);
  await page.getByRole('slider', { name: 'Position in the recording' }).focus();
  await page.keyboard.press(',');
  await page.waitForURL(/\?outcome=not_measurable&t=1\.[45]$/);
  await page.keyboard.press('Home');
  await page.waitForURL(/\?outcome=not_measurable$/);
  const home = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', {
    name: 'Times',
  });
  expect(await home.getAttribute('href')).toBe(`/tests/${test._id}?outcome=not_measurable`);
});

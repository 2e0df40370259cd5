// The transcript beside the video: words are places to jump to, corrections and captions, a search over the test, and
// notes and clips of words. The output of a recogniser is tested elsewhere (server/transcripts).
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId, TestId } from '#contract/ids.ts';
import { DEAF_RECOGNISER, giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { shareResults } from '#testing/visitor.ts';
import { brokenRules } from './axe.ts';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let testId: TestId;
let sessionId: SessionId;
let recording: string;
let page: Page;

beforeAll(async () => {
  stage = await openStage({}, { TRANSCRIBE_URL: DEAF_RECOGNISER });
  const recordedTest = await createRecordedTest(stage, 'Plants');
  recording = recordedTest.recording;
  testId = recordedTest.test._id as TestId;
  const [row] = (await stage.owner.get(`/api/tests/${testId}/recordings?limit=1`)).body.items;
  sessionId = row.id;
  const segments = [segmentOf(500, 'Where is the plant'), segmentOf(3000, 'I like this green one')];
  await giveTranscript(stage.database.db, { sessionId }, { segments });
  page = await openPage(stage, stage.owner, { viewport: { width: 1440, height: 900 } });
  await page.goto(recording);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
});
afterAll(() => stage?.close());

const panel = () => page.getByRole('complementary', { name: 'Transcript' });
const word = (text: string) => panel().locator('[data-word]', { hasText: text }).first();
const videoAt = () =>
  page
    .locator('video')
    .first()
    .evaluate((video) => Math.round((video as HTMLVideoElement).currentTime * 10) / 10);

/** 'like this green', as a pointer selects them. */
async function selectWords(): Promise<void> {
  await word('like').evaluate((from) => {
    const to = from.ownerDocument.querySelector('[data-segment="1"][data-word="3"]');
    const range = document.createRange();
    range.setStart(from, 0);
    if (to) range.setEnd(to, 1);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  });
}

describe('the transcript beside the video', () => {
  it('goes to the word that is pressed, and marks it', async () => {
    await word('green').click();
    await expect.poll(videoAt).toBe(4.5);
    await expect.poll(() => panel().locator('li[data-current]').textContent()).toContain('I like');
  });

  it('goes from word to word by the arrows, on the time of its segment', async () => {
    const time = panel().getByRole('button', { name: '0:03', exact: true });
    await time.press('Enter');
    await expect.poll(videoAt).toBe(3);
    await time.press('ArrowRight');
    await expect.poll(videoAt).toBe(3.5);
  });

  it('breaks no rule of accessibility', async () => {
    expect(await brokenRules(page)).toEqual([]);
  });

  it('shows what contains a text alone', async () => {
    const search = panel().getByRole('searchbox', { name: 'Search in the transcript' });
    await search.fill('GREEN');
    await expect.poll(() => panel().locator('li').count()).toBe(1);
    expect(await panel().getByRole('status').first().textContent()).toBe('Found in 1 of 2');
    await search.fill('');
    await expect.poll(() => panel().locator('li').count()).toBe(2);
  });

  it('is corrected beside the original, and taken back', async () => {
    const menu = panel().getByRole('button', { name: 'What to do with 0:00' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Correct text' }).click();
    await panel().getByRole('textbox', { name: 'Text' }).fill('Where is the planter');
    await page.keyboard.press('Enter');
    await panel().getByText('Corrected by').waitFor();
    expect(await word('planter').count()).toBe(1);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Undo correction' }).click();
    await expect.poll(() => panel().getByText('Corrected by').count()).toBe(0);
  });

  it('becomes a note that quotes, and a clip around the words', async () => {
    await selectWords();
    const selected = page.getByRole('toolbar', { name: 'Selected words' });
    await selected.getByRole('button', { name: 'Note' }).click();
    const note = page.getByRole('textbox', { name: /^Note at/ });
    expect(await note.inputValue()).toBe('“like this green” ');
    await note.press('Enter');
    await page.getByText('Note at 0:03 saved').waitFor();
    await selectWords();
    await selected.getByRole('button', { name: 'Clip' }).click();
    await page
      .getByRole('button', { name: 'Keep clip' })
      .or(page.getByRole('button', { name: 'Save clip' }))
      .first()
      .click();
    const listClips = async () =>
      (await stage.owner.get(`/api/recordings/${sessionId}/notes`)).body.clips;
    await expect.poll(async () => (await listClips()).length).toBe(1);
    const [clip] = await listClips();
    expect([clip.fromMs, clip.title]).toEqual([500, '“like this green”']);
  });

  it('is the captions of the player', async () => {
    const trackModes = () =>
      page
        .locator('video')
        .first()
        .evaluate((video) => [...(video as HTMLVideoElement).textTracks].map(({ mode }) => mode));
    expect(await trackModes()).toEqual(['hidden']);
    await page.getByRole('button', { name: 'Captions on (C)' }).click();
    await expect.poll(trackModes).toEqual(['showing']);
    const cues = () =>
      page
        .locator('video')
        .first()
        .evaluate((video) => (video as HTMLVideoElement).textTracks[0]?.cues?.length);
    await expect.poll(cues).toBe(2);
    await page.reload();
    await expect.poll(trackModes).toEqual(['showing']);
  });
});

it('what people said is found over the test, and plays in the drawer', async () => {
  await page.goto(`/api/tests/${testId}?tab=recordings`);
  const search = page.getByRole('searchbox', {
    name: 'Search names, answers, notes and what was said',
  });
  await search.fill('green');
  await page.getByRole('button', { name: 'Play where it was said' }).click();
  const drawer = page
    .getByRole('complementary', { name: '“green”' })
    .or(page.getByRole('dialog', { name: '“green”' }));
  expect(await drawer.locator('mark').textContent()).toBe('green');
  await drawer.getByRole('button', { name: /Grace/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('playing')).toMatch(/^\d+-1$/);
  await page.reload();
  await drawer.locator('[aria-current]').waitFor();
});

it('a visitor of a link finds a word on a phone, reads on beside the video, and can change nothing', async () => {
  const { token } = await shareResults(stage.owner, testId);
  const phone = await openPage(stage, null, { viewport: { width: 390, height: 844 } });
  await phone.goto(`/view/${token}`);
  const search = phone.getByRole('searchbox', { name: 'Search what people said' });
  await search.fill('green');
  await search.press('Enter');
  const drawer = phone.getByRole('dialog', { name: '“green”' });
  expect(await drawer.locator('mark').textContent()).toBe('green');
  await drawer.getByText('1 person', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: /Participant 1/ }).click();
  await drawer.getByRole('link', { name: 'Open recording' }).click();
  await phone.getByRole('button', { name: 'Transcript', exact: true }).click();
  const beside = phone.getByRole('complementary', { name: 'Transcript' });
  await beside.locator('[data-word]', { hasText: 'green' }).click();
  await phone.getByRole('button', { name: 'Captions on (C)' }).click();
  const cues = () =>
    phone
      .locator('video')
      .evaluate((video) => (video as HTMLVideoElement).textTracks[0]?.cues?.length);
  await expect.poll(cues).toBe(2);
  for (const name of [/^What to do with/, 'Download the transcript', /note/i, /clip/i]) {
    expect([name, await phone.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
  expect(await phone.getByText('Grace').count()).toBe(0);
  await phone.context().close();
});

it('participants read which server hears them, before they begin and on the page about privacy', async () => {
  const { host } = new URL(DEAF_RECOGNISER);
  const { uniqueId } = (await stage.owner.get(`/api/tests/${testId}`)).body;
  const participant = await openPage(stage, null);
  await participant.goto(`/tryout/${uniqueId}`);
  await participant.getByText(`your audio is sent to ${host}`).waitFor();
  await participant.goto('/privacy');
  await participant.getByText(`its sound goes to ${host}`).waitFor();
  await participant.getByText(`Their sound alone goes to ${host}`).waitFor();
  await participant.context().close();
});

it('a test without transcripts has no search of them', async () => {
  const other = await createRecordedTest(stage, 'Others');
  await page.goto(`/api/tests/${other.test._id}?tab=recordings`);
  await page.getByRole('main').getByRole('link', { name: /Grace/ }).first().waitFor();
  await page.getByRole('searchbox').fill('Grace');
  expect(await page.getByRole('button', { name: 'Play where it was said' }).count()).toBe(0);
});

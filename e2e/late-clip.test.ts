// A clip that begins long after a key frame: its link says to visitors why they can't play it, and to a member who makes one
// before, with a beginning that works.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Reel } from '#contract/reels.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { sendForm } from '#testing/participant.ts';
import { recorded } from '#testing/webm-files.ts';
import { createTest, openPage, openStage, type Stage, uploadForm } from './stage.ts';

let stage: Stage;
let testId: string;
let clip: Clip;
let reel: Reel;

beforeAll(async () => {
  stage = await openStage();
  const { owner } = stage;
  // The video's one key frame is its first picture.
  const video = await recorded('firefox-vp8-opus');
  const test = await createTest(stage, 'Plant shop');
  testId = test._id;
  const form = await uploadForm('Grace');
  form.set('video', new Blob([Uint8Array.from(video)], { type: 'video/webm' }), 'a.webm');
  successBody(await sendForm(new TestClient(stage.origin), test, { form }));
  const { items } = successBody<{ items: { id: string }[] }>(
    await owner.get(`/api/tests/${testId}/recordings?limit=5`),
  );
  const stretch = { fromMs: 3000, toMs: 4500, title: 'Looks for the cart' };
  clip = successBody(await owner.post(`/api/recordings/${items[0]?.id}/clips`, stretch));
  const body = { name: 'Carts', clips: [clip.id] };
  reel = successBody(await owner.post(`/api/tests/${testId}/reels`, body));
});
afterAll(() => stage?.close());

async function linkTo(thing: object): Promise<string> {
  const input = { thing, days: 1, password: null, withNames: false, withDownloads: true };
  const { url } = successBody<{ url: string }>(
    await stage.owner.post(`/api/tests/${testId}/view-links`, input),
  );
  return new URL(url).pathname;
}

it('visitors read why, its maker moves the beginning, and then they play it', async () => {
  const page = await openPage(stage, null);
  const problems = collectProblems(page.context(), [/409/]);
  const sentence = page.getByText("This clip can't be played on its own: its video has no place");
  await page.goto(await linkTo({ kind: 'reel', reelId: reel.id }));
  await sentence.waitFor();
  await page.getByRole('button', { name: /^Play/ }).click();
  await page.getByText("This clip can't be played on its own", { exact: true }).waitFor();
  await page.goto(await linkTo({ kind: 'clip', clipId: clip.id }));
  await sentence.waitFor();
  expect(await page.getByRole('link', { name: 'Download the clip' }).count()).toBe(0);
  expect(await page.locator('video').count()).toBe(0);

  const member = await openPage(stage, stage.owner);
  await member.goto(`/api/tests/${testId}?tab=clips`);
  await member.getByRole('button', { name: /^More for this clip/ }).click();
  await member.getByRole('menuitem', { name: 'Share' }).click();
  await member.getByText("Visitors can't play this clip").waitFor();
  await member.getByRole('button', { name: 'Begin the clip 1 s earlier' }).click();
  await member.getByText("Visitors can't play this clip").waitFor({ state: 'detached' });
  await member.getByRole('button', { name: 'Create link' }).click();
  await member.getByText('Link copied.').waitFor();
  await member.getByLabel('Link for viewing', { exact: true }).waitFor();
  await member.context().close();

  await page.reload();
  const video = page.getByLabel('Recording of').and(page.locator('video'));
  await video.waitFor();
  await page.getByRole('button', { name: /^Play/ }).click();
  const isOver = () =>
    video.evaluate((element: HTMLVideoElement) => element.paused && element.currentTime > 4);
  await expect.poll(isOver, { timeout: 15_000 }).toBe(true);
  await page.getByRole('link', { name: 'Download the clip' }).waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

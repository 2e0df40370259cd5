// A member shares a report; someone without an account opens the link on a phone and plays a clip of it, and no more.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let testId: string;
let clip: Clip;

beforeAll(async () => {
  stage = await openStage();
  const { owner } = stage;
  const { test } = await createRecordedTest(stage, 'Plant shop');
  testId = test._id;
  const { items } = successBody<{ items: { id: string }[] }>(
    await owner.get(`/api/tests/${testId}/recordings?limit=5`),
  );
  const stretch = { fromMs: 1000, toMs: 2500, title: 'Presses the picture' };
  clip = successBody(await owner.post(`/api/recordings/${items[0]?.id}/clips`, stretch));
  const evidence = [{ kind: 'clip', clipId: clip.id }];
  const sentence = 'People press the picture';
  successBody<Finding>(await owner.post(`/api/tests/${testId}/findings`, { sentence, evidence }));
});
afterAll(() => stage?.close());

it('a report is shared, opened signed out on a phone, and a clip of it plays from its own file', async () => {
  const member = await openPage(stage, stage.owner);
  await member.goto(`/api/tests/${testId}?tab=report`);
  await member.getByRole('button', { name: 'Share report' }).click();
  await member.getByText('Faces and voices are part of the video').waitFor();
  await member.getByRole('button', { name: 'Create link' }).click();
  const url = await member.getByLabel('Link for viewing', { exact: true }).inputValue();
  await member.context().close();

  const viewport = { width: 390, height: 844 };
  const page = await openPage(stage, null, { viewport, hasTouch: true });
  const problems = collectProblems(page.context(), [/404/]);
  const videos = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/video$|\/recording_data\//.test(pathname)) videos.add(pathname);
  });
  await page.goto(new URL(url).pathname);
  await page.getByRole('heading', { name: 'Plant shop', level: 1 }).waitFor();
  await page.getByRole('heading', { name: '1. People press the picture' }).waitFor();
  const names = await page
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent));
  expect(names).toEqual([
    expect.stringMatching(/dark|light|theme/i),
    'Watch 1 of them',
    expect.stringMatching(/^Play the clip of .?Participant 1/),
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Play the clip' }).tap();
  const video = page.getByLabel('Recording of').and(page.locator('video'));
  const isOver = () =>
    video.evaluate((element: HTMLVideoElement) => element.paused && element.currentTime > 2);
  await expect.poll(isOver, { timeout: 15_000 }).toBe(true);
  const duration = await video.evaluate((element: HTMLVideoElement) => element.duration);
  expect(duration).toBeLessThan(2.6);
  const [path, ...others] = videos;
  expect([path?.endsWith(`/clips/${clip.id}/video`), others]).toEqual([true, []]);
  expect(await page.content()).not.toContain('Grace');

  // Gone for an open page too.
  successBody(await stage.owner.delete(`/api/clips/${clip.id}?version=1`));
  await page.getByText('This clip was deleted.').waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

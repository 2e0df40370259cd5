// A member shares a report; someone without an account opens the link on a phone and plays a clip of it, and no more.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import { successBody } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { share } from '#testing/visitor.ts';
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

/** Prints by the dialog, and returns what paper shows and the PDF. */
async function print(page: Page, choose: (dialog: Locator) => Promise<void>) {
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog);
  await dialog.getByRole('button', { name: 'Print' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'print' });
  const shows = async (text: string | RegExp) =>
    (await page.getByText(text).filter({ visible: true }).count()) > 0;
  const seen = {
    grace: await shows('Grace'),
    participant: await shows('Participant 1'),
    link: await shows('tryout.example.com/view/'),
    codes: await page.getByRole('img', { name: 'QR code of the clip' }).count(),
  };
  const pdf = (await page.pdf({ preferCSSPageSize: true, tagged: true })).toString('latin1');
  // Labels of elements stand in a PDF as UTF-16 in hexadecimal digits.
  const hex = Buffer.from('Grace', 'utf16le').swap16().toString('hex').toUpperCase();
  const isLabel = pdf.includes(hex) || pdf.includes('Grace');
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const uris = [...pdf.matchAll(/\/URI \(([^)]*)\)/g)].map(([, uri]) => uri);
  return {
    seen,
    isLabel,
    uris,
    shape: Number(width) / Number(height),
    pages: pdf.match(/\/Type \/Page\b/g),
  };
}

it('paper hides names until they are switched on, links to the clip by a QR code, and slides have a finding each', async () => {
  const { token } = await share(stage.owner, testId, { thing: { kind: 'report' } });
  const page = await openPage(stage, stage.owner);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  // The address of a server that others can open; those of this computer are not printed.
  const url = `https://tryout.example.com/view/${token}`;
  await page.goto(`/api/tests/${testId}?tab=report`);
  await page.getByRole('heading', { name: '1. People press the picture' }).waitFor();
  const local = await print(page, async (dialog) => {
    await expect
      .poll(() => dialog.getByRole('switch', { name: 'Links to clips' }).isChecked())
      .toBe(true);
  });
  expect(local.seen).toEqual({ grace: false, participant: true, link: false, codes: 0 });
  expect(local.isLabel).toBe(false);
  expect(local.uris.filter((uri) => /127\.0\.0\.1|Grace/.test(uri ?? ''))).toEqual([]);
  await page.route('**/address', (route) => route.fulfill({ json: { url } }));
  const slides = await print(page, async (dialog) => {
    await dialog.getByText('Slides, 16:9').click();
    await dialog.getByRole('switch', { name: 'Show names' }).check({ force: true });
  });
  expect(slides.seen).toEqual({ grace: true, participant: false, link: true, codes: 1 });
  expect(slides.uris).toContain(`${url}#clip-${clip.id}`);
  expect(slides.shape).toBeCloseTo(16 / 9, 1);
  // The cover with its next steps, the finding, and who took part.
  expect(slides.pages?.length).toBe(4);
  await page.context().close();
});

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

  // A printed link leads to one clip.
  await page.goto(`${new URL(url).pathname}#clip-${clip.id}`);
  const play = page.getByRole('button', { name: /^Play the clip of .?Participant 1/ });
  await expect.poll(() => play.evaluate((one) => one === document.activeElement)).toBe(true);

  // Gone for an open page too.
  successBody(await stage.owner.delete(`/api/clips/${clip.id}?version=1`));
  await page.getByText('This clip was deleted.').waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

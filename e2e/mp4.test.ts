// A browser that records MP4 alone, as older Safari does: its recording is watched while it runs and after, and
// downloaded. Built app, real server, real recorder.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { findProgram } from '#testing/programs.ts';
import { createTestByHand, onlyTest, signInByHand } from './creator.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { type RunningServer, runServer } from './server.ts';

const RECORDED_MS = 8000;
const SEEK_LIMIT_MS = 20_000;

let server: RunningServer;
let browser: Browser;
let creator: Page;

beforeAll(async () => {
  server = await runServer();
  browser = await launchChromium({ media: 'tab' });
  creator = await (await browser.newContext()).newPage();
  await signInByHand(creator, server.origin, 'mp4@example.com');
  await createTestByHand(creator, server.origin, {
    name: 'Plants',
    task: 'Find one.',
    link: server.prototypeUrl,
    company: 'Acme',
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** Takes WebM from the page's recorder. */
const mp4Alone = () => {
  const asks = MediaRecorder.isTypeSupported.bind(MediaRecorder);
  MediaRecorder.isTypeSupported = (type) => !type.includes('webm') && asks(type);
};

/** Address of the only recording. */
async function recordingNeighbours(): Promise<string> {
  const { _id, uniqueId } = await onlyTest(creator);
  const { items } = await (
    await creator.request.get(`${server.origin}/api/tests/${_id}/recordings`)
  ).json();
  expect(items).toHaveLength(1);
  return `${uniqueId}/${_id}/Acme/Plants/${encodeURIComponent(items[0].userTimestamp)}`;
}

async function typeOf(place: string): Promise<string | undefined> {
  const answer = await creator.request.head(`${server.origin}/api/recording_data/${place}`);
  return answer.headers()['content-type'];
}

/** Seeks, and returns the position reached and whether there is a picture. */
async function seekTo(seconds: number) {
  // The element of a running recording is replaced by that of the finished one, and a reloaded page goes to where it
  // was: both lose a seek in progress.
  for (let tries = 1; ; tries += 1) {
    const seen = await Promise.race([seekOnce(seconds), pause(SEEK_LIMIT_MS, null)]);
    if (seen !== null && Math.abs(seen.currentTime - seconds) < 1) return seen;
    if (tries === 3) throw new Error(`the video does not go to ${seconds} s`);
  }
}

async function seekOnce(seconds: number) {
  await creator.locator('video').waitFor();
  return await creator.$eval(
    'video',
    async (video, to) => {
      const next = (name: string) =>
        new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
      if (video.readyState < 1) await next('loadedmetadata');
      const seeked = next('seeked');
      video.currentTime = to;
      await seeked;
      if (video.readyState < 2) await next('canplay');
      const { currentTime, duration, videoWidth } = video;
      return { currentTime, duration, hasPicture: videoWidth > 0 };
    },
    seconds,
  );
}

it('is watched while it runs, and whole after', async () => {
  const context = await browser.newContext();
  await context.grantPermissions(['camera', 'microphone'], { origin: server.origin });
  await context.addInitScript(mp4Alone);
  const problems = collectProblems(context);
  const page = await context.newPage();
  await startRecording(page, (await onlyTest(creator)).link, 'Ada');
  await page.waitForTimeout(RECORDED_MS);
  const place = await recordingNeighbours();
  expect(await typeOf(place)).toBe('video/mp4');
  await creator.goto(`${server.origin}/api/tests/${place}`);
  expect(await seekTo(2)).toMatchObject({ currentTime: expect.closeTo(2, 2), hasPicture: true });
  await stopAndUpload(page);
  expect(problems).toEqual([]);
  await context.close();

  await creator.reload();
  const seen = await seekTo(RECORDED_MS / 1000 - 1);
  expect(seen).toMatchObject({ currentTime: expect.closeTo(RECORDED_MS / 1000 - 1, 2) });
  const coming = creator.waitForEvent('download');
  await creator.getByRole('link', { name: 'Download' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('recording.mp4');
  const { stdout } = await promisify(execFile)(findProgram('ffprobe'), [
    ...['-v', 'error', '-of', 'json', '-show_streams', '-show_format', await download.path()],
  ]);
  const { format, streams } = JSON.parse(stdout);
  expect(streams.map((stream: { codec_type: string }) => stream.codec_type).sort()).toEqual([
    'audio',
    'video',
  ]);
  expect(Number(format.duration)).toBeCloseTo(seen.duration, 2);
  expect(Number(format.duration) * 1000).toBeGreaterThan(RECORDED_MS);
});

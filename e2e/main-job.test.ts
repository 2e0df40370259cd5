// The main job, end to end: a creator makes a test, a participant takes it, the creator watches the
// recording and reads the heatmaps. Built app, real server, real browser with fake devices.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { findProgram } from '#testing/programs.ts';
import { createTestByHand, onlyTest, signInByHand } from './creator.ts';
import { findDots } from './heat.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { differenceOf } from './pictures.ts';
import { embedOn, press, walk } from './prototype.ts';
import { readRecordedMs, watchRecorders } from './recorder-clock.ts';
import { type RunningServer, runServer } from './server.ts';

const TEST_NAME = 'A plant / "gift" 🌿';
/** Part of the participant page's title, and of no other tab's. */
const TAB_TITLE = 'A plant';
const FIRST_STILL_MS = 4000;
const RECORDED_AT_LEAST_MS = 20_000;

let server: RunningServer;
let browser: Browser;
let creator: Page;
let problems: readonly string[];
let recordedMs = 0;

beforeAll(async () => {
  server = await runServer();
  // The participant shares the real tab in which the test runs.
  browser = await launchChromium({ media: 'titled-tab', tabTitle: TAB_TITLE });
  const context = await newContext();
  problems = collectProblems(context, [/401 \(Unauthorized\)/]);
  creator = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

async function newContext(): Promise<BrowserContext> {
  return await browser.newContext({ viewport: { width: 1280, height: 800 } });
}

interface Info {
  userTimestamp: string;
  durationMs: number;
  clicks: number;
  state: string;
}

/** Returns the only recording of the only test, with its address. */
async function onlyRecording(): Promise<{ info: Info; place: string; figmaUrl: string }> {
  const test = await onlyTest(creator);
  const { recordings_info, figmaUrl, uniqueId } = await creator.evaluate(
    async (id) =>
      (await fetch(`/api/tests/${id}`, { headers: { accept: 'application/json' } })).json(),
    test._id,
  );
  expect(recordings_info).toHaveLength(1);
  const info = recordings_info[0];
  const names = ['Acme', TEST_NAME, info.userTimestamp].map(encodeURIComponent).join('/');
  return { info, place: `${uniqueId}/${test._id}/${names}`, figmaUrl };
}

async function download(path: string): Promise<Buffer> {
  const answer = await creator.request.get(`${server.origin}${path}`);
  expect(answer.status()).toBe(200);
  return await answer.body();
}

/** Colour of the sample's first screen behind everything. */
const SAMPLE_PAPER = [247, 242, 231];

/** Returns the number of pixels of a colour, as precisely as a video preserves colours. */
function countNear(rgb: Buffer, [red = 0, green = 0, blue = 0]: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(at, at + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 30) count += 1;
  }
  return count;
}

describe('the main job', () => {
  it('a creator signs in and makes a test with the sample prototype', async () => {
    await signInByHand(creator, server.origin, 'ada@example.com');
    await createTestByHand(creator, server.origin, {
      name: TEST_NAME,
      task: 'Find a plant for a dark hallway and order it as a gift.',
      link: server.prototypeUrl,
      company: 'Acme',
    });
    expect(problems).toEqual([]);
  });

  it('a participant takes it: normal screen, scrolled page, overlay', async () => {
    const { link } = await onlyTest(creator);
    const context = await newContext();
    await context.grantPermissions(['camera', 'microphone'], { origin: server.origin });
    const page = await context.newPage();
    const participantProblems = collectProblems(context);
    await watchRecorders(page);
    await startRecording(page, link, 'Grace Hopper');
    const startedAt = Date.now();
    const frame = await embedOn(page);
    // On a busy machine the first still is taken some seconds after the start.
    await page.waitForTimeout(FIRST_STILL_MS);
    for (const step of walk) await press(page, frame, step);
    await page.waitForTimeout(Math.max(0, startedAt + RECORDED_AT_LEAST_MS - Date.now()));
    await stopAndUpload(page);
    recordedMs = await readRecordedMs(page);
    expect(recordedMs).toBeGreaterThan(RECORDED_AT_LEAST_MS);
    expect(participantProblems).toEqual([]);
    await context.close();
  });

  it('the recording has both tracks and the true length', async () => {
    const { info, place } = await onlyRecording();
    expect(info).toMatchObject({ state: 'ready' });
    expect(info.clicks).toBe(walk.length);
    const file = join(server.dataDir, 'recording.webm');
    await writeFile(file, await download(`/api/recording_data/${place}?download=1`));
    const { stdout } = await promisify(execFile)(findProgram('ffprobe'), [
      ...['-v', 'error', '-of', 'json', '-show_streams', '-show_format'],
      file,
    ]);
    const probe = JSON.parse(stdout);
    const kinds = probe.streams.map((stream: { codec_type: string }) => stream.codec_type);
    expect(kinds.sort()).toEqual(['audio', 'video']);
    expect(Math.abs(Number(probe.format.duration) * 1000 - recordedMs)).toBeLessThan(500);
  });

  it('the video shows the prototype in the shared tab', async () => {
    const file = join(server.dataDir, 'recording.webm');
    const frame = join(server.dataDir, 'frame.png');
    await promisify(execFile)(findProgram('ffmpeg'), [
      ...['-v', 'error', '-y', '-ss', '1', '-i', file, '-frames:v', '1', frame],
    ]);
    const paper = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const total = paper.info.width * paper.info.height;
    expect(countNear(paper.data, SAMPLE_PAPER) / total).toBeGreaterThan(0.2);
  });

  it('the creator watches it: plays, and seeks by clicking a moment', async () => {
    const { place } = await onlyRecording();
    await creator.goto(`${server.origin}/api/tests/${place}`);
    const state = () =>
      creator.$eval('video', (video) => ({
        at: video.currentTime,
        length: video.duration,
        error: video.error?.message ?? null,
        width: video.videoWidth,
      }));
    await expect.poll(async () => (await state()).width, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(Math.abs((await state()).length * 1000 - recordedMs)).toBeLessThan(500);
    await creator.$eval('video', (video) => video.play());
    await expect.poll(async () => (await state()).at, { timeout: 20_000 }).toBeGreaterThan(1);
    for (const target of [15, 4, 18]) {
      await creator.$eval(
        'video',
        async (video, seconds) => {
          video.pause();
          const seeked = new Promise((resolve) => {
            video.addEventListener('seeked', resolve, { once: true });
          });
          video.currentTime = seconds;
          await seeked;
        },
        target,
      );
      expect(Math.abs((await state()).at - target)).toBeLessThan(0.1);
    }
    expect((await state()).error).toBeNull();
  });

  it('the timeline shows what was on the screen at a moment, without playing it', async () => {
    const hint = creator.locator('[data-timeline-hint]');
    const still = hint.locator('[style*="aspect-ratio"]');
    const slider = creator.getByRole('slider', { name: 'Position in the recording' });
    const seekTo = async (seconds: number) => {
      await creator.mouse.move(0, 0);
      await creator.$eval(
        'video',
        (video, at) => {
          const before = video.currentTime;
          video.pause();
          return new Promise<void>((resolve) => {
            // 'seeked' may come before the frame is composited.
            const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
              if (Math.abs(mediaTime - at) < Math.abs(mediaTime - before)) resolve();
              else video.requestVideoFrameCallback(look);
            };
            video.requestVideoFrameCallback(look);
            video.currentTime = at;
          });
        },
        seconds,
      );
      return await creator.locator('video').screenshot();
    };
    // Before the first press, and after the last.
    const start = await seekTo(0.1);
    const end = await seekTo(18);
    const hover = async (seconds: number) => {
      const { width } = (await slider.boundingBox()) ?? { width: 0 };
      const durationMs = (await onlyRecording()).info.durationMs;
      await slider.hover({ position: { x: (width * seconds * 1000) / durationMs, y: 40 } });
      return await still.screenshot();
    };
    // Once its sheet is there.
    const patient = { timeout: 15_000 };
    await expect.poll(async () => differenceOf(await hover(18), end), patient).toBeLessThan(12);
    await expect.poll(async () => differenceOf(await hover(0.1), start), patient).toBeLessThan(12);
    expect(await differenceOf(start, end)).toBeGreaterThan(20);

    await creator.mouse.move(0, 0);
    await hint.waitFor({ state: 'detached' });
    await creator.getByRole('button', { name: /^Play/ }).focus();
    await creator.keyboard.press('Shift+Tab');
    await expect
      .poll(async () => differenceOf(await still.screenshot(), end), patient)
      .toBeLessThan(12);
    await creator.keyboard.press('Escape');
    await hint.waitFor({ state: 'detached' });
  });

  it('pictures of the recording stand on the card and in the list', async () => {
    const { place } = await onlyRecording();
    // The player opens on the first frame.
    expect(await creator.locator('video').getAttribute('poster')).toBe(null);
    const show = async (path: string) => {
      await creator.goto(`${server.origin}${path}`);
      const picture = creator.locator('img[src*="/poster?"]');
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), {
          timeout: 15_000,
        })
        .toBe(640);
    };
    await show('/dashboard');
    await show(`/api/tests/${place.split('/')[1]}?tab=recordings`);
    expect(problems).toEqual([]);
  });

  it("each heatmap's dots are where the clicks were", async () => {
    const { place, figmaUrl } = await onlyRecording();
    const { images } = JSON.parse(String(await download(`/api/recording_data/heatmaps/${place}`)));
    const screenIds = [...new Set(walk.map(({ screenId }) => screenId))];
    expect(images).toHaveLength(screenIds.length);
    for (const screenId of screenIds) {
      const query = new URLSearchParams({ figmaUrl, originalFigmaUrl: figmaUrl, screenId });
      const { screenshotUrl } = JSON.parse(String(await download(`/api/take-screenshot?${query}`)));
      const path = images.find((image: string) =>
        decodeURIComponent(image).endsWith(`/${screenId}`),
      );
      const spots = walk.filter((step) => step.screenId === screenId);
      const dots = await findDots(await download(path), await download(screenshotUrl), spots);
      expect(dots).toMatchObject({ sameSize: true, strayPixels: 0 });
      for (const [index, centre] of dots.centres.entries()) {
        const spot = spots[index];
        expect(Math.hypot(centre.x - (spot?.x ?? 0), centre.y - (spot?.y ?? 0))).toBeLessThan(3);
      }
    }
    expect(problems).toEqual([]);
  });
});

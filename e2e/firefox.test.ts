// The main job in Firefox: a participant takes a test there, and the creator plays the recording there.
// What nothing outside of Firefox can press (its picker and its prompts) is tried by hand: docs/browsers.md.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { TestClient } from '#testing/client.ts';
import { launchFirefox, shareDrawing } from '#testing/firefox.ts';
import { findProgram } from '#testing/programs.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type RunningServer, runServer } from './server.ts';

const NAME = 'In Firefox';
const RECORDED_AT_LEAST_MS = 8000;
/** Milliseconds in which the page stores its pieces and messages. */
const STORED_MS = 2500;
/** Longer than any step takes on a busy machine. */
const PATIENCE_MS = 60_000;

let server: RunningServer;
let browser: Browser;
let owner: TestClient;
let recordedMs = 0;

beforeAll(async () => {
  server = await runServer();
  owner = new TestClient(server.origin);
  await signInAtIssuer(owner, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await owner.get('/auth/check-auth');
  const task = 'Find a plant for a dark hallway.';
  const test = { name: NAME, task, figmaUrl: server.prototypeUrl, company: 'Acme' };
  expect((await owner.post('/api/tests', test)).status).toBe(201);
  browser = await launchFirefox();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** Opens a page and collects its uncaught errors. */
async function openPage(): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, problems };
}

async function pressButton(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-xpath(//button[normalize-space()="${name}"])`).click();
}

async function readText(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-xpath(//*[text()="${text}"])`, { visible: true });
}

/** Presses a point of the presented screen with the real pointer. */
async function pressPrototype(page: Page, at: { x: number; y: number }): Promise<void> {
  const holder = await page.waitForSelector('iframe');
  const frame = await holder?.contentFrame();
  const image = await frame?.waitForSelector('.screen img');
  const box = await image?.boundingBox();
  const width = await image?.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  if (!(box && width)) throw new Error('the prototype is not visible');
  const scale = box.width / width;
  await page.mouse.click(box.x + at.x * scale, box.y + at.y * scale);
}

/** From the devices to the running recording. */
async function startRecording(page: Page): Promise<void> {
  await pressButton(page, 'Allow microphone and camera');
  await readText(page, 'Great! You are looking cool');
  await pressButton(page, 'Continue');
  await pressButton(page, 'Share screen');
  // The bar of the recording is there, behind the countdown.
  await readText(page, 'Go!');
  await readText(page, 'Recording in Progress (Please do not close the tab)...');
}

/** The recording of a test, with the path of its page and of its video. */
async function onlyRecording(
  name = NAME,
): Promise<{ clicks: number; state: string; place: string }> {
  const tests: Test[] = (await owner.get('/api/tests')).body;
  const test = tests.find((one) => one.name === name);
  if (!test) throw new Error('no test');
  const { recordings_info } = (await owner.get(`/api/tests/${test._id}`)).body;
  expect(recordings_info).toHaveLength(1);
  const [{ clicks, state, userTimestamp }] = recordings_info;
  const names = [test.company, test.name, userTimestamp].map(encodeURIComponent).join('/');
  return { clicks, state, place: `${test.uniqueId}/${test._id}/${names}` };
}

/** Returns the path of a recording's file. */
async function download(place: string): Promise<string> {
  const answer = await owner.fetch(`/api/recording_data/${place}?download=1`);
  const file = join(server.dataDir, 'recording.webm');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

it('a participant takes a test', async () => {
  const [test] = (await owner.get('/api/tests')).body;
  const { page, problems } = await openPage();
  await shareDrawing(page);
  await page.goto(test.link);
  await page.locator('form input').fill('Grace Hopper');
  await pressButton(page, 'Continue');
  await startRecording(page);
  const startedAt = Date.now();
  await wait(RECORDED_AT_LEAST_MS / 2);
  await pressPrototype(page, { x: 900, y: 300 });
  await wait(RECORDED_AT_LEAST_MS / 2);
  recordedMs = Date.now() - startedAt;
  await pressButton(page, 'Stop & Upload');
  await readText(page, 'Files Uploaded Successfully! ✅. Safe to close now.');
  expect(problems).toEqual([]);
  await page.close();
});

it('the recording has both tracks, the true length and the click', async () => {
  const { clicks, state, place } = await onlyRecording();
  expect({ clicks, state }).toEqual({ clicks: 1, state: 'ready' });
  const file = await download(place);
  const { stdout } = await promisify(execFile)(findProgram('ffprobe'), [
    ...['-v', 'error', '-of', 'json', '-show_streams', '-show_format'],
    file,
  ]);
  const probe = JSON.parse(stdout);
  const codecs = probe.streams.map((stream: { codec_name: string }) => stream.codec_name);
  expect(codecs.sort()).toEqual(['opus', 'vp8']);
  // Between the page's words and the first and last frame lie the steps of the driver.
  expect(Number(probe.format.duration) * 1000).toBeGreaterThan(recordedMs - 500);
  expect(Number(probe.format.duration) * 1000).toBeLessThan(recordedMs + 5000);
});

it('the creator plays it and seeks', async () => {
  const { place } = await onlyRecording();
  const { hostname } = new URL(server.origin);
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, domain: hostname }));
  await browser.setCookie(...cookies);
  const { page, problems } = await openPage();
  await page.goto(`${server.origin}/api/tests/${place}`);
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
  for (const target of [6, 1, 4]) {
    const at = await page.$eval(
      'video',
      async (video, seconds) => {
        const seeked = new Promise((resolve) => {
          video.addEventListener('seeked', resolve, { once: true });
        });
        video.currentTime = seconds;
        await seeked;
        return video.currentTime;
      },
      target,
    );
    expect(Math.abs(at - target)).toBeLessThan(0.1);
  }
  await page.$eval('video', (video) => video.play());
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 5);
  expect(await page.$eval('video', (video) => video.error)).toBeNull();
  expect(problems).toEqual([]);
});

it('a participant reloads the page in the second task, and goes on in the same recording', async () => {
  const name = 'Two tasks';
  const { prototypeUrl: figmaUrl } = server;
  const steps = ['Find a plant.', 'Buy it.'].map((task) => ({
    kind: 'task',
    task,
    figmaUrl,
    asks: [],
  }));
  const body = { name, task: 'Find a plant.', figmaUrl, company: 'Acme', steps };
  const created: Test = (await owner.post('/api/tests', body)).body;
  const { page, problems } = await openPage();
  await shareDrawing(page);
  await page.goto(created.link);
  await page.locator('form input').fill('Ada Byron');
  await pressButton(page, 'Continue');
  await startRecording(page);
  await wait(RECORDED_AT_LEAST_MS / 2);
  await pressButton(page, 'Done with this task');
  await pressButton(page, 'Start this task');
  await wait(STORED_MS);
  // The page warns before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await pressButton(page, 'Continue the test');
  await startRecording(page);
  await wait(RECORDED_AT_LEAST_MS / 2);
  await pressButton(page, 'Done with this task');
  await readText(page, 'Files Uploaded Successfully! ✅. Safe to close now.');
  expect(problems).toEqual([]);
  await page.close();
  const { state, place } = await onlyRecording(name);
  expect(state).toBe('ready');
  // Every picture and all of the sound of both visits can be decoded, in one file.
  const { stdout, stderr } = await promisify(execFile)(findProgram('ffmpeg'), [
    ...[
      '-v',
      'error',
      '-stats',
      '-progress',
      'pipe:1',
      '-i',
      await download(place),
      '-f',
      'null',
      '-',
    ],
  ]);
  expect(stderr.replace(/^.*\r|^frame=.*$/gm, '').trim()).toBe('');
  const [, seconds = '0'] = /out_time_ms=(\d+)(?!.*out_time_ms)/s.exec(stdout) ?? [];
  expect(Number(seconds) / 1000).toBeGreaterThan(RECORDED_AT_LEAST_MS + STORED_MS);
});

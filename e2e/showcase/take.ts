// `npm run pictures`: drives the built product against the sample prototype, with participants that run in a
// browser, and takes the pictures of the landing page (web/features/landing/pictures) and of docs/pictures.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { SAMPLE_TASK } from '#sample/task.ts';
import { launchChromium } from '#testing/chromium.ts';
import { made, TestClient } from '#testing/client.ts';
import { openSettled } from '#testing/settled-page.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { startRecording, stopAndUpload } from '../participant.ts';
import { embedOn, press } from '../prototype.ts';
import { type RunningServer, runServer } from '../server.ts';
import { filmOf } from './camera.ts';
import { type Run, runs } from './runs.ts';
import { forReadme, type Shot, type Stage, shots } from './shots.ts';

const repository = join(import.meta.dirname, '..', '..');
const landing = join(repository, 'web', 'features', 'landing', 'pictures');
const readme = join(repository, 'docs', 'pictures');

const COMPANY = 'Little Fern';
const TEST_NAME = 'A plant as a gift';
/** Sharp text, and few bytes: these are screens. */
const AVIF = { quality: 58, effort: 6, chromaSubsampling: '4:4:4' } as const;

const server = await runServer();
try {
  const owner = await signIn(server);
  const body = { name: TEST_NAME, task: SAMPLE_TASK, figmaUrl: server.prototypeUrl };
  const test = made<{ _id: string; link: string; uniqueId: string }>(
    await owner.post('/api/tests', body),
  );
  for (const run of runs) await participate(test.link, run);
  const stage = await stageOf(owner, test);
  const browser = await launchChromium();
  await rm(landing, { recursive: true, force: true });
  await mkdir(landing, { recursive: true });
  for (const [name, shot] of Object.entries(shots)) await takeAll(browser, stage, { name, shot });
  for (const [name, shot] of Object.entries(forReadme)) {
    const picture = await take(browser, stage, { shot, scheme: 'light' });
    const small = await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
    await writeFile(join(readme, `${name}.png`), small);
  }
  await browser.close();
} finally {
  await server.remove();
}

async function signIn({ origin }: RunningServer): Promise<TestClient> {
  const client = new TestClient(origin);
  await signInAtIssuer(client, { email: 'robin@example.com', name: 'Robin Vermeer' });
  await client.get('/auth/check-auth');
  made(await client.post('/api/set-company', { company: COMPANY }));
  return client;
}

/** One person's whole run in a browser of their own, which records the tab that it runs in. */
async function participate(link: string, run: Run): Promise<void> {
  process.stdout.write(`${run.name} takes the test …\n`);
  const browser = await launchChromium({
    media: 'titled-tab',
    tabTitle: TEST_NAME,
    cameraFile: await filmOf(run.look, server.dataDir),
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['camera', 'microphone'], { origin: server.origin });
  const page = await context.newPage();
  await startRecording(page, link, run.name);
  const frame = await embedOn(page);
  for (const step of run.presses) {
    await press(page, frame, step);
    // People look before they press again.
    await page.waitForTimeout(600 + 40 * (step.x % 17));
  }
  await stopAndUpload(page);
  await browser.close();
}

interface Info {
  userTimestamp: string;
}

async function stageOf(
  owner: TestClient,
  test: { _id: string; link: string; uniqueId: string },
): Promise<Stage> {
  const { recordings_info } = made<{ recordings_info: Info[] }>(
    await owner.get(`/api/tests/${test._id}`),
  );
  const names = [COMPANY, TEST_NAME, recordings_info[0]?.userTimestamp ?? ''];
  return {
    origin: server.origin,
    prototypeUrl: server.prototypeUrl,
    cookies: [...owner.cookies].map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: server.origin,
    })),
    paths: {
      create: '/create-test',
      test: `/api/tests/${test._id}`,
      participant: new URL(test.link).pathname,
      recording: `/api/tests/${[test.uniqueId, test._id, ...names].map(encodeURIComponent).join('/')}`,
    },
  };
}

/** A picture in both looks, each in all its widths. */
async function takeAll(
  browser: Browser,
  stage: Stage,
  { name, shot }: { name: string; shot: Shot },
): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const picture = await take(browser, stage, { shot, scheme });
    const file = join(landing, `${name}-${scheme}.avif`);
    const { size, width, height } = await sharp(picture).avif(AVIF).toFile(file);
    process.stdout.write(`${name}-${scheme}.avif: ${width} × ${height}, ${size} bytes\n`);
  }
}

async function take(
  browser: Browser,
  stage: Stage,
  { shot, scheme }: { shot: Shot; scheme: 'light' | 'dark' },
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width: shot.width, height: shot.height },
    deviceScaleFactor: shot.scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    baseURL: stage.origin,
    locale: 'en-US',
  });
  if (shot.signedIn) await context.addCookies(stage.cookies);
  context.setDefaultTimeout(30_000);
  const page: Page = await context.newPage();
  await openSettled(page, shot.address(stage));
  await shot.prepare?.(page, stage);
  const clip = (await shot.clip?.(page)) ?? null;
  const picture = await page.screenshot(clip ? { clip } : {});
  await context.close();
  return picture;
}

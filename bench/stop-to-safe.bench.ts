// How long a participant waits after 'Stop & Upload' on a slow uplink: the product's own page, which
// sends while it records, against sending the whole video at the end.
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { startRecording } from '../e2e/participant.ts';
import { embedOn, press, walk } from '../e2e/prototype.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { lessIsBetter, median, type Row } from './rows.ts';
import { startSlowUplink } from './slow-uplink.ts';

/** An ordinary home connection's way up. */
const UPLINK_BITS_PER_SECOND = 10_000_000;
const RECORDED_MS = 60_000;
/** A recording takes as long as it takes: more would make the run too long. */
const RUNS = 3;

const SAFE = 'Files Uploaded Successfully! ✅. Safe to close now.';

type Test = z.infer<typeof testSchema>;
const testSchema = z.object({
  _id: z.string(),
  uniqueId: z.string(),
  name: z.string(),
  company: z.string(),
  link: z.string(),
});
const recordingsSchema = z.object({
  recordings_info: z.array(z.object({ userTimestamp: z.string() })).min(1),
});

const heatmapsSchema = z.object({ images: z.array(z.string()) });

interface RecordedFiles {
  video: Blob;
  heatmaps: ReadonlyMap<string, Blob>;
}

export async function run(): Promise<Row[]> {
  const uplink = await startSlowUplink(UPLINK_BITS_PER_SECOND);
  const server = await runServer({ PUBLIC_URL: uplink.origin, NODE_ENV: 'production' });
  uplink.leadTo(server.origin);
  const browser = await launchChromium({ media: 'tab' });
  try {
    const client = new TestClient(uplink.origin);
    const test = await createTest(client, server);
    const runs: { oursMs: number; peerMs: number; megabytes: number }[] = [];
    for (let number = 1; number <= RUNS; number += 1) {
      const oursMs = await recordAndStop(browser, test, `Streamed ${number}`);
      const files = await newestFiles(client, { server, test });
      const peerMs = await uploadWhole(uplink.origin, test, { name: `Whole ${number}`, files });
      runs.push({ oursMs, peerMs, megabytes: files.video.size / 1e6 });
    }
    const megabytes = median(runs.map((each) => each.megabytes)).toFixed(1);
    return [
      lessIsBetter({
        name: `stop to 'Safe to close now', 60 s (${megabytes} MB) at 10 Mbit/s, against whole-video upload`,
        ours: median(runs.map((each) => each.oursMs)),
        peer: median(runs.map((each) => each.peerMs)),
        unit: 'ms',
        aim: '–',
      }),
    ];
  } finally {
    await browser.close();
    await server.remove();
    await uplink.close();
  }
}

async function createTest(client: TestClient, { prototypeUrl }: RunningServer): Promise<Test> {
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await client.post('/api/set-company', { company: 'Acme' });
  const { body } = await client.post('/api/tests', {
    name: 'A plant as a gift',
    task: 'Find a plant for a dark hallway and order it as a gift.',
    figmaUrl: prototypeUrl,
  });
  return testSchema.parse(body);
}

/** Takes the test as a participant, with presses all the way, and answers how long the end took. */
async function recordAndStop(browser: Browser, test: Test, name: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await startRecording(page, test.link, name);
  const startedAt = Date.now();
  const frame = await embedOn(page);
  for (const step of walk) await press(page, frame, step);
  await page.waitForTimeout(startedAt + RECORDED_MS - Date.now());
  const waitedMs = await stopAndWait(page);
  await context.close();
  return waitedMs;
}

/** Presses the button and reads the clock in the page, so that nothing of our own is measured. */
async function stopAndWait(page: Page): Promise<number> {
  return await page.evaluate(async (safe) => {
    const buttons = [...document.querySelectorAll('button')];
    const stop = buttons.find((button) => button.textContent?.includes('Stop & Upload'));
    if (!stop) throw new Error('nothing to stop');
    const shown = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes(safe)) resolve(performance.now());
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const stoppedAt = performance.now();
    stop.click();
    return (await shown) - stoppedAt;
  }, SAFE);
}

/** What the run just made, fetched past the slow line: its video, and its heatmaps by file name. */
async function newestFiles(
  client: TestClient,
  { server, test }: { server: RunningServer; test: Test },
): Promise<RecordedFiles> {
  const bytes = async (path: string) => {
    const answer = await client.fetch(`${server.origin}${path}`);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return await answer.blob();
  };
  const { body } = await client.get(`/api/tests/${test._id}`, { accept: 'application/json' });
  const [newest] = recordingsSchema.parse(body).recordings_info;
  const names = [test.company, test.name, newest?.userTimestamp ?? ''].map(encodeURIComponent);
  const place = `${test.uniqueId}/${test._id}/${names.join('/')}`;
  const heatmaps = new Map<string, Blob>();
  const list = JSON.parse(await (await bytes(`/api/recording_data/heatmaps/${place}`)).text());
  for (const image of heatmapsSchema.parse(list).images) {
    const screenId = decodeURIComponent(image.split('/').at(-1) ?? '').replace(':', '-');
    heatmaps.set(`${screenId}.png`, await bytes(image));
  }
  return { video: await bytes(`/api/recording_data/${place}`), heatmaps };
}

/** The upload call as a client makes it that sends everything at the end (section 7). */
async function uploadWhole(
  origin: string,
  test: Test,
  { name, files }: { name: string; files: RecordedFiles },
): Promise<number> {
  const names = [test._id, test.name, test.company].map(encodeURIComponent).join('/');
  const form = new FormData();
  form.set('name', name);
  form.set('video', files.video, `${name}_${Date.now()}.webm`);
  for (const [file, heatmap] of files.heatmaps) form.set(file, heatmap, file);
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/api/link/upload/${test.uniqueId}/${names}`, {
    method: 'POST',
    body: form,
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`the upload was refused: ${text}`);
  return performance.now() - startedAt;
}

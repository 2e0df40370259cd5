// Clips in Chromium: how soon one that was just made plays in another browser, and how long a reel stands still between two.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { clips } from '#contract/clips.api.ts';
import { addressOf } from '#contract/endpoint.ts';
import { clipId, type SessionId } from '#contract/ids.ts';
import { launchChromium } from '#testing/chromium.ts';
import {
  type Picture,
  type PlayedItem,
  type PlayersPage,
  playersModule,
} from '#testing/players-page.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Creator, createTest } from './participants.ts';
import { alone, median, type Row } from './rows.ts';
import { finishAndOpen, type Served, stream } from './served-recording.ts';
import { runWatchedServer } from './watched-server.ts';

declare const players: PlayersPage;

const RECORDINGS = 4;
/** A minute and a half each. */
const RECORDING_BYTES = 40e6;
const CLIPS_MADE = 9;
const REEL_CLIPS = 20;
const REEL_CLIP_MS = 2000;
const REEL_LIMIT_MS = 120_000;

interface Recording {
  id: SessionId;
  served: Served;
}

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const server = await runWatchedServer(folder);
    stops.unshift(() => server.remove());
    const creator = await createTest(server);
    const video = join(folder, 'video.webm');
    const sizeBytes = await writeLongRecording(video, RECORDING_BYTES);
    const recordings: Recording[] = [];
    for (let number = 1; number <= RECORDINGS; number += 1) {
      const session = await stream(server, creator, { video, sizeBytes, name: `P${number}` });
      const served = await finishAndOpen(server, creator, session);
      recordings.push({ id: session._id, served });
    }
    const browser = await launchChromium();
    stops.unshift(() => browser.close());
    return [
      await measureCreationToPlayback(browser, creator, recordings),
      ...(await reel(browser, recordings)),
    ];
  } finally {
    for (const stop of stops) await stop();
  }
}

/** A page of another browser profile, signed in. */
async function pageElsewhere(browser: Browser, { origin, headers }: Served): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true });
  const cookies = headers.cookie?.split('; ').map((pair) => pair.split('=')) ?? [];
  await context.addCookies(
    cookies.map(([name = '', value = '']) => ({ name, value, url: origin })),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/terms`);
  return page;
}

async function measureCreationToPlayback(
  browser: Browser,
  { client }: Creator,
  recordings: readonly Recording[],
): Promise<Row> {
  const times: number[] = [];
  for (let clipNumber = 0; clipNumber < CLIPS_MADE; clipNumber += 1) {
    const recording = recordings[clipNumber % recordings.length];
    if (!recording) continue;
    const page = await pageElsewhere(browser, recording.served);
    const stretch = {
      fromMs: 20_500 + 1000 * clipNumber,
      toMs: 33_500 + 1000 * clipNumber,
      title: '',
    };
    const params = { sessionId: recording.id };
    const startedAt = performance.now();
    const { body } = await client.post(addressOf(clips.create, { params }), stretch);
    const { id } = z.object({ id: clipId }).parse(body);
    await page.evaluate(playInPage, addressOf(clips.video, { params: { clipId: id } }));
    times.push(performance.now() - startedAt);
    await page.context().close();
  }
  return alone({
    name: 'clip made to playing elsewhere by its address: second picture',
    ours: median(times),
    unit: 'ms',
    aim: 'under 1000 ms',
  });
}

/** Runs in the page; until the second picture has been shown. */
async function playInPage(path: string): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.src = path;
  document.body.append(video);
  const picture = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const secondPicture = picture().then(picture);
  await video.play();
  await secondPicture;
}

async function reel(browser: Browser, recordings: readonly Recording[]): Promise<Row[]> {
  const items: PlayedItem[] = Array.from({ length: REEL_CLIPS }, (_, number) => {
    const { path = '' } = recordings[number % recordings.length]?.served ?? {};
    const fromMs = 7300 + 1730 * number;
    const span = { fromMs, toMs: fromMs + REEL_CLIP_MS };
    return { id: `${number}`, kind: 'clip', title: '', label: `${number}`, src: path, span };
  });
  const [first] = recordings;
  if (!first) throw new Error('there is no recording');
  const page = await pageElsewhere(browser, first.served);
  await (await playersModule())(page);
  await page.evaluate((list) => players.showReel(list), items);
  await page.evaluate(() => players.watchPictures());
  const button = (name: string) => page.getByRole('button', { name });
  await button('Play').click();
  await button('Pause').waitFor();
  await button('Play').waitFor({ timeout: REEL_LIMIT_MS });
  const itemCount = await page.evaluate(() => players.items.length);
  if (itemCount !== REEL_CLIPS) throw new Error(`${itemCount} of ${REEL_CLIPS} clips were shown`);
  const pictures = await page.evaluate(() => players.pictures);
  await page.context().close();
  const gaps = intervals(pictures, 'clips');
  const row = (name: string, ours: number, aim = '–') =>
    alone({ name: `reel of ${REEL_CLIPS} clips: ${name}`, ours, unit: 'ms', aim });
  return [
    row('longest gap between clips', Math.max(...gaps), 'at most 50 ms'),
    row('gap between clips, median', median(gaps)),
    row('between two pictures of one clip, median', median(intervals(pictures, 'pictures'))),
    row('longer than its clips, in all', wholeMs(pictures) - REEL_CLIPS * REEL_CLIP_MS),
  ];
}

/** Returns the time from the first visible picture to the last one. */
function wholeMs(pictures: readonly Picture[]): number {
  const pictureTimes = pictures.flatMap(({ isSeen, displayedAtMs }) =>
    isSeen ? [displayedAtMs] : [],
  );
  return Math.max(...pictureTimes) - Math.min(...pictureTimes);
}

/** Milliseconds between two pictures that were seen: the last of a clip and the next new one, or two of one clip. */
function intervals(pictures: readonly Picture[], between: 'clips' | 'pictures'): number[] {
  const seen = pictures.filter(({ isSeen }) => isSeen);
  return seen.flatMap((picture, at) => {
    const before = seen[at - 1];
    const isChange = before !== undefined && before.video !== picture.video;
    if (!before || isChange !== (between === 'clips')) return [];
    return [picture.displayedAtMs - before.displayedAtMs];
  });
}

// The wait after 'Stop & Upload' on a slow uplink, for the participant and for the creator: the product's
// own page, which sends while it records, against sending the whole video at the end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '#testing/chromium.ts';
import { startRecording } from '../e2e/participant.ts';
import { embedOn, press, walk } from '../e2e/prototype.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { backdateSessions } from './backdate-sessions.ts';
import { CreatorWindow } from './creator-window.ts';
import { type Feed, feedRecorders, serveFeed } from './fake-recorder.ts';
import { makeLiveRecording } from './long-recording.ts';
import { type CreatedTest, createTest, postUpload } from './participants.ts';
import { type SlowUplink, startSlowUplink } from './proxy.ts';
import { lessIsBetter, type Row } from './rows.ts';

/** An ordinary home connection's way up. */
const UPLINK_BITS_PER_SECOND = 10_000_000;
/** Came to 2.5 Mbit/s with the sound, what the page asks of an encoder: the made pictures fall short of it. */
const FED_VIDEO_BITS_PER_SECOND = 2_600_000;

const SAFE = 'Files Uploaded Successfully! ✅. Safe to close now.';

interface Length {
  words: string;
  /** Recording time by the clock. */
  recordedMs: number;
  /** Replacement for the recorder, or null for the browser's own. */
  feed: Feed | null;
}

/** Half a minute is recorded at a recorder's pace each time; what comes before it is handed over quickly. */
const PACED_SECONDS = 30;
const fedLength = (words: string, seconds: number): Length => {
  const feed = { quickPieces: seconds - PACED_SECONDS, quickEveryMs: 40 };
  return { words, feed, recordedMs: 0 };
};

/** One round each: a recording takes as long as it takes. */
const lengths: Length[] = [
  { words: "60 s, the browser's own recorder", recordedMs: 60_000, feed: null },
  fedLength('1 min at 2.5 Mbit/s', 60),
  fedLength('20 min at 2.5 Mbit/s', 1200),
];

/** Milliseconds from the press of the button, or from the first byte of the whole upload. */
interface Waits {
  safeMs: number;
  firstFrameMs: number;
}
interface Round {
  ours: Waits;
  peer: Waits;
  megabytes: number;
}

interface Stage {
  browser: Browser;
  uplink: SlowUplink;
  test: CreatedTest;
  creator: CreatorWindow;
  feedOrigin: string;
  server: RunningServer;
}

export async function run(): Promise<Row[]> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const stage = await setStage(stops);
    const rows: Row[] = [];
    for (const length of lengths) rows.push(...rowsOf(length, await playRound(stage, length)));
    return rows;
  } finally {
    for (const stop of stops) await stop();
  }
}

async function setStage(stops: (() => Promise<unknown>)[]): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  stops.unshift(() => rm(folder, { recursive: true, force: true }));
  const uplink = await startSlowUplink(UPLINK_BITS_PER_SECOND);
  stops.unshift(() => uplink.close());
  const server = await runServer({ PUBLIC_URL: uplink.origin, NODE_ENV: 'production' });
  stops.unshift(() => server.remove());
  uplink.leadTo(server.origin);
  const live = await makeLiveRecording(join(folder, 'clip.webm'), FED_VIDEO_BITS_PER_SECOND);
  const feed = await serveFeed(live);
  stops.unshift(() => feed.close());
  const browser = await launchChromium({ media: 'tab' });
  stops.unshift(() => browser.close());
  const { client, test } = await createTest(server, { origin: uplink.origin });
  const creator = await CreatorWindow.open(browser, server.origin, { client, test });
  return { browser, uplink, test, creator, feedOrigin: feed.origin, server };
}

async function playRound(stage: Stage, length: Length): Promise<Round> {
  const { test, creator, uplink } = stage;
  const name = length.words;
  const page = await takeTest(stage, length, name);
  const frame = creator.whenWatchable(name);
  const { stoppedAt, safeAt } = await stopAndWait(page);
  const firstFrameAt = await frame;
  await page.context().close();
  const { form, megabytes } = await wholeForm(creator, name);
  await creator.warmUp();
  const sentAt = Date.now();
  const peerFrame = creator.whenWatchable(`Whole ${name}`);
  await postUpload(uplink.origin, test, { form });
  const peerSafeAt = Date.now();
  return {
    ours: { safeMs: safeAt - stoppedAt, firstFrameMs: firstFrameAt - stoppedAt },
    peer: { safeMs: peerSafeAt - sentAt, firstFrameMs: (await peerFrame) - sentAt },
    megabytes,
  };
}

/** Takes the test with presses all the way, until the moment before it is stopped. */
async function takeTest(stage: Stage, length: Length, name: string): Promise<Page> {
  const { browser, uplink, test, creator } = stage;
  const context = await participantContext(browser, length, stage.feedOrigin);
  const page = await context.newPage();
  // The upload of a fed recording before its end is not measured, so it runs at full speed.
  if (length.feed) uplink.setRate(Number.POSITIVE_INFINITY);
  await startRecording(page, test.link, name);
  await backdateSessions(stage.server);
  const startedAt = Date.now();
  const frame = await embedOn(page);
  for (const step of walk) await press(page, frame, step);
  const { feed } = length;
  if (feed) {
    const limit = { timeout: FED_LIMIT_MS };
    await page.waitForFunction((pieces) => fedPieces() >= pieces, feed.quickPieces, limit);
    uplink.setRate(UPLINK_BITS_PER_SECOND);
  }
  await creator.warmUp();
  const wholeMs = feed ? PACED_SECONDS * 1000 : length.recordedMs;
  const beganAt = feed ? Date.now() : startedAt;
  await page.waitForTimeout(Math.max(0, beganAt + wholeMs - Date.now()));
  return page;
}

/** Nineteen and a half minutes at 25 seconds of recording a second, and more on a busy machine. */
const FED_LIMIT_MS = 240_000;

/** Defined in pages with a fed recorder. */
declare function fedPieces(): number;

async function participantContext(
  browser: Browser,
  { feed }: Length,
  feedOrigin: string,
): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 800 };
  if (!feed) return await browser.newContext({ viewport });
  // The page's policy allows no connection to the feed.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  await feedRecorders(context, feedOrigin, feed);
  return context;
}

/** Presses the button and reads the clock in the page, so that nothing of our own is measured. */
async function stopAndWait(page: Page): Promise<{ stoppedAt: number; safeAt: number }> {
  return await page.evaluate(async (safe) => {
    const buttons = [...document.querySelectorAll('button')];
    const stop = buttons.find((button) => button.textContent?.includes('Stop & Upload'));
    if (!stop) throw new Error('nothing to stop');
    const safeTime = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes(safe)) resolve(Date.now());
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const stoppedAt = Date.now();
    stop.click();
    return { stoppedAt, safeAt: await safeTime };
  }, SAFE);
}

/** The upload call as a client makes it that sends everything at the end (section 7). */
async function wholeForm(creator: CreatorWindow, name: string) {
  const recording = (await creator.recordings()).find((each) => each.participantName === name);
  if (!recording) throw new Error(`the recording of ${name} is not listed`);
  const { video, heatmaps } = await creator.filesOf(recording);
  const form = new FormData();
  form.set('name', `Whole ${name}`);
  form.set('video', video, `Whole_${Date.now()}.webm`);
  for (const [file, heatmap] of heatmaps) form.set(file, heatmap, file);
  return { form, megabytes: video.size / 1e6 };
}

function rowsOf({ words }: Length, { ours, peer, megabytes }: Round): Row[] {
  const row = (what: string, wait: keyof Waits, aim: string) =>
    lessIsBetter({
      name: `stop to ${what}, ${words} (${megabytes.toFixed(0)} MB)`,
      ours: ours[wait],
      peer: peer[wait],
      unit: 'ms',
      aim,
    });
  return [
    row("'Safe to close now'", 'safeMs', 'under 1000 ms at any length'),
    row("the creator's first picture", 'firstFrameMs', 'under 1000 ms at any length'),
  ];
}

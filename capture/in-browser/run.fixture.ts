// A test on the real server, a participant's session of it, and the page that records it in Chromium.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { joinUserTimestamp, pathSegment } from '#contract/paths.ts';
import { videoKey } from '#server/media/object-keys.ts';
import {
  type BrowserModule,
  bundleForBrowser,
  MODULE_PAGE,
  serveModule,
} from '#testing/browser-module.ts';
import { type ChromiumOptions, launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { findProgram } from '#testing/programs.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { type NewSession, newSessionOf } from '../spool/spool.ts';
import { CLOCK_BITS, CLOCK_CELL_PX, CLOCK_STEP_MS } from './clock.ts';
import type { RunPage } from './run.page.ts';

declare const capture: RunPage;

export interface Rig {
  server: ServerProcess;
  browser: Browser;
  context: BrowserContext;
  /** Opens a tab with the module. */
  open: () => Promise<Page>;
  /** A new session of the test. */
  session: () => Promise<NewSession>;
  /** Length and SHA-256 of what the server has, or of its first bytes. */
  storedHash: (
    session: NewSession,
    ofBytes?: number,
  ) => Promise<{ length: number; sha256: string }>;
  /** The finished recording as its creator gets it. */
  watch: (session: NewSession) => Promise<WatchedVideo>;
  close: () => Promise<void>;
}

/** Calls a function of the page's module from the test. */
export async function inPage<K extends keyof RunPage>(
  page: Page,
  name: K,
  ...args: Parameters<RunPage[K]>
): Promise<Awaited<ReturnType<RunPage[K]>>> {
  const call = { name, args };
  const result: unknown = await page.evaluate(
    (call) => (capture[call.name] as (...all: unknown[]) => unknown)(...call.args),
    call,
  );
  return result as Awaited<ReturnType<RunPage[K]>>;
}

/** A server, which ends with the rig, and a browser. */
export async function startRig(media: ChromiumOptions = {}): Promise<Rig> {
  const server = await startServerProcess();
  const rig = await rigOn(server, media);
  return {
    ...rig,
    close: async () => {
      await rig.close();
      await server.close();
    },
  };
}

let module: Promise<BrowserModule> | undefined;

/** A browser at a server that is there. */
export async function rigOn(server: ServerProcess, media: ChromiumOptions = {}): Promise<Rig> {
  const browser: Browser = await launchChromium(media);
  const context = await browser.newContext();
  module ??= bundleForBrowser(join(import.meta.dirname, 'run.page.ts'));
  await serveModule(context, await module);
  const creator = await server.signIn(`creator-${randomUUID()}@example.com`);
  const input = {
    name: 'Check/out "2" 🎈',
    task: 'Buy a ticket.',
    figmaUrl: 'https://example.com/page',
  };
  const { body: test } = await creator.post('/api/tests', input);
  return {
    server,
    browser,
    context,
    open: async () => {
      const page = await context.newPage();
      await page.goto(`${server.origin}${MODULE_PAGE}`);
      return page;
    },
    session: async () =>
      newSessionOf(
        await startSession(new TestClient(server.origin), test, { name: 'Ada_1' }),
        test,
        null,
      ),
    storedHash: async (session, ofBytes) => {
      const stored = await server.stored(videoKey(session.sessionId as SessionId));
      const bytes = stored.subarray(0, ofBytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { length: bytes.length, sha256 };
    },
    watch: (session) => watchVideo({ browser, server, creator }, session),
    close: () => browser.close(),
  };
}

// Checks that end every test of a run: all recorded bytes are stored, once and in order, and play.

/** Duration and codecs as ffprobe reads the stored file. */
async function probe(
  rig: Rig,
  session: NewSession,
): Promise<{ codecs: string[]; packets: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  const file = join(folder, 'recording.webm');
  await writeFile(file, await rig.server.stored(videoKey(session.sessionId as SessionId)));
  const options =
    '-v error -count_packets -show_entries stream=codec_name,nb_read_packets -of json';
  const { stdout, stderr } = await promisify(execFile)(findProgram('ffprobe'), [
    ...options.split(' '),
    file,
  ]);
  await rm(folder, { recursive: true });
  // A lost tab ends its last piece within a block, which players and our index cut off.
  expect(stderr.replace(/^.*File ended prematurely.*$/m, '').trim()).toBe('');
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; nb_read_packets: string }[];
  };
  const packets = Math.min(...streams.map((stream) => Number(stream.nb_read_packets)));
  return { codecs: streams.map((stream) => stream.codec_name).sort(), packets };
}

/**
 * Everything spooled is on the server, the session is finished, nothing is left in the browser.
 * @param isTabLost the tab that recorded was closed: its last piece may be spooled, and not copied for this check
 */
export async function expectWhole(
  rig: Rig,
  page: Page,
  { isTabLost = false, ...session }: NewSession & { isTabLost?: boolean },
): Promise<void> {
  const spooled = await inPage(page, 'spooledHash', session.sessionId);
  expect(spooled.length).toBeGreaterThan(10_000);
  expect(await rig.storedHash(session, isTabLost ? spooled.length : undefined)).toEqual(spooled);
  expect(await inPage(page, 'spooledSessions')).toBe(0);
  const row = await rig.server.db
    .selectFrom('sessions')
    .select('state')
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe('finished');
  const { codecs, packets } = await probe(rig, session);
  expect(codecs).toEqual(['opus', 'vp9']);
  // A machine that does other work encodes few frames; what counts is above.
  expect(packets).toBeGreaterThan(1);
}

// A finished recording in its creator's browser: seeks, and reads the clock that was recorded.

interface WatchedVideo {
  /** Returns the frame at a share of the whole, which must be after the previous one. */
  frameAt(share: number): Promise<WatchedFrame>;
}

/** The frame that a seek shows. */
interface WatchedFrame {
  /** The frame's own time in the file. */
  frameMs: number;
  /** Time that the clock in the picture shows. */
  clockMs: number;
  /** Height of the picture in pixels. */
  height: number;
}

interface Creator {
  browser: Browser;
  server: ServerProcess;
  creator: TestClient;
}

async function watchVideo(
  { browser, server, creator }: Creator,
  session: NewSession,
): Promise<WatchedVideo> {
  const { origin, db } = server;
  const row = await db
    .selectFrom('sessions')
    .select(['participant_name', 'timestamp_ms'])
    .where('id', '=', session.sessionId as SessionId)
    .executeTakeFirstOrThrow();
  const name = joinUserTimestamp(row.participant_name, Number(row.timestamp_ms));
  const { uniqueId, testId, company, testName } = session;
  const address = [uniqueId, testId, company, testName, name].map(pathSegment).join('/');
  const context = await browser.newContext();
  const cookies = [...creator.cookies];
  await context.addCookies(cookies.map(([key, value]) => ({ name: key, value, url: origin })));
  const page = await context.newPage();
  await page.route('**/watch.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<video muted preload="auto" src="/api/recording_data/${address}"></video>`,
    }),
  );
  await page.goto(`${origin}/watch.html`);
  await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 0);
  return { frameAt: (share) => seek(page, share) };
}

const FRAME_TIMEOUT_MS = 30_000;

async function seek(page: Page, share: number): Promise<WatchedFrame> {
  const how = {
    bits: CLOCK_BITS,
    cellPx: CLOCK_CELL_PX,
    stepMs: CLOCK_STEP_MS,
    share,
    timeoutMs: FRAME_TIMEOUT_MS,
  };
  return await page.evaluate(async ({ bits, cellPx, stepMs, share: part, timeoutMs }) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('no video');
    const before = video.currentTime;
    const seconds = video.duration * part;
    const canvas = document.createElement('canvas');
    const frameSeconds = await new Promise<number>((resolve, reject) => {
      const failed = () => reject(new Error(`no frame for ${seconds} s: ${video.error?.message}`));
      video.addEventListener('error', failed, { once: true });
      const timer = setTimeout(failed, timeoutMs);
      const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        // A frame of the place before may be composited after the seek began.
        if (mediaTime <= before) {
          video.requestVideoFrameCallback(look);
          return;
        }
        clearTimeout(timer);
        canvas.width = 1280;
        canvas.height = (1280 * video.videoHeight) / video.videoWidth;
        canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
        resolve(mediaTime);
      };
      video.requestVideoFrameCallback(look);
      video.currentTime = seconds;
    });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    let gray = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const [red = 0] = context.getImageData((bit + 0.5) * cellPx, cellPx / 2, 1, 1).data;
      gray = gray * 2 + (red > 127 ? 1 : 0);
    }
    let steps = 0;
    for (let rest = gray; rest > 0; rest >>= 1) steps ^= rest;
    return {
      frameMs: frameSeconds * 1000,
      clockMs: steps * stepMs,
      height: video.videoHeight,
    };
  }, how);
}

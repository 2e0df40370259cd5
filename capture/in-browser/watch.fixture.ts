// A finished recording in its creator's browser: seeks, and reads the clock that was recorded.
import type { Browser, Page } from 'playwright-core';
import type { SessionId } from '#contract/ids.ts';
import { joinUserTimestamp, pathSegment } from '#contract/paths.ts';
import type { TestClient } from '#testing/client.ts';
import type { ServerProcess } from '#testing/server-process.ts';
import type { NewSession } from '../spool/spool.ts';
import { CLOCK_BITS, CLOCK_CELL_PX, CLOCK_STEP_MS } from './clock.ts';

export interface WatchedVideo {
  /** Returns the frame at a share of the whole, which must be after the previous one. */
  frameAt(share: number): Promise<WatchedFrame>;
}

/** The frame that a seek shows. */
export interface WatchedFrame {
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

export async function watchVideo(
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

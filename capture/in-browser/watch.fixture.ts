// A finished recording in its creator's browser: seeks, and reads the clock that was recorded.
import type { Browser, Page } from 'playwright-core';
import type { SessionId } from '#contract/ids.ts';
import { joinUserTimestamp, pathSegment } from '#contract/paths.ts';
import type { TestClient } from '#testing/client.ts';
import type { ServerProcess } from '#testing/server-process.ts';
import type { NewSession } from '../spool/spool.ts';
import { CLOCK_BITS, CLOCK_CELL_PX, CLOCK_STEP_MS } from './clock.ts';

export interface WatchedVideo {
  /** Seeks to a share of the whole; answers where it asked for and what the picture's clock says. */
  clockAt(share: number): Promise<{ soughtMs: number; clockMs: number }>;
  /** Heights of the pictures at the places sought so far. */
  sizes(): Promise<number[]>;
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
  const heights: number[] = [];
  return {
    clockAt: async (share) => {
      const seen = await seek(page, share);
      heights.push(seen.height);
      return seen;
    },
    sizes: async () => heights,
  };
}

async function seek(page: Page, share: number) {
  const clock = { bits: CLOCK_BITS, cellPx: CLOCK_CELL_PX, stepMs: CLOCK_STEP_MS, share };
  return await page.evaluate(async ({ bits, cellPx, stepMs, share: part }) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('no video');
    const sought = new Promise((resolve, reject) => {
      video.addEventListener('seeked', resolve, { once: true });
      video.addEventListener('error', () => reject(video.error), { once: true });
    });
    const seconds = video.duration * part;
    video.currentTime = seconds;
    await sought;
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = (1280 * video.videoHeight) / video.videoWidth;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    let gray = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const [red = 0] = context.getImageData((bit + 0.5) * cellPx, cellPx / 2, 1, 1).data;
      gray = gray * 2 + (red > 127 ? 1 : 0);
    }
    let steps = 0;
    for (let rest = gray; rest > 0; rest >>= 1) steps ^= rest;
    return { soughtMs: seconds * 1000, clockMs: steps * stepMs, height: video.videoHeight };
  }, clock);
}

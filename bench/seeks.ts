// Seeks in Chromium over HTTP: how long each takes and what the server sends for it.
import type { Browser } from 'playwright-core';
import { startCountingProxy } from './proxy.ts';
import { median } from './rows.ts';
import type { Served } from './served-recording.ts';

/** Shares of the recording's length, back and forth. */
const PLACES = [0.8, 0.2, 0.6, 0.4];

export interface Seeks {
  /** The median of all. */
  seekMs: number;
  /** For opening the video and all seeks together. */
  megabytes: number;
}

/** Opens a video in a fresh browser profile and seeks. @param seconds the recording's length. */
export async function seek(browser: Browser, served: Served, seconds: number): Promise<Seeks> {
  const line = await startCountingProxy(served.origin);
  const context = await browser.newContext();
  try {
    const cookies = served.headers.cookie?.split('; ').map((pair) => pair.split('=')) ?? [];
    await context.addCookies(
      cookies.map(([name = '', value = '']) => ({ name, value, url: line.origin })),
    );
    const page = await context.newPage();
    // Any page of the origin will do: the video is put into it.
    await page.goto(`${line.origin}/terms`);
    const before = line.receivedBytes();
    const times = await page.evaluate(seekInPage, {
      path: served.path,
      places: PLACES.map((share) => share * seconds),
    });
    const megabytes = (line.receivedBytes() - before) / 1e6;
    return { seekMs: median(times), megabytes };
  } finally {
    await context.close();
    await line.close();
  }
}

/** Runs in the page. */
async function seekInPage({ path, places }: { path: string; places: number[] }): Promise<number[]> {
  const video = document.createElement('video');
  const waitForEvent = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message)));
    });
  const opened = waitForEvent('loadeddata');
  video.src = path;
  document.body.append(video);
  await opened;
  const times: number[] = [];
  for (const place of places) {
    const seeked = waitForEvent('seeked');
    const startedAt = performance.now();
    video.currentTime = place;
    await seeked;
    times.push(performance.now() - startedAt);
  }
  return times;
}

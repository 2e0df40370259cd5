// The virtual file in a real browser over ranges: duration known at once, and every seek lands where it was asked to.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { launchChromium } from '#testing/chromium.ts';
import { indexOf, RECORDED, recorded } from '#testing/webm-files.ts';
import { readRange } from './virtual-webm.read.ts';
import { type VirtualLayout, virtualLayout } from './virtual-webm.ts';

type Served = { key: string; layout: VirtualLayout };

let folder: string;
let storage: DiskStorage;
let server: Server;
let browser: Browser;
let page: Page;
const served = new Map<string, Served>();

/** Serves a range as any media endpoint does. */
async function answer(
  path: string,
  range: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const video = served.get(path);
  if (!video) {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>seek</title>');
    return;
  }
  const { sizeBytes } = video.layout;
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/u.exec(range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? sizeBytes : Math.min(sizeBytes, Number(to) + 1);
  response.writeHead(range ? 206 : 200, {
    'content-type': 'video/webm',
    'accept-ranges': 'bytes',
    'content-length': end - start,
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${sizeBytes}` } : {}),
  });
  await pipeline(readRange({ storage, ...video }, { start, end }), response);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-seek-'));
  storage = await DiskStorage.open(folder);
  server = createServer((request, response) => {
    answer(request.url ?? '/', request.headers.range, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function serve(
  name: string,
  file: Uint8Array,
): Promise<{ path: string; durationMs: number }> {
  const key = `recordings/${name}.webm`;
  await storage.put(key, file);
  const layout = virtualLayout(indexOf(file));
  if (!layout) throw new Error(`${name} has no block`);
  served.set(`/${name}`, { key, layout });
  return { path: `/${name}`, durationMs: layout.durationMs };
}

/** Opens a video and seeks to each time; runs in the page, which this project's server types don't know. */
const SEEK = `async ({ path, times }) => {
  const video = document.createElement('video');
  video.muted = true;
  const next = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  video.src = path;
  await next('loadedmetadata');
  const landed = [];
  for (const time of times) {
    const seeked = next('seeked');
    video.currentTime = time;
    await seeked;
    if (video.readyState < 2) await next('canplay');
    landed.push(video.currentTime);
  }
  const ranges = [...Array(video.seekable.length).keys()].map((i) => [video.seekable.start(i), video.seekable.end(i)]);
  const ended = next('ended');
  await video.play();
  await ended;
  return { duration: video.duration, landed, ranges, endedAt: video.currentTime, width: video.videoWidth };
}`;

type Seen = {
  duration: number;
  landed: number[];
  ranges: number[][];
  endedAt: number;
  width: number;
};

async function seek(path: string, times: number[]): Promise<Seen> {
  return (await page.evaluate(`(${SEEK})(${JSON.stringify({ path, times })})`)) as Seen;
}

describe('in Chromium', () => {
  it.each(RECORDED)('%s plays, seeks and ends', async (name) => {
    const { path, durationMs } = await serve(name, await recorded(name));
    const times = [durationMs / 1000 - 0.4, 0.5, 2.5, 0, durationMs / 1000 - 1];
    const seen = await seek(path, times);
    expect(seen.duration).toBeCloseTo(durationMs / 1000, 2);
    expect(seen.landed).toEqual(times.map((time) => expect.closeTo(time, 3)));
    expect(seen.ranges).toEqual([[0, seen.duration]]);
    expect(seen.endedAt).toBeCloseTo(seen.duration, 1);
    expect(seen.width).toBe(name.endsWith('opus-only') ? 0 : 160);
  });

  it('plays what is there of a recording that was cut off', async () => {
    const file = await recorded('vp8-opus');
    const { path, durationMs } = await serve('cut', file.subarray(0, 25_000));
    const seen = await seek(path, [2.2, 1]);
    expect(seen.duration).toBeCloseTo(durationMs / 1000, 2);
    expect(seen.landed).toEqual([expect.closeTo(2.2, 3), expect.closeTo(1, 3)]);
  });
});

// Plays and seeks in a virtual file over ranges, in a real browser.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CONTAINER_NAMES, virtualLayout } from '#server/media/video-container.ts';
import { VideoIndexer } from '#server/media/video-indexer.ts';
import type { VirtualLayout } from '#server/media/virtual-file.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import { ChunkBody } from '#server/platform/http/chunk-body.ts';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { launchChromium } from './chromium.ts';

type Served = { key: string; layout: VirtualLayout; contentType: string };

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

export interface SeekPage {
  page: Page;
  /** Makes the virtual file of a file; answers its path. */
  put(file: Uint8Array): Promise<string>;
  /** Makes the virtual file of a file and plays it after seeking to each of these seconds. */
  seek(file: Uint8Array, seconds: (durationMs: number) => number[]): Promise<Seen>;
  close(): Promise<void>;
}

export async function openSeekPage(): Promise<SeekPage> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-seek-'));
  const storage = await DiskStorage.open(folder);
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const video = served.get(request.url ?? '/');
    if (video) answer({ ...video, storage }, request.headers.range, response);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>seek</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const put = async (file: Uint8Array) => {
    const path = `/${served.size}`;
    const video = await serveFrom(storage, `recordings${path}`, file);
    served.set(path, video);
    return { path, durationMs: video.layout.durationMs };
  };
  return {
    page,
    put: async (file) => (await put(file)).path,
    async seek(file, seconds) {
      const { path, durationMs } = await put(file);
      return await seekIn(page, path, seconds(durationMs));
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

async function serveFrom(storage: DiskStorage, key: string, file: Uint8Array): Promise<Served> {
  await storage.put(key, file);
  const indexer = new VideoIndexer();
  indexer.feed(file);
  const { index } = indexer;
  const layout = index && virtualLayout(index);
  if (!layout) throw new Error('there is nothing to play');
  return { key, layout, contentType: CONTAINER_NAMES[index.container].contentType };
}

async function seekIn(page: Page, path: string, times: number[]): Promise<Seen> {
  return (await page.evaluate(`(${SEEK})(${JSON.stringify({ path, times })})`)) as Seen;
}

/** Serves a range as any media endpoint does. */
function answer(
  video: Served & { storage: DiskStorage },
  range: string | undefined,
  response: ServerResponse,
): void {
  const { sizeBytes } = video.layout;
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/u.exec(range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? sizeBytes : Math.min(sizeBytes, Number(to) + 1);
  response.writeHead(range ? 206 : 200, {
    'content-type': video.contentType,
    'accept-ranges': 'bytes',
    'content-length': end - start,
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${sizeBytes}` } : {}),
  });
  new ChunkBody(rangeChunks(video, { start, end })).pipe(response);
}

// A lack of space on either side and a slow disk: the page reports it and waits, and nothing is
// lost.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Storage } from '#server/storage/storage.ts';
import { startTestApp } from '#testing/app.ts';
import { limitFileSize } from '#testing/file-limit.ts';
import type { ServerProcess } from '#testing/server-process.ts';
import { BEST_QUALITY } from '../record/quality.ts';
import { collectPieces } from './recorded-pieces.fixture.ts';
import { expectWhole, inPage, type Rig, rigOn, startRig } from './run.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterEach(async () => {
  if (!(await rig.server.isUp())) await rig.server.restart();
});
afterAll(() => rig?.close());

const eventually = { timeout: 60_000, interval: 100 };
const storedBytes = async (page: Page) => (await inPage(page, 'runState'))?.upload.storedBytes ?? 0;
const spooledBytes = async (page: Page) =>
  (await inPage(page, 'runState'))?.upload.spooledBytes ?? 0;

/** The app within this process, with something between it and its disk. */
async function appAsServer(storage: (storage: Storage) => Storage): Promise<ServerProcess> {
  const app = await startTestApp({ storage });
  const never = () => Promise.reject(new Error('this server can be neither killed nor restarted'));
  return {
    origin: app.origin,
    db: app.parts.db,
    pid: () => undefined,
    isUp: async () => true,
    kill: never,
    restart: never,
    signIn: (email) => app.signIn(email, { company: 'Ünïcorp & Söhne' }),
    stored: async (key) => {
      const end = (await app.parts.storage.size(key)) ?? 0;
      const stream = await app.parts.storage.read(key, { start: 0, end });
      return Buffer.concat(await stream.toArray());
    },
    close: () => app.close(),
  };
}

describe('storage of the server', { timeout: 120_000 }, () => {
  it('is full: answered with 503, storage_full and Retry-After, and resumed when there is space', async () => {
    const page = await rig.open();
    const session = await rig.session();
    const refusals: { status: number; code: string; retryAfter: string | undefined }[] = [];
    page.on('response', async (response) => {
      if (response.status() !== 503 || response.request().method() !== 'PATCH') return;
      const retryAfter = response.headers()['retry-after'];
      const { code } = await response.json();
      refusals.push({ status: 503, code, retryAfter });
    });
    await inPage(page, 'startRun', session);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
    await limitFileSize(rig.server.pid(), (await storedBytes(page)) + 40_000);
    await expect.poll(() => refusals.length, eventually).toBeGreaterThan(1);
    const full = await storedBytes(page);
    await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(full + 50_000);
    expect(refusals[0]).toEqual({ status: 503, code: 'storage_full', retryAfter: '2' });
    expect(await inPage(page, 'runState')).toMatchObject({
      recorder: { phase: 'recording' },
      upload: { connected: false, problem: { status: 503, code: 'storage_full' } },
    });
    await limitFileSize(rig.server.pid(), 'unlimited');
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(full + 50_000);
    expect((await inPage(page, 'stopRun'))?.upload).toMatchObject({ phase: 'done' });
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('is slow: two seconds for every append', async () => {
    const slow = (storage: Storage): Storage => {
      const append = storage.append.bind(storage);
      storage.append = async (key, request) => {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        return await append(key, request);
      };
      return storage;
    };
    const server = await appAsServer(slow);
    const opened = await rigOn(server);
    const page = await opened.open();
    const session = await opened.session();
    await inPage(page, 'startRun', session);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(60_000);
    expect((await inPage(page, 'stopRun'))?.upload).toMatchObject({ phase: 'done' });
    await expectWhole(opened, page, session);
    await opened.close();
    await server.close();
  });
});

describe('space in the browser', { timeout: 180_000 }, () => {
  it.each([
    { what: "the browser's quota", quotaBytes: 800_000, seen: ['waiting'] },
    { what: "the spool's bound", maxBytes: 800_000, seen: ['low', 'waiting'] },
  ])(
    '$what is used up: lower quality, then a word, then a clean stop, with everything kept',
    async (bound) => {
      const page = await rig.open();
      const session = await rig.session();
      const pieces = await collectPieces(page);
      const { maxBytes } = bound;
      const bounds = maxBytes === undefined ? {} : { maxBytes };
      const run = { tellPieces: true, waitingMaxBytes: 200_000, ...bounds };
      await inPage(page, 'startRun', session, run);
      await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
      await rig.server.kill();
      if (bound.quotaBytes) await limitQuota(page, bound.quotaBytes);
      const seen = await watchUntilStopped(page);
      expect([...seen.spaces]).toEqual(expect.arrayContaining(bound.seen));
      // On a busy machine the quality may have been low before.
      expect(Math.min(...seen.bitrates)).toBeLessThan(BEST_QUALITY.videoBitsPerSecond);
      // Everything made is still there, on the disk or in memory, and goes when it can.
      await rig.server.restart();
      await expect
        .poll(() => inPage(page, 'runState'), eventually)
        .toMatchObject({ upload: { phase: 'done', problem: null } });
      const stored = await rig.server.stored(videoKey(session.sessionId as SessionId));
      expect(stored.length).toBe(await spooledBytes(page));
      // The first take passes as it was made.
      const first = pieces.bytes().subarray(0, 150_000);
      expect(stored.subarray(0, 150_000).equals(first)).toBe(true);
      expect(await inPage(page, 'spooledSessions')).toBe(0);
      await page.close();
    },
  );
});

describe('storage of the browser', { timeout: 120_000 }, () => {
  it.each([{ isOffline: false }, { isOffline: true }])(
    'is cleared in the middle (offline: $isOffline): nothing is missing',
    async ({ isOffline }) => {
      const page = await rig.open();
      const session = await rig.session();
      const pieces = await collectPieces(page);
      await inPage(page, 'startRun', session, { tellPieces: true });
      await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
      await rig.context.setOffline(isOffline);
      await expect.poll(() => pieces.count(), eventually).toBeGreaterThan(4);
      const cdp = await rig.context.newCDPSession(page);
      const { origin } = rig.server;
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      const before = pieces.count();
      await expect.poll(() => pieces.count(), eventually).toBeGreaterThan(before + 2);
      await rig.context.setOffline(false);
      expect(await inPage(page, 'stopRun')).toMatchObject({
        durable: true,
        space: 'ok',
        upload: { phase: 'done', problem: null },
      });
      const stored = await rig.server.stored(videoKey(session.sessionId as SessionId));
      expect(stored.length).toBe(await spooledBytes(page));
      expect(pieces.within(stored.length)).toBeGreaterThan(before);
      // The first take passes as it was made.
      const first = pieces.bytes().subarray(0, 150_000);
      expect(stored.subarray(0, 150_000).equals(first)).toBe(true);
      expect(await inPage(page, 'spooledSessions')).toBe(0);
      await page.close();
    },
  );
});

async function limitQuota(page: Page, bytes: number): Promise<void> {
  const cdp = await rig.context.newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const quota = { origin: rig.server.origin, quotaSize: used + bytes };
  await cdp.send('Storage.overrideQuotaForOrigin', quota);
}

/** Returns every state that the page reported until the recording stopped for lack of space. */
async function watchUntilStopped(page: Page) {
  const spaces = new Set<string>();
  const bitrates = new Set<number>();
  await expect
    .poll(async () => {
      const state = await inPage(page, 'runState');
      if (state) spaces.add(state.space);
      if (state) bitrates.add(state.quality.videoBitsPerSecond);
      return state?.recorder;
    }, eventually)
    .toMatchObject({ phase: 'stopped', stopReason: 'storage_full' });
  return { spaces, bitrates };
}

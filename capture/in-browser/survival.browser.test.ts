// Failures that a recording survives, each in a real Chromium against the real server: SHA-256 of
// the recorded and of the stored bytes are equal. Storage and space: storage.browser.test.ts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { collectPieces } from './recorded-pieces.fixture.ts';
import { expectWhole, inPage, type Rig, startRig } from './run.fixture.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  if (!(await rig.server.isUp())) await rig.server.restart();
});
afterAll(() => rig?.close());

/** Starts, restarts and pieces take their time on a machine that does other work too. */
const eventually = { timeout: 30_000, interval: 100 };
const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));
const storedBytes = async (page: Page) => (await inPage(page, 'runState'))?.upload.storedBytes ?? 0;
const spooledBytes = async (page: Page) =>
  (await inPage(page, 'runState'))?.upload.spooledBytes ?? 0;

async function recording({ clock = false } = {}) {
  const page = await rig.open();
  if (clock) await page.clock.install();
  const session = await rig.session();
  expect(await inPage(page, 'startRun', session)).toBe(true);
  await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
  return { page, session };
}

async function stopAndCompare({ page, session }: Awaited<ReturnType<typeof recording>>) {
  const state = await inPage(page, 'stopRun');
  expect(state?.upload).toMatchObject({ phase: 'done', problem: null });
  await expectWhole(rig, page, session);
  await page.close();
}

describe('the network', { timeout: 180_000 }, () => {
  it('is off for 60 seconds of the page’s clock in the middle', async () => {
    const run = await recording({ clock: true });
    await rig.context.setOffline(true);
    const before = await storedBytes(run.page);
    // Tries again after longer and longer times, up to 30 seconds.
    for (const seconds of [10, 20, 30]) await run.page.clock.fastForward(seconds * 1000);
    await expect.poll(() => spooledBytes(run.page), eventually).toBeGreaterThan(before + 100_000);
    expect(await storedBytes(run.page)).toBe(before);
    await rig.context.setOffline(false);
    await expect.poll(() => storedBytes(run.page), eventually).toBeGreaterThan(before + 100_000);
    await stopAndCompare(run);
  });

  it('is off at stop, and for a while after it', async () => {
    const run = await recording();
    await rig.context.setOffline(true);
    await pause(2000);
    const stopped = stopAndCompare(run);
    await expect
      .poll(() => inPage(run.page, 'runState'), eventually)
      .toMatchObject({ upload: { phase: 'finishing', connected: false } });
    await pause(8000);
    await rig.context.setOffline(false);
    await stopped;
  });
});

describe('the server', { timeout: 120_000 }, () => {
  it('is killed twice in a row while recording', async () => {
    const run = await recording();
    for (let kill = 0; kill < 2; kill += 1) {
      await rig.server.kill();
      const stored = await storedBytes(run.page);
      await expect.poll(() => spooledBytes(run.page), eventually).toBeGreaterThan(stored + 30_000);
      await rig.server.restart();
      if (kill === 0) await pause(300);
    }
    await stopAndCompare(run);
  });

  it('is killed while it finishes the session, twice', async () => {
    const run = await recording();
    let kills = 0;
    await run.page.route('**/api/link/upload/**', async (route) => {
      kills += 1;
      if (kills > 2) return route.fallback();
      const sent = route.fetch().catch(() => null);
      await pause(kills * 3);
      await rig.server.kill();
      await sent;
      await rig.server.restart();
      await route.abort('connectionreset');
    });
    await stopAndCompare(run);
    expect(kills).toBeGreaterThan(2);
  });
});

describe('the tab', { timeout: 120_000 }, () => {
  it('crashes: at most the last three pieces are missing, and coming back sends the rest', async () => {
    const page = await rig.open();
    const session = await rig.session();
    const pieces = await collectPieces(page);
    expect(await inPage(page, 'startRun', session, { tellPieces: true })).toBe(true);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
    // The missing bytes must come from the browser's disk.
    await rig.server.kill();
    const before = pieces.count();
    await expect.poll(() => pieces.count(), eventually).toBeGreaterThan(before + 5);
    const cdp = await rig.context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    cdp.send('Page.crash').catch(() => 'the page is gone');
    await crashed;
    await rig.server.restart();
    const second = await rig.open();
    const resumed = await inPage(second, 'resumePending');
    expect(resumed).toMatchObject([{ upload: { phase: 'done' } }]);
    const stored = await rig.server.stored(videoKey(session.sessionId as SessionId));
    expect(pieces.count() - pieces.within(stored.length)).toBeLessThanOrEqual(3);
    expect(pieces.within(stored.length)).toBeGreaterThan(before);
    expect(stored.equals(pieces.bytes().subarray(0, stored.length))).toBe(true);
    expect(await inPage(second, 'spooledSessions')).toBe(0);
    await second.close();
    await page.close();
  });

  it('is not alone: two tabs record two sessions, and neither harms the other', async () => {
    const one = await recording();
    const two = await recording();
    const returned = await rig.open();
    const resumed = inPage(returned, 'resumePending');
    await expect
      .poll(() => inPage(returned, 'pendingState'), eventually)
      .toMatchObject([{ upload: null }, { upload: null }]);
    const offset = await storedBytes(one.page);
    await expect.poll(() => storedBytes(one.page), eventually).toBeGreaterThan(offset);
    for (const { page } of [one, two]) {
      const state = await inPage(page, 'stopRun');
      expect(state?.upload).toMatchObject({ phase: 'done', problem: null });
    }
    await resumed;
    await expectWhole(rig, one.page, one.session);
    await expectWhole(rig, two.page, two.session);
    for (const page of [one.page, two.page, returned]) await page.close();
  });
});

describe('the computer', { timeout: 120_000 }, () => {
  it('sleeps: timers stand still, the clock jumps, connections are gone', async () => {
    const run = await recording();
    const cdp = await rig.browser.newBrowserCDPSession();
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    expect(renderers.length).toBeGreaterThan(0);
    const elapsedMs = async () => (await inPage(run.page, 'runState'))?.recorder.elapsedMs ?? 0;
    const before = await elapsedMs();
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    await rig.server.kill();
    await pause(6000);
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
    // A computer that wakes has no network yet.
    await expect
      .poll(() => inPage(run.page, 'runState'), eventually)
      .toMatchObject({ upload: { connected: false } });
    const stored = await storedBytes(run.page);
    await rig.server.restart();
    await expect.poll(() => storedBytes(run.page), eventually).toBeGreaterThan(stored);
    expect(await elapsedMs()).toBeGreaterThan(before + 6000);
    await stopAndCompare(run);
  });
});

// Whole runs in a real Chromium against the real server, with failures on purpose: every byte spooled
// is stored, once and in order.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWhole, inPage, type Rig, startRig } from './run.fixture.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});

beforeEach(async () => {
  if (!(await rig.server.isUp())) await rig.server.restart();
});

afterAll(async () => {
  await rig?.close();
});

/** Starts, restarts and pieces take their time on a machine that does other work too. */
const eventually = { timeout: 15_000, interval: 100 };
const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));
const storedBytes = async (page: Page) => (await inPage(page, 'runState'))?.upload.storedBytes ?? 0;
const spooledBytes = async (page: Page) =>
  (await inPage(page, 'runState'))?.upload.spooledBytes ?? 0;

describe('a run', { timeout: 60_000 }, () => {
  it('survives a server that is killed and started again while recording', async () => {
    const page = await rig.open();
    const session = await rig.session();
    expect(await inPage(page, 'startRun', session)).toBe(true);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
    await rig.server.kill();
    const stored = await storedBytes(page);
    await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(stored + 50_000);
    await rig.server.restart();
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(stored);
    const state = await inPage(page, 'stopRun');
    expect(state?.upload).toMatchObject({ phase: 'done', problem: null });
    expect(state?.recorder).toMatchObject({ phase: 'stopped', stopReason: 'participant' });
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('is finished after a reload from what the browser kept, whichever side stopped where', async () => {
    const page = await rig.open();
    const session = await rig.session();
    await inPage(page, 'startRun', session);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
    await rig.server.kill();
    const stored = await storedBytes(page);
    await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(stored + 50_000);
    await page.reload();
    expect(await inPage(page, 'spooledSessions')).toBe(1);
    const resumed = inPage(page, 'resumePending');
    await expect
      .poll(() => inPage(page, 'pendingState'), eventually)
      .toMatchObject([{ upload: { connected: false } }]);
    await rig.server.restart();
    expect(await resumed).toMatchObject([{ upload: { phase: 'done' } }]);
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('is left to the tab that records it, and taken over when that tab is gone', async () => {
    const recording = await rig.open();
    const second = await rig.open();
    const session = await rig.session();
    await inPage(recording, 'startRun', session);
    await expect.poll(() => storedBytes(recording), eventually).toBeGreaterThan(0);
    const resumed = inPage(second, 'resumePending');
    await expect
      .poll(() => inPage(second, 'pendingState'), eventually)
      .toMatchObject([{ upload: null }]);
    await recording.close();
    expect(await resumed).toMatchObject([{ upload: { phase: 'done' } }]);
    await expectWhole(rig, second, { ...session, isTabLost: true });
    await second.close();
  });

  it('neither doubles nor skips a byte when answers are lost', async () => {
    const page = await rig.open();
    const session = await rig.session();
    let patches = 0;
    let finishes = 0;
    await page.route('**/api/uploads/**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      patches += 1;
      if (patches % 2 === 0) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.route('**/api/link/upload/**', async (route) => {
      finishes += 1;
      if (finishes > 2) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await inPage(page, 'startRun', session);
    await pause(4000);
    const state = await inPage(page, 'stopRun');
    expect(state?.upload.phase).toBe('done');
    expect(patches).toBeGreaterThan(3);
    expect(finishes).toBe(3);
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('goes on when the network is back, also when it was gone at stop', async () => {
    const page = await rig.open();
    const session = await rig.session();
    await inPage(page, 'startRun', session);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
    await rig.context.setOffline(true);
    await pause(2500);
    const stopped = inPage(page, 'stopRun');
    await expect
      .poll(() => inPage(page, 'runState'), eventually)
      .toMatchObject({ upload: { phase: 'finishing', connected: false } });
    await rig.context.setOffline(false);
    expect((await stopped)?.upload.phase).toBe('done');
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('stops after twenty minutes by the clock', async () => {
    const page = await rig.open();
    const session = await rig.session();
    await inPage(page, 'startRun', session);
    await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(10_000);
    expect(await inPage(page, 'startAgain')).toBe(false);
    expect(await inPage(page, 'runState')).toMatchObject({
      recorder: { phase: 'recording', problem: 'busy' },
    });
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1_200_000;
    });
    await expect
      .poll(() => inPage(page, 'runState'), eventually)
      .toMatchObject({ recorder: { stopReason: 'time_limit' }, upload: { phase: 'done' } });
    expect(await inPage(page, 'openTracks')).toBe(0);
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('tells that the microphone is muted until it is heard again', async () => {
    const page = await rig.open();
    await inPage(page, 'startRun', await rig.session());
    const isMuted = async () => (await inPage(page, 'runState'))?.recorder.microphoneMuted;
    expect(await isMuted()).toBe(false);
    await inPage(page, 'muteMicrophone', true);
    expect(await isMuted()).toBe(true);
    await inPage(page, 'muteMicrophone', false);
    expect(await isMuted()).toBe(false);
    await inPage(page, 'stopRun');
    await page.close();
  });

  it('gives the place back when nothing was recorded', async () => {
    const page = await rig.open();
    const session = await rig.session();
    await page.evaluate(() => Reflect.set(globalThis, 'MediaRecorder', undefined));
    expect(await inPage(page, 'startRun', session)).toBe(false);
    expect(await inPage(page, 'runState')).toMatchObject({
      recorder: { phase: 'idle', problem: 'unsupported' },
    });
    await page.reload();
    expect(await inPage(page, 'resumePending')).toEqual([]);
    expect(await inPage(page, 'spooledSessions')).toBe(0);
    const row = await rig.server.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', session.sessionId)
      .executeTakeFirst();
    expect(row).toBeUndefined();
    await page.close();
  });
});

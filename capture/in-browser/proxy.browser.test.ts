// A proxy that answers instead of the server: its refusals end nothing, and its limits are
// respected.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWhole, inPage, type Rig, startRig } from './run.fixture.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

const eventually = { timeout: 30_000, interval: 100 };
const storedBytes = async (page: Page) => (await inPage(page, 'runState'))?.upload.storedBytes ?? 0;
const spooledBytes = async (page: Page) =>
  (await inPage(page, 'runState'))?.upload.spooledBytes ?? 0;
/** All a recording calls. */
const calls = /\/api\/(uploads|sessions|link\/upload)\//;

async function refuse(page: Page, status: number): Promise<void> {
  const answer = { status, contentType: 'text/html', body: `<html>${status}</html>` };
  await page.route(calls, (route) => route.fulfill(answer));
}

async function recording() {
  const page = await rig.open();
  const session = await rig.session();
  await inPage(page, 'startRun', session);
  await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(0);
  return { page, session };
}

describe('a proxy', { timeout: 120_000 }, () => {
  it('knows no such page, or refuses every caller, for a while: the upload goes on after it', async () => {
    const { page, session } = await recording();
    for (const status of [404, 403]) {
      await refuse(page, status);
      const stored = await storedBytes(page);
      await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(stored + 100_000);
      await page.unroute(calls);
      await expect.poll(() => storedBytes(page), eventually).toBeGreaterThan(stored + 50_000);
    }
    await refuse(page, 404);
    const stopped = inPage(page, 'stopRun');
    await expect
      .poll(() => inPage(page, 'runState'), eventually)
      .toMatchObject({ upload: { phase: 'finishing', connected: false } });
    await page.unroute(calls);
    expect((await stopped)?.upload).toMatchObject({ phase: 'done', problem: null });
    await expectWhole(rig, page, session);
    await page.close();
  });

  it('answers a participant who comes back: what the browser keeps is kept', async () => {
    const { page, session } = await recording();
    await refuse(page, 404);
    const stored = await storedBytes(page);
    await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(stored + 100_000);
    await page.close();
    const second = await rig.open();
    await refuse(second, 404);
    const resumed = inPage(second, 'resumePending');
    await expect
      .poll(() => inPage(second, 'pendingState'), eventually)
      .toMatchObject([{ upload: { connected: false } }]);
    expect(await inPage(second, 'spooledSessions')).toBe(1);
    await second.unroute(calls);
    expect(await resumed).toMatchObject([{ upload: { phase: 'done' } }]);
    await expectWhole(rig, second, session);
    await second.close();
  });

  it('takes short requests only: a backlog goes in many of them', async () => {
    const { page, session } = await recording();
    let refusals = 0;
    await page.route(calls, (route) => {
      const lengthBytes = route.request().postDataBuffer()?.length ?? 0;
      if (lengthBytes <= 150_000) return route.fallback();
      refusals += 1;
      return route.fulfill({ status: 413, contentType: 'text/html', body: '<html>413</html>' });
    });
    await rig.context.setOffline(true);
    const stored = await storedBytes(page);
    await expect.poll(() => spooledBytes(page), eventually).toBeGreaterThan(stored + 600_000);
    await rig.context.setOffline(false);
    const state = await inPage(page, 'stopRun');
    expect(state?.upload).toMatchObject({ phase: 'done', problem: null });
    expect(refusals).toBeGreaterThan(0);
    await expectWhole(rig, page, session);
    await page.close();
  });
});

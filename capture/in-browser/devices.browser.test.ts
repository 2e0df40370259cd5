// Distinguishes refusals of real Chromiums, and ends a real share.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChromiumOptions } from '#testing/chromium.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { inPage, type Rig, rigOn } from './run.fixture.ts';

const SHARED = 'The shared tab';
/** Each test starts a browser of its own. */
const LIMIT_MS = 60_000;
let server: ServerProcess;
let rig: Rig | undefined;

async function open(media: ChromiumOptions, permissions: string[] = []) {
  const opened = await rigOn(server, media);
  rig = opened;
  await opened.context.grantPermissions(permissions);
  return { rig: opened, page: await opened.open() };
}

beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server?.close());
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

it(
  'grants both devices and the own tab',
  async () => {
    const own = { media: 'titled-tab', tabTitle: 'Module under test' } as const;
    const { page } = await open(own, ['camera', 'microphone']);
    expect(await inPage(page, 'openDevices')).toEqual({
      phase: 'ready',
      problem: null,
      hasCamera: true,
    });
    expect(await inPage(page, 'shareDisplay')).toEqual({
      phase: 'shared',
      problem: null,
      isAnotherTab: false,
    });
  },
  LIMIT_MS,
);

it(
  'knows a computer without devices',
  async () => {
    const { page } = await open({ media: 'no-device' });
    expect(await inPage(page, 'openDevices')).toMatchObject({ problem: 'no_microphone' });
  },
  LIMIT_MS,
);

it(
  'notices another tab, and the end of its share while recording',
  async () => {
    const media = { media: 'titled-tab', tabTitle: SHARED } as const;
    const { rig: opened, page } = await open(media, ['camera', 'microphone']);
    const shared = await opened.context.newPage();
    // A tab without movement gives hardly a frame, and a recorder without frames no piece.
    const movement = 'setInterval(() => { document.body.textContent = performance.now() }, 50)';
    await shared.setContent(`<title>${SHARED}</title><script>${movement}</script>`);
    await page.bringToFront();
    expect(await inPage(page, 'shareDisplay')).toMatchObject({
      phase: 'shared',
      isAnotherTab: true,
    });
    const session = await opened.session();
    expect(await inPage(page, 'startRun', session)).toBe(true);
    const eventually = { timeout: 15_000, interval: 100 };
    await expect
      .poll(async () => (await inPage(page, 'runState'))?.upload.storedBytes, eventually)
      .toBeGreaterThan(0);
    const finishing = page.waitForRequest('**/api/link/upload/**');
    await shared.close();
    await expect
      .poll(() => inPage(page, 'runState'), eventually)
      .toMatchObject({ recorder: { stopReason: 'share_ended' }, upload: { phase: 'done' } });
    expect((await finishing).postData()).toMatch(/name="ended"\s+sharing_ended\s/);
    expect(await inPage(page, 'openTracks')).toBe(0);
    expect(await opened.storedHash(session)).toEqual(
      await inPage(page, 'spooledHash', session.sessionId),
    );
  },
  LIMIT_MS,
);

// Screen images by a real browser: the picture, the reachable origins, and every failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { startSample } from '#sample/sample.ts';
import { ImageReader } from '#server/media/images.ts';
import { browserUser } from '#server/platform/machine/os-user.ts';
import {
  type KnownPrototype,
  type PrototypeHost,
  prototypeOf,
} from '#server/prototypes/prototype-hosts.ts';
import { findProgram } from '#testing/programs.ts';
import { type PageServer, postMessages, servePage } from './hostile-embed.fixture.ts';
import { createScreenshots, type ScreenshotLimits } from './screenshots.ts';

const PUBLIC_URL = 'https://tests.example.org';
/** A picture takes about two seconds; a busy machine takes longer. */
const SLOW_MS = 60_000;

let folder: string;
let refused: string[];
/** Functions that close what a test opened; the last one runs first. */
let stops: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-camera-'));
  refused = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  await rm(folder, { recursive: true, force: true });
});

const profileDir = () => join(folder, 'browser');

function camera(origins: string[], limits: Partial<ScreenshotLimits> = {}) {
  const screenshots = createScreenshots({
    images: new ImageReader(),
    chromiumPath: findProgram('chromium'),
    user: browserUser(),
    profileDir: profileDir(),
    publicUrl: PUBLIC_URL,
    origins,
    limits,
    onRefused: (origin) => refused.push(origin),
    onNoSandbox: (reason) => expect.fail(reason),
  });
  stops.push(() => screenshots.close());
  const capture = (prototype: KnownPrototype, nodeId: string, workspace = 'Acme') =>
    screenshots.capture(prototype, nodeId, workspace);
  return { ...screenshots, capture };
}

async function page(answer: Parameters<typeof servePage>[0]): Promise<PageServer> {
  const server = await servePage(answer);
  stops.push(() => server.stop());
  return server;
}

function at(origin: string, more: Partial<PrototypeHost> = {}): KnownPrototype {
  const origins = { webOrigin: origin, embedOrigin: origin, messageOrigin: origin };
  const host = { name: 'Tool', ...origins, apiOrigin: origin, clientId: 'ours', isSample: false };
  const link = `${origin}/proto/LittleFern0SampleFile0/x?node-id=1-2`;
  const prototype = prototypeOf(link, [{ ...host, ...more }]);
  if (!prototype) throw new Error('no prototype');
  return prototype;
}

/** Returns the processes that work in the test's profile: the browser and everything it started. */
function browsers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profileDir());
      } catch {
        return false; // The process has ended meanwhile.
      }
    })
    .map(Number);
}

function killBrowsers(): void {
  for (const pid of browsers()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended with one that was killed before it.
    }
  }
}

/** Waits for the end of all processes. Helpers in own sessions end soon after the browser's pipes break. */
const nothingRuns = () => expect.poll(browsers, { timeout: 10_000 }).toEqual([]);

const loaded = postMessages({ type: 'INITIAL_LOAD', data: {} });
const refusal = (taking: Promise<unknown>) =>
  taking.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );

describe('a picture', { timeout: SLOW_MS }, () => {
  it('shows the screen asked for, from the documented corner on', async () => {
    const sample = await startSample({ port: 0, host: '127.0.0.1' });
    stops.push(() => sample.stop());
    const prototype = prototypeOf(sample.prototypeUrl, [at(sample.origin).host]);
    if (!prototype) throw new Error('no prototype');
    const shooting = camera([sample.origin]);
    const [first, third] = [
      await shooting.capture(prototype, '1:2'),
      await shooting.capture(prototype, '1:3'),
    ];
    expect(first).toMatchObject({
      nodeId: '1:2',
      origin: { x: 90, y: 20 },
      width: 1350,
      height: 1004,
      boxes: {},
    });
    // The sample centres a screen that is smaller than the window of 1440 × 1024.
    const original = sharp(join(import.meta.dirname, '../../../sample/images/1-2.png'));
    const colour = async (image: Sharp, left: number, top: number) => {
      const { data } = await image
        .clone()
        .extract({ left, top, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data];
    };
    const { width, height } = await original.metadata();
    const shiftX = (1440 - width) / 2 - 90;
    const shiftY = Math.max(0, (1024 - height) / 2) - 20;
    for (const [x, y] of [
      [200, 300],
      [640, 200],
    ] as const) {
      expect(await colour(sharp(first.png), x + shiftX, y + shiftY)).toEqual(
        await colour(original, x, y),
      );
    }
    expect(Buffer.from(third.png).equals(Buffer.from(first.png))).toBe(false);
  });

  it('is asked for as our own site, in a frame without the tool’s controls', async () => {
    const html = `<script>document.title = location.search</script>${loaded}`;
    const tool = await page(html);
    await camera([tool.origin]).capture(at(tool.origin), '5:3');
    const requestUrl = new URL(tool.requests[0] ?? '', tool.origin);
    expect(Object.fromEntries(requestUrl.searchParams)).toMatchObject({
      'embed-host': 'tests.example.org',
      'client-id': 'ours',
      'node-id': '5-3',
      'hide-ui': '1',
      scaling: 'scale-down-width',
    });
  });

  it('has WebGL, which design tools draw with', async () => {
    const gl = `<canvas width="1440" height="1024" style="position:fixed;inset:0"></canvas><script>
      const gl = document.querySelector('canvas').getContext('webgl2', { preserveDrawingBuffer: true });
      gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT);</script>${loaded}`;
    const tool = await page(gl);
    const { png } = await camera([tool.origin]).capture(at(tool.origin), '1:2');
    const { dominant } = await sharp(png).stats();
    expect([dominant.r > 200, dominant.g < 50]).toEqual([true, true]);
  });
});

describe('the way out', { timeout: SLOW_MS }, () => {
  it('leads to the configured origin only, whatever the page tries', async () => {
    const foreign = await page('never');
    const { origin } = foreign;
    const host = origin.slice('http://'.length);
    const tool = await page((request, response) => {
      if (request.url === '/away') {
        response.writeHead(302, { location: `${origin}/redirected` }).end();
        return;
      }
      if (request.url === '/download') {
        response.writeHead(200, { 'content-disposition': 'attachment' }).end('x');
        return;
      }
      const worker = `fetch('${origin}/worker', { mode: 'no-cors' })`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(`
        <link rel="preconnect" href="${origin}"><link rel="prefetch" href="${origin}/prefetch">
        <img src="${origin}/picture"><img src="/away"><img src="http://foreign.example/named">
        <iframe src="${origin}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
        <script>
          fetch('${origin}/fetch', { mode: 'no-cors' }).catch(() => 0);
          new WebSocket('ws://${host}/socket');
          navigator.sendBeacon('${origin}/beacon', 'x');
          new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
          window.open('${origin}/popup');
          const link = document.createElement('a');
          link.href = '/download'; link.download = 'x'; link.click();
          try { top.location = '${origin}/top' } catch {}
        </script>${loaded}`);
    });
    await camera([tool.origin]).capture(at(tool.origin), '1:2');
    expect(foreign.requests).toEqual([]);
    expect(refused).toContain(origin);
    expect(refused.some((host) => host.includes('foreign.example'))).toBe(true);
  });
});

describe('what is no screen', { timeout: SLOW_MS }, () => {
  it.each([
    ['a sign-in', [{ type: 'INITIAL_LOAD' }, { type: 'LOGIN_SCREEN_SHOWN' }], /sign-in/],
    ['a password', [{ type: 'PASSWORD_SCREEN_SHOWN' }], /password/],
    [
      'another screen',
      [{ type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '9:9' } }],
      /another screen/,
    ],
  ])('%s is refused with the reason', async (_, messages, reason) => {
    const tool = await page(postMessages(...messages));
    const error = await refusal(camera([tool.origin]).capture(at(tool.origin), '1:2'));
    expect([error?.code, error?.message]).toEqual([
      'screen_not_rendered',
      expect.stringMatching(reason),
    ]);
  });

  it('silence is none, except where no client id lets an embed speak', async () => {
    const tool = await page('<p>quiet</p>');
    const shooting = camera([tool.origin], { loadMs: 1000 });
    expect((await refusal(shooting.capture(at(tool.origin), '1:2')))?.message).toMatch(/in time/);
    const mute = at(tool.origin, { clientId: null });
    expect(await shooting.capture(mute, '1:2')).toMatchObject({ width: 1350 });
  });
});

describe('a browser in trouble', { timeout: SLOW_MS }, () => {
  it('that hangs is ended in time, and the next screen is taken', async () => {
    const hung = await page(`<script>for (;;);</script>`);
    const tool = await page(loaded);
    const shooting = camera([hung.origin, tool.origin], { captureMs: 18_000 });
    expect((await refusal(shooting.capture(at(hung.origin), '1:2')))?.message).toMatch(/in time/);
    await nothingRuns();
    expect(await shooting.capture(at(tool.origin), '1:2')).toMatchObject({ nodeId: '1:2' });
  });

  it('that is killed is started again, for the same screen', async () => {
    let visits = 0;
    const tool = await page((_, response) => {
      visits += 1;
      if (visits === 1) killBrowsers();
      response.writeHead(200, { 'content-type': 'text/html' }).end(loaded);
    });
    const picture = await camera([tool.origin]).capture(at(tool.origin), '1:2');
    expect([picture.nodeId, visits]).toEqual(['1:2', 2]);
  });

  it('that can’t be started is reported', async () => {
    const shooting = createScreenshots({
      images: new ImageReader(),
      chromiumPath: '/nowhere/chromium',
      profileDir: profileDir(),
      publicUrl: PUBLIC_URL,
      origins: [],
      user: browserUser(),
      onRefused: () => 0,
      onNoSandbox: () => 0,
    });
    const error = await refusal(shooting.capture(at('http://127.0.0.1:1'), '1:2', 'Acme'));
    expect(error?.code).toBe('prototype_unavailable');
    await shooting.close();
  });
});

describe('the line', { timeout: SLOW_MS }, () => {
  it('is bounded, served one at a time, and leaves nothing running when idle or closed', async () => {
    let open = 0;
    let most = 0;
    const tool = await page((request, response) => {
      if (!request.url?.startsWith('/proto')) return void response.writeHead(404).end();
      open += 1;
      most = Math.max(most, open);
      response.writeHead(200, { 'content-type': 'text/html' }).end(loaded);
      setTimeout(() => (open -= 1), 300);
    });
    const shooting = camera([tool.origin], { waiting: 1, idleMs: 500 });
    const prototype = at(tool.origin);
    const taking = ['1:2', '1:3', '1:4'].map((id) => refusal(shooting.capture(prototype, id)));
    const [first, second, third] = await Promise.all(taking);
    expect([first, second, most]).toEqual([null, null, 1]);
    expect(third).toMatchObject({
      code: 'prototype_unavailable',
      detail: { retryAfterSeconds: 10 },
    });
    await nothingRuns();
    expect(await refusal(shooting.capture(prototype, '1:2'))).toBeNull();
    const interrupted = refusal(shooting.capture(prototype, '1:5'));
    await expect.poll(() => browsers().length).toBeGreaterThan(0);
    await shooting.close();
    expect((await interrupted)?.code).toBe('prototype_unavailable');
    await nothingRuns();
    expect(existsSync(profileDir())).toBe(false);
    expect((await refusal(shooting.capture(prototype, '1:2')))?.code).toBe('prototype_unavailable');
  });
});

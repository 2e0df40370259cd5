// The capturing browser's sandbox: it has one, whichever user started the server, and without one it opens no page.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImageReader } from '#server/media/images.ts';
import { browserUser } from '#server/platform/machine/os-user.ts';
import { findProgram } from '#testing/programs.ts';
import { type KnownPrototype, prototypeOf } from '../prototype-hosts.ts';
import { postMessages, servePage } from './hostile-embed.fixture.ts';
import { createScreenshots, type Screenshots } from './screenshots.ts';

const SLOW_MS = 60_000;

let folder: string;
let reasons: string[];
let stops: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-sandbox-'));
  reasons = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  await rm(folder, { recursive: true, force: true });
});

const profileDir = () => join(folder, 'browser');

function camera(chromiumPath: string, origin: string): Screenshots {
  const screenshots = createScreenshots({
    images: new ImageReader(),
    chromiumPath,
    user: browserUser(),
    profileDir: profileDir(),
    origins: [origin],
    publicUrl: 'https://tests.example.org',
    onRefused: () => 0,
    onNoSandbox: (reason) => reasons.push(reason),
  });
  stops.push(() => screenshots.close());
  return screenshots;
}

/** Writes a script that starts Chromium with further flags, as an operator could. */
async function wrapper(...flags: string[]): Promise<string> {
  const path = join(folder, 'chromium');
  const line = `exec ${findProgram('chromium')} ${flags.join(' ')} "$@"`;
  await writeFile(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return path;
}

function at(origin: string): KnownPrototype {
  const origins = { webOrigin: origin, embedOrigin: origin, messageOrigin: origin };
  const host = { name: 'Tool', ...origins, apiOrigin: origin, clientId: 'ours', isSample: false };
  const prototype = prototypeOf(`${origin}/proto/LittleFern0SampleFile0/x?node-id=1-2`, [host]);
  if (!prototype) throw new Error('no prototype');
  return prototype;
}

/** Returns user, kind and seccomp mode of each process of the browser (proc(5)). */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (!command.includes(profileDir())) return [];
        const read = (name: string) =>
          Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
        return [
          {
            uid: read('Uid'),
            isPage: command.includes('--type=renderer'),
            seccomp: read('Seccomp'),
          },
        ];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
}

const isFiltered = ({ isPage, seccomp }: ReturnType<typeof processes>[number]) =>
  isPage && seccomp === 2;

describe('the browser', { timeout: SLOW_MS }, () => {
  it('never runs as root, and its pages run under a filter of system calls [13.2.2]', async () => {
    let running: ReturnType<typeof processes> = [];
    const tool = await servePage(async (_, response) => {
      // A process gets its filter before it gets a page, but after it has started.
      for (let tries = 0; tries < 100; tries += 1) {
        running = processes();
        if (running.some(isFiltered) && running.filter(({ isPage }) => isPage).every(isFiltered))
          break;
        await pause(100);
      }
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(postMessages({ type: 'INITIAL_LOAD' }));
    });
    stops.push(() => tool.stop());
    await camera(findProgram('chromium'), tool.origin).capture(at(tool.origin), '1:2', 'Acme');
    expect(running.filter(({ uid }) => uid === 0)).toEqual([]);
    const pages = running.filter(({ isPage }) => isPage);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !isFiltered(page))).toEqual([]);
  });

  it.each([
    ['starts with it turned off', ['--no-sandbox'], /not adequately sandboxed/i],
    ['can’t have one', ['--disable-namespace-sandbox'], /sandbox/i],
  ])('that %s opens nothing, says so once and is not started again', async (_, flags, reason) => {
    const tool = await servePage('never');
    stops.push(() => tool.stop());
    const shooting = camera(await wrapper(...flags), tool.origin);
    expect(shooting.isUsable()).toBe(true);
    await shooting.check();
    expect(shooting.isUsable()).toBe(false);
    for (const nodeId of ['1:2', '1:3']) {
      await expect(shooting.capture(at(tool.origin), nodeId, 'Acme')).rejects.toMatchObject({
        code: 'prototype_unavailable',
        message: expect.stringMatching(/no sandbox/),
      });
    }
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect([tool.requests, processes()]).toEqual([[], []]);
  });
});

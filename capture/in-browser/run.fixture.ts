// A test on the real server, a participant's session of it, and the page that records it in Chromium.

import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { videoKey } from '#server/media/object-keys.ts';
import {
  type BrowserModule,
  bundleForBrowser,
  MODULE_PAGE,
  serveModule,
} from '#testing/browser-module.ts';
import { type ChromiumOptions, launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { findProgram } from '#testing/programs.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { type NewSession, newSessionOf } from '../spool/spool.ts';
import type { RunPage } from './run.page.ts';
import { type WatchedVideo, watchVideo } from './watch.fixture.ts';

declare const capture: RunPage;

export interface Rig {
  server: ServerProcess;
  browser: Browser;
  context: BrowserContext;
  /** Opens a tab with the module. */
  open: () => Promise<Page>;
  /** A new session of the test. */
  session: () => Promise<NewSession>;
  /** Length and SHA-256 of what the server has. */
  storedHash: (session: NewSession) => Promise<{ length: number; sha256: string }>;
  /** The finished recording as its creator gets it. */
  watch: (session: NewSession) => Promise<WatchedVideo>;
  close: () => Promise<void>;
}

/** Calls a function of the page's module from the test. */
export async function inPage<K extends keyof RunPage>(
  page: Page,
  name: K,
  ...args: Parameters<RunPage[K]>
): Promise<Awaited<ReturnType<RunPage[K]>>> {
  const call = { name, args };
  const result: unknown = await page.evaluate(
    (call) => (capture[call.name] as (...all: unknown[]) => unknown)(...call.args),
    call,
  );
  return result as Awaited<ReturnType<RunPage[K]>>;
}

/** A server, which ends with the rig, and a browser. */
export async function startRig(media: ChromiumOptions = {}): Promise<Rig> {
  const server = await startServerProcess();
  const rig = await rigOn(server, media);
  return {
    ...rig,
    close: async () => {
      await rig.close();
      await server.close();
    },
  };
}

let module: Promise<BrowserModule> | undefined;

/** A browser at a server that is there. */
export async function rigOn(server: ServerProcess, media: ChromiumOptions = {}): Promise<Rig> {
  const browser: Browser = await launchChromium(media);
  const context = await browser.newContext();
  module ??= bundleForBrowser(join(import.meta.dirname, 'run.page.ts'));
  await serveModule(context, await module);
  const creator = await server.signIn(`creator-${randomUUID()}@example.com`);
  const input = {
    name: 'Check/out "2" 🎈',
    task: 'Buy a ticket.',
    figmaUrl: 'https://example.com/page',
  };
  const { body: test } = await creator.post('/api/tests', input);
  return {
    server,
    browser,
    context,
    open: async () => {
      const page = await context.newPage();
      await page.goto(`${server.origin}${MODULE_PAGE}`);
      return page;
    },
    session: async () =>
      newSessionOf(
        await startSession(new TestClient(server.origin), test, { name: 'Ada_1' }),
        test,
        null,
      ),
    storedHash: async (session) => {
      const bytes = await server.stored(videoKey(session.sessionId as SessionId));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { length: bytes.length, sha256 };
    },
    watch: (session) => watchVideo({ browser, server, creator }, session),
    close: () => browser.close(),
  };
}

// Checks that end every test of a run: all recorded bytes are stored, once and in order, and play.

/** Duration and codecs as ffprobe reads the stored file. */
async function probe(
  rig: Rig,
  session: NewSession,
): Promise<{ codecs: string[]; packets: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  const file = join(folder, 'recording.webm');
  await writeFile(file, await rig.server.stored(videoKey(session.sessionId as SessionId)));
  const options =
    '-v error -count_packets -show_entries stream=codec_name,nb_read_packets -of json';
  const { stdout, stderr } = await promisify(execFile)(findProgram('ffprobe'), [
    ...options.split(' '),
    file,
  ]);
  await rm(folder, { recursive: true });
  // A lost tab ends its last piece within a block, which players and our index cut off.
  expect(stderr.replace(/^.*File ended prematurely.*$/m, '').trim()).toBe('');
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; nb_read_packets: string }[];
  };
  const packets = Math.min(...streams.map((stream) => Number(stream.nb_read_packets)));
  return { codecs: streams.map((stream) => stream.codec_name).sort(), packets };
}

/** Everything spooled is on the server, the session is finished, nothing is left in the browser. */
export async function expectWhole(rig: Rig, page: Page, session: NewSession): Promise<void> {
  const spooled = await inPage(page, 'spooledHash', session.sessionId);
  expect(spooled.length).toBeGreaterThan(10_000);
  expect(await rig.storedHash(session)).toEqual(spooled);
  expect(await inPage(page, 'spooledSessions')).toBe(0);
  const row = await rig.server.db
    .selectFrom('sessions')
    .select('state')
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe('finished');
  const { codecs, packets } = await probe(rig, session);
  expect(codecs).toEqual(['opus', 'vp9']);
  // A machine that does other work encodes few frames; what counts is above.
  expect(packets).toBeGreaterThan(1);
}

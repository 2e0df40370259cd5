// The time until fifty participants of one browser process resume their uploads after an outage: from the server's
// first answer to each participant's next stored piece.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newSessionOf } from '#capture/spool/spool.ts';
import { bundleForBrowser, MODULE_PAGE, serveModule } from '#testing/browser-module.ts';
import { launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { sentVideo, startSession } from '#testing/participant.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import type { ComebackPage } from './comeback.page.ts';
import { createTest } from './participants.ts';
import { alone, quantile, type Row } from './rows.ts';

declare const comeback: ComebackPage;

const PARTICIPANTS = 50;
/** For how long the server is away. */
const AWAY_MS = [3000, 15_000, 40_000];
const RECORDED_MS = 8000;
const AIM = 'under 3 s';
/** Participants who send nothing for so long after the server's answer count as lost. */
const LIMIT_MS = 90_000;
/** The header and first frames of a recording. */
const HEADER_BYTES = 20_000;

export async function run(): Promise<Row[]> {
  const server = await runServer({ NODE_ENV: 'production', LOG_LEVEL: 'fatal' });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext();
    await serveModule(
      context,
      await bundleForBrowser(join(import.meta.dirname, 'comeback.page.ts')),
    );
    const page = await context.newPage();
    await page.goto(`${server.origin}${MODULE_PAGE}`);
    await begin(server, page);
    const rows: Row[] = [];
    for (const awayMs of AWAY_MS) rows.push(...(await measure(server, page, awayMs)));
    return rows;
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function begin(server: RunningServer, page: Page): Promise<void> {
  const { test } = await createTest(server);
  const client = new TestClient(server.origin);
  const sessions = [];
  for (let number = 1; number <= PARTICIPANTS; number += 1) {
    const session = await startSession(client, test, { name: `Participant ${number}` });
    sessions.push(newSessionOf(session, test, null));
  }
  const header = [...sentVideo.subarray(0, HEADER_BYTES)];
  await page.evaluate(([all, bytes]) => comeback.begin(all, bytes), [sessions, header] as const);
}

async function measure(server: RunningServer, page: Page, awayMs: number): Promise<Row[]> {
  await sleep(RECORDED_MS);
  await server.stop('SIGKILL');
  await sleep(awayMs);
  const [answeredMs] = await Promise.all([firstAnswer(server), server.start()]);
  const limitMs = answeredMs + LIMIT_MS;
  for (;;) {
    const times = await page.evaluate((ms) => comeback.firstAfter(ms), answeredMs);
    if (times.every((at) => at !== null) || Date.now() > limitMs) {
      return rowsOf(
        awayMs,
        times.map((at) => ((at ?? limitMs) - answeredMs) / 1000),
      );
    }
    await sleep(250);
  }
}

/** Epoch milliseconds of the first answer of a server that starts. */
async function firstAnswer({ origin }: RunningServer): Promise<number> {
  for (;;) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    if (answer?.ok) return Date.now();
    await sleep(20);
  }
}

function rowsOf(awayMs: number, seconds: readonly number[]): Row[] {
  const name = `after ${awayMs / 1000} s without a server, ${PARTICIPANTS} participants in one page send on`;
  return [
    alone({ name: `${name}, median`, ours: quantile(seconds, 0.5), unit: 's', aim: '–' }),
    alone({ name: `${name}, the last one`, ours: quantile(seconds, 1), unit: 's', aim: AIM }),
  ];
}

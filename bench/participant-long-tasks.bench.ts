// Tasks over 50 ms on the participant's page, which a prototype in it shows as a stutter: the product's
// own page while it records, against the same page while it shows the prototype and records nothing.
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '#testing/chromium.ts';
import { startRecording } from '../e2e/participant.ts';
import { embedOn, press, walk } from '../e2e/prototype.ts';
import { runServer } from '../e2e/server.ts';
import { createTest } from './participants.ts';
import { median, type Row } from './rows.ts';

/** What is loaded and started in the first seconds is no stutter of the task. */
const SETTLE_MS = 3000;
const WATCHED_MS = 30_000;
const ROUNDS = 3;

interface Stutter {
  count: number;
  totalMs: number;
}

export async function run(): Promise<Row[]> {
  const server = await runServer({ NODE_ENV: 'production' });
  const browser = await launchChromium({ media: 'tab' });
  try {
    const { link } = (await createTest(server)).test;
    const rounds: { ours: Stutter; peer: Stutter }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const once = async (isRecording: boolean) => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const stutter = await watch(context, { link, isRecording });
        await context.close();
        return stutter;
      };
      rounds.push({ peer: await once(false), ours: await once(true) });
    }
    const of = (key: keyof Stutter, side: 'ours' | 'peer') =>
      median(rounds.map((each) => each[side][key]));
    const seconds = WATCHED_MS / 1000;
    // A ratio of small counts says nothing, and none at all without one.
    const row = { ratio: null, aim: '–' };
    return [
      {
        ...row,
        name: `tasks over 50 ms in ${seconds} s of recording, against the page that does not record`,
        ours: of('count', 'ours'),
        peer: of('count', 'peer'),
        unit: 'tasks',
      },
      {
        ...row,
        name: 'how long they took together',
        ours: of('totalMs', 'ours'),
        peer: of('totalMs', 'peer'),
        unit: 'ms',
      },
    ];
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function watch(
  context: BrowserContext,
  { link, isRecording }: { link: string; isRecording: boolean },
): Promise<Stutter> {
  await context.addInitScript(noteLongTasks);
  if (!isRecording) await context.addInitScript(recordNothing);
  const page = await context.newPage();
  await startRecording(page, link, isRecording ? 'Ada' : 'Nobody');
  await page.waitForTimeout(SETTLE_MS);
  const fromMs = await page.evaluate(() => performance.now());
  const frame = await embedOn(page);
  for (const step of walk) await press(page, frame, step);
  await page.waitForTimeout(Math.max(0, fromMs + WATCHED_MS - (await now(page))));
  return await page.evaluate((sinceMs) => {
    const all: PerformanceEntry[] = Reflect.get(globalThis, 'longTasks');
    const tasks = all.filter(({ startTime }) => startTime >= sinceMs);
    return { count: tasks.length, totalMs: tasks.reduce((sum, each) => sum + each.duration, 0) };
  }, fromMs);
}

function now(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

/** Runs in the page: keeps every task over 50 ms (Long Tasks API). */
function noteLongTasks(): void {
  const longTasks: PerformanceEntry[] = [];
  Object.assign(globalThis, { longTasks });
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
}

/** Runs in the page: a recorder that never gives a piece. */
function recordNothing(): void {
  class IdleRecorder extends EventTarget {
    static isTypeSupported = () => true;
    mimeType = 'video/webm;codecs=vp9,opus';
    state = 'inactive';
    start(): void {
      this.state = 'recording';
    }
    stop(): void {
      this.state = 'inactive';
      this.dispatchEvent(new Event('stop'));
    }
  }
  Object.assign(globalThis, { MediaRecorder: IdleRecorder });
}

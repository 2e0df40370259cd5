// The change from one task to the next in Chromium with a processor four times slower, while it records: the waits from
// a press to the picture that it leads to, and the recorded pictures around it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { RawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { readRawEvents } from '#server/events/stored-messages.db.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody } from '#testing/client.ts';
import { pictureTimesOf } from '#testing/video-probe.ts';
import { startRecording, stopAndUpload } from '../e2e/participant.ts';
import { embedOn } from '../e2e/prototype.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { openPage, signIn } from '../e2e/stage.ts';
import { alone, median, moreIsBetter, type Row } from './rows.ts';

/** As in the other measurements of pages. */
const SLOWER = 4;
/** A person reads and does something between two presses; each recorded second is of one of them. */
const BETWEEN_MS = 4000;
const AIM = 'under 100 ms';

/** Waits in milliseconds, by what was pressed. */
type Waits = Record<'done' | 'start', number[]>;

export async function run(): Promise<Row[]> {
  const server = await runServer({ NODE_ENV: 'production' });
  const browser = await launchChromium({ media: 'tab' });
  const website = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><h1>The shop</h1>'),
  );
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  try {
    const owner = await signIn(server.origin, 'ada@example.com');
    await owner.post('/api/set-company', { company: 'Acme' });
    const { port } = website.address() as AddressInfo;
    const steps = stepsOf(server, `http://127.0.0.1:${port}/`);
    const body = { name: 'Plants', task: steps[0]?.task, figmaUrl: server.prototypeUrl, steps };
    const test = successBody<Test>(await owner.post('/api/tests', body));
    const page = await openPage({ browser, origin: server.origin }, null);
    const waits = await takeTest(page, { test, tasks: steps.length });
    return [...rowsOf(waits), ...(await pictureRows(server))];
  } finally {
    await browser.close();
    await server.remove();
    website.close();
  }
}

/** Two on one file, which stays loaded; a page; the file once more, in a new frame; and the page. */
function stepsOf({ prototypeUrl }: RunningServer, website: string) {
  const plants = prototypeUrl.replaceAll('node-id=1-2', 'node-id=1-3');
  return [prototypeUrl, plants, website, prototypeUrl, website].map((figmaUrl, at) => ({
    kind: 'task',
    task: `Look around, for the ${at + 1}. time.`,
    figmaUrl,
  }));
}

async function takeTest(
  page: Page,
  { test, tasks }: { test: Test; tasks: number },
): Promise<Waits> {
  const waits: Waits = { done: [], start: [] };
  await startRecording(page, `/tryout/${test.uniqueId}`, 'Grace');
  await embedOn(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let task = 1; task < tasks; task += 1) {
    await page.waitForTimeout(BETWEEN_MS);
    waits.done.push(await pressUntil(page, 'Done with this task', 'Skip'));
    await page.waitForTimeout(BETWEEN_MS);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForTimeout(BETWEEN_MS);
    waits.start.push(await pressUntil(page, 'Start this task', null));
  }
  await page.waitForTimeout(BETWEEN_MS);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await stopAndUpload(page, 'Done with this task');
  return waits;
}

/**
 * Presses a button with the real pointer.
 * @param appears button that the press leads to, or null if its own is to disappear
 * @returns milliseconds from the event of the press until the picture with the change is painted
 */
async function pressUntil(page: Page, name: string, appears: string | null): Promise<number> {
  const button = page.getByRole('button', { name });
  const watch = await page.evaluateHandle(
    ({ name, appears }) => {
      const has = (text: string) =>
        [...document.querySelectorAll('button')].some((each) => each.textContent === text);
      const painted = new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          // Called before a frame is painted; a task that it leaves runs once the frame is.
          const look = () => {
            if (appears === null ? has(name) : !has(appears)) requestAnimationFrame(look);
            else setTimeout(() => resolve(performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        };
        addEventListener('click', begin, { once: true, capture: true });
      });
      return { painted };
    },
    { name, appears },
  );
  await button.click();
  return await watch.evaluate(({ painted }) => painted);
}

function rowsOf({ done, start }: Waits): Row[] {
  console.info(`waits for a task: ${start.map(Math.round)}; for a card: ${done.map(Math.round)}`);
  const row = (name: string, waits: readonly number[]) =>
    alone({ name, ours: Math.max(...waits), unit: 'ms', aim: AIM });
  return [
    row("'Start this task' to its prototype, the longest of four", start),
    row("'Done with this task' to the card, the longest of four", done),
  ];
}

/** Compares the recorded pictures in the second after each press with those of all other seconds. */
async function pictureRows(server: RunningServer): Promise<Row[]> {
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    const messages: RawEvent[] = [];
    for await (const page of readRawEvents(db, id as SessionId)) messages.push(...page);
    const presses = messages.filter(({ type }) => type.startsWith('TRYOUT_STEP_')).slice(1, -1);
    const video = await readFile(join(server.dataDir, 'media', videoKey(id as SessionId)));
    const times = await pictureTimesOf(video);
    const inSecond = (fromMs: number) =>
      times.filter((ms) => ms >= fromMs && ms < fromMs + 1000).length;
    const around = presses.map(({ atMs }) => inSecond(atMs));
    const others = presses.map(({ atMs }) => inSecond(atMs - 1500));
    console.info(`pictures after presses ${around}, before them ${others}`);
    return [
      moreIsBetter({
        name: 'pictures recorded in the second after a press, against those in one before it',
        ours: median(around),
        peer: median(others),
        unit: 'pictures',
        aim: 'at least 1',
      }),
    ];
  } finally {
    await db.destroy();
  }
}

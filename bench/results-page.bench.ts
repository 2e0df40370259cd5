// Waiting times of presses on the tabs of results at 5,000 sessions, in Chromium with a processor four times slower
// (INP).
import type { Browser, Page } from 'playwright-core';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { addClicks, addSessions, nodeIdOf, SCREENS } from '#testing/large/result-sessions.ts';
import { openUntilQuiet } from '#testing/open-until-quiet.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { openPage, signIn } from '../e2e/stage.ts';
import { readInteractions, watchInteractions } from './interactions.ts';
import { alone, type Row } from './rows.ts';

const SESSIONS = 5000;
/** Lighthouse uses the same factor to slow a desktop down to a phone in the middle of the range. */
const SLOWER = 4;
/** Each press is made so often; the first ones load their code. */
const ROUNDS = 3;
/** Waits until the effect of a press is painted and reported. */
const SETTLED_MS = 1500;

export async function run(): Promise<Row[]> {
  const server = await runServer();
  const browser = await launchChromium();
  try {
    const owner = await signIn(server.origin, 'ada@example.com');
    await owner.post('/api/set-company', { company: 'Acme' });
    const address = await seededTest(server, owner);
    return await measure(await openResults({ browser, server, owner }, address));
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function seededTest(server: RunningServer, owner: TestClient): Promise<string> {
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const goal = { kind: 'screens', screens: [nodeIdOf(SCREENS)], routes: [] };
    const form = { name: 'Shop', task: 'Buy a plant', figmaUrl: server.prototypeUrl, goal };
    const test = successBody<Test>(await owner.post('/api/tests', form));
    const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
    await addSessions(db, seeded, { sessions: SESSIONS });
    await addClicks(db, seeded);
    return `${server.origin}/api/tests/${test._id}?tab=recordings`;
  } finally {
    await db.destroy();
  }
}

interface Product {
  browser: Browser;
  server: RunningServer;
  owner: TestClient;
}

async function openResults({ browser, server, owner }: Product, address: string): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const page = await openPage({ browser, origin: server.origin }, owner, { viewport });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await watchInteractions(page);
  await openUntilQuiet(page, address);
  return page;
}

async function measure(page: Page): Promise<Row[]> {
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const close = () =>
    page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  const presses: [string, () => Promise<unknown>][] = [
    ['Summary: opened', () => tab('Summary')],
    ['Screens: opened', () => tab('Screens')],
    ['Screens: people of a number', () => page.locator('dl button').first().click()],
    ['Screens: people closed', close],
    [
      'Screens: heat',
      () => page.getByRole('list', { name: 'Screens' }).getByRole('link').first().click(),
    ],
    ['Paths: opened', () => tab('Paths')],
    ['Paths: people of a bar', () => page.locator('[data-part=node] rect').first().click()],
    ['Paths: people closed', close],
    ['Paths: table', () => page.getByText('Show as table').click()],
    ['Filter: outcomes', () => page.getByRole('button', { name: 'Outcome' }).click()],
    ['Filter: outcomes closed', () => page.keyboard.press('Escape')],
    ['Recordings: opened', () => tab('Recordings')],
  ];
  const longest = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, press] of presses) {
      await page.evaluate(() => {
        window.interactions = [];
      });
      await press();
      await page.waitForTimeout(SETTLED_MS);
      const { durationMs } = await readInteractions(page);
      longest.set(name, Math.max(longest.get(name) ?? 0, durationMs));
    }
  }
  return [...longest].map(([name, ours]) => alone({ name, ours, unit: 'ms', aim: 'under 100 ms' }));
}

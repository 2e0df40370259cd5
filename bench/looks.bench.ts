// Stability and speed of the pages in Chromium with a processor four times slower: layout shifts without a press
// (CLS), and the time from a press or a key to its effect (INP), on every page and form, wide and narrow.
import type { Page } from 'playwright-core';
import { launchChromium } from '#testing/chromium.ts';
import { openUntilQuiet } from '#testing/open-until-quiet.ts';
import { runServer } from '../e2e/server.ts';
import { readShifts, watchShifts } from '../e2e/shifts.ts';
import {
  createRecordedTest,
  createTest,
  fetchScreen,
  openPage,
  type Stage,
  signIn,
} from '../e2e/stage.ts';
import { readInteractions, watchInteractions } from './interactions.ts';
import { pressEverything } from './press-everything.ts';
import { alone, type Row } from './rows.ts';

/** Lighthouse uses the same factor to slow a desktop down to a phone in the middle of the range. */
const SLOWER = 4;
const WIDTHS = [1440, 390];

type Product = Pick<Stage, 'server' | 'origin' | 'browser' | 'owner'>;

interface Visit {
  name: string;
  address: string;
  isSignedIn: boolean;
}

/** Measurements of a page at one width. */
interface Look {
  shift: number;
  longestMs: number;
}

export async function run(): Promise<Row[]> {
  const server = await runServer();
  const browser = await launchChromium();
  try {
    const owner = await signIn(server.origin, 'ada@example.com');
    await owner.post('/api/set-company', { company: 'Acme' });
    const stage = { server, origin: server.origin, browser, owner };
    const rows: Row[] = [];
    for (const visit of await visitsOf(stage)) {
      const looks: Look[] = [];
      for (const width of WIDTHS) looks.push(await look(stage, visit, width));
      rows.push(...rowsOf(visit.name, looks));
    }
    return rows;
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function visitsOf(stage: Product): Promise<Visit[]> {
  const { test, recording } = await createRecordedTest(stage, 'Plants');
  await fetchScreen(stage, test);
  const closed = await createTest(stage, 'Closed');
  await stage.owner.put(`/api/tests/${closed._id}/settings`, { isClose_test: true });
  const summary = `/api/tests/${test._id}`;
  const creators = {
    dashboard: '/dashboard',
    'create test': '/create-test',
    'edit test': `/edit-test/${test._id}`,
    company: '/create-company',
    'test, summary': summary,
    'test, recordings': `${summary}?tab=recordings`,
    'test, settings': `${summary}?tab=settings`,
    recording,
    heatmaps: `${recording}?tab=heatmaps`,
    'settings, general': '/settings',
    'settings, team': '/settings?tab=team',
    'settings, subscription': '/settings?tab=subscription',
  };
  const anyones = {
    landing: '/',
    participant: `/tryout/${test.uniqueId}`,
    'closed test': `/tryout/${closed.uniqueId}`,
    'terms, privacy': '/terms',
    contact: '/contact',
    'not found': '/nothing/here',
  };
  const visits = (addresses: Record<string, string>, isSignedIn: boolean) =>
    Object.entries(addresses).map(([name, address]) => ({ name, address, isSignedIn }));
  return [...visits(anyones, false), ...visits(creators, true)];
}

async function look(stage: Product, { address, isSignedIn }: Visit, width: number): Promise<Look> {
  const page = await openPage(stage, isSignedIn ? stage.owner : null, {
    viewport: { width, height: 900 },
  });
  try {
    await slowDown(page);
    await watchShifts(page);
    await watchInteractions(page);
    await openUntilQuiet(page, `${stage.origin}${address}`);
    await pressEverything(page);
    const shifts = await readShifts(page);
    const longest = await readInteractions(page);
    if (shifts.score > 0.001)
      console.info(`${address}, ${width} px: ${shifts.score} ${shifts.what}`);
    console.info(`${address}, ${width} px: ${longest.durationMs} ms, ${longest.what}`);
    return { shift: shifts.score, longestMs: longest.durationMs };
  } finally {
    await page.context().close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

function rowsOf(name: string, looks: readonly Look[]): Row[] {
  return [
    alone({
      name: `${name}: layout shift`,
      ours: Math.max(...looks.map(({ shift }) => shift)),
      unit: 'CLS',
      aim: 'under 0.02',
    }),
    alone({
      name: `${name}: longest interaction`,
      ours: Math.max(...looks.map(({ longestMs }) => longestMs)),
      unit: 'ms',
      aim: 'under 100 ms',
    }),
  ];
}

// Stills in a real Chromium that captures its own tab: each shows what was on screen at its time, and
// none of them is waited for.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { posterKey, sheetKey } from '#server/media/object-keys.ts';
import type { NewSession } from '../spool/spool.ts';
import { inPage, type Rig, startRig } from './run.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ media: 'titled-tab', tabTitle: 'Module under test' });
  await rig.context.grantPermissions(['camera', 'microphone']);
});
afterAll(() => rig?.close());

/** Far apart from each other, also after a video's and a picture's compression. */
const COLOURS: readonly (readonly [number, number, number])[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
  [255, 255, 255],
  [40, 40, 40],
];
const COLOUR_MS = 1000;
/**
 * Longest time from a change of the page to the frame that shows it, on a busy machine. Stills are two
 * seconds apart, so one in the place of another is found.
 */
const LATENCY_MS = 1500;
/** A full sheet and the beginning of another. */
const RECORDED_MS = 24_000;

interface ColourChange {
  atMs: number;
  colour: number;
}
declare const colourChanges: ColourChange[];
declare const startedAtMs: number;

/** Fills the tab with one colour after another and notes which is shown since when. */
async function paintColours(page: Page): Promise<void> {
  await page.evaluate(
    ({ colours, everyMs }) => {
      const list: ColourChange[] = [];
      const next = () => {
        const colour = list.length % colours.length;
        document.documentElement.style.background = `rgb(${colours[colour]?.join(',')})`;
        list.push({ atMs: performance.now(), colour });
      };
      Object.assign(globalThis, { colourChanges: list });
      next();
      setInterval(next, everyMs);
    },
    { colours: COLOURS, everyMs: COLOUR_MS },
  );
}

/** Number of the colour in the middle of a place of an image. */
async function colourIn(
  file: Buffer,
  place: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const middle = {
    left: place.left + Math.floor(place.width / 4),
    top: place.top + Math.floor(place.height / 2),
    width: 8,
    height: 8,
  };
  const pixel = await sharp(file).extract(middle).resize(1, 1).removeAlpha().raw().toBuffer();
  const distances = COLOURS.map((colour) =>
    colour.reduce((sum, part, at) => sum + Math.abs(part - (pixel[at] ?? 0)), 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Colours that were on the screen around a time of the recording. */
function coloursAround(list: readonly ColourChange[], timeMs: number): number[] {
  return list
    .filter(({ atMs }, at) => {
      const untilMs = list[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      return atMs <= timeMs + COLOUR_MS / 10 && untilMs >= timeMs - LATENCY_MS;
    })
    .map(({ colour }) => colour);
}

function sheetsOf(session: NewSession) {
  return rig.server.db
    .selectFrom('still_sheets')
    .selectAll()
    .where('session_id', '=', session.sessionId)
    .orderBy('sheet')
    .execute();
}

async function posterTime(session: NewSession): Promise<number | null | undefined> {
  const row = await rig.server.db
    .selectFrom('recordings')
    .select('poster_at_ms')
    .where('session_id', '=', session.sessionId)
    .executeTakeFirst();
  return row?.poster_at_ms;
}

it('show what was on the screen at their time', { timeout: 90_000 }, async () => {
  const page = await rig.open();
  const session = await rig.session();
  const id = session.sessionId as SessionId;
  await paintColours(page);
  await page.evaluate(async (given) => {
    const { startRun } = (
      globalThis as unknown as { capture: { startRun: (s: unknown) => unknown } }
    ).capture;
    await startRun(given);
    Object.assign(globalThis, { startedAtMs: performance.now() });
  }, session);
  // While it still records: the first poster, then the full sheet with the second.
  await expect.poll(() => posterTime(session), { timeout: 15_000 }).toBeGreaterThanOrEqual(2000);
  await page.waitForTimeout(RECORDED_MS);
  expect(await sheetsOf(session)).toMatchObject([{ sheet: 0, times_ms: { length: 10 } }]);
  expect(await inPage(page, 'stopRun')).toMatchObject({ upload: { phase: 'done' } });
  await expect.poll(async () => (await sheetsOf(session)).length, { timeout: 15_000 }).toBe(2);

  const list = await page.evaluate(() =>
    colourChanges.map(({ atMs, colour }) => ({ atMs: atMs - startedAtMs, colour })),
  );
  for (const { sheet, width, height, times_ms: timesMs } of await sheetsOf(session)) {
    const file = await rig.server.stored(sheetKey(id, sheet));
    for (const [at, timeMs] of timesMs.entries()) {
      const place = { left: (at % 5) * width, top: Math.floor(at / 5) * height, width, height };
      expect(coloursAround(list, timeMs), `still ${at} of sheet ${sheet}`).toContain(
        await colourIn(file, place),
      );
    }
  }
  const poster = await rig.server.stored(posterKey(id));
  const { width, height } = await sharp(poster).metadata();
  expect(Math.max(width, height)).toBe(640);
  expect(coloursAround(list, (await posterTime(session)) ?? 0)).toContain(
    await colourIn(poster, { left: 0, top: 0, width, height }),
  );
  await page.close();
});

it('hold nothing up when they get no answer', async () => {
  const page = await rig.open();
  const session = await rig.session();
  let requestCount = 0;
  await page.route(/\/(stills|poster)/, () => {
    requestCount += 1;
  });
  await inPage(page, 'startRun', session);
  await expect.poll(() => requestCount, { timeout: 15_000 }).toBe(1);
  expect(await inPage(page, 'stopRun')).toMatchObject({ upload: { phase: 'done' } });
  expect(await inPage(page, 'spooledSessions')).toBe(0);
  expect(requestCount).toBe(1);
  await page.close();
});

it('go on when they are refused, and end with the recording', async () => {
  const page = await rig.open();
  const session = await rig.session();
  const paths: string[] = [];
  await page.route(/\/(stills|poster)/, async (route) => {
    paths.push(new URL(route.request().url()).pathname.split('/').slice(4).join('/'));
    await route.fulfill({ status: 422, json: { message: 'No.', code: 'unreadable_image' } });
  });
  await inPage(page, 'startRun', session);
  await expect.poll(() => paths, { timeout: 15_000 }).toEqual(['poster']);
  expect(await inPage(page, 'stopRun')).toMatchObject({ upload: { phase: 'done' } });
  await expect.poll(() => paths, { timeout: 15_000 }).toEqual(['poster', 'stills/0']);
  await page.waitForTimeout(3000);
  expect(paths).toHaveLength(2);
  await page.close();
});

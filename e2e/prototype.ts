// Presses in the embedded sample with the real pointer: where a point of a screen is on the page is
// read off the browser's own layout, so a heatmap can be checked against it.
import type { Frame, Page } from 'playwright-core';

/** A point of a screen's image, and how far the page has to be scrolled for it to be seen. */
export interface Press {
  screenId: string;
  x: number;
  y: number;
  scrollTo?: number;
}

/** The embed's frame on the participant page, once it shows a screen. */
export async function embedOn(page: Page): Promise<Frame> {
  for (;;) {
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (frame && (await showsScreen(page, frame))) return frame;
  }
}

/** @returns false if the frame left the page meanwhile: that of the task before stays until the next one begins */
async function showsScreen(page: Page, frame: Frame): Promise<boolean> {
  try {
    await frame.waitForSelector('.screen img', { state: 'attached' });
    // A page that draws nothing new may not tell its frame how large it is.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await frame.waitForSelector('.screen img');
    return true;
  } catch (error) {
    if (frame.isDetached()) return false;
    throw error;
  }
}

/** A hand needs this long between two presses, and never less than the echo of one. */
const BETWEEN_PRESSES_MS = 900;

/** An embed that has just been opened is not as large yet as it will be. */
const IN_SIGHT_TRIES = 150;
const IN_SIGHT_EVERY_MS = 100;

/** Presses a point of the overlay when one is open, else of the screen. */
export async function press(page: Page, frame: Frame, at: Press): Promise<void> {
  const [x, y] = await pointOnPage(page, frame, at);
  // A hand waits until it sees the prototype there: the countdown's 'Go!' is over it at first.
  await page.waitForFunction(
    ([left, top]) => document.elementFromPoint(left, top)?.tagName === 'IFRAME',
    [x, y] as const,
  );
  await page.mouse.click(x, y);
  await page.waitForTimeout(BETWEEN_PRESSES_MS);
}

/** On a slow machine the page loads a frame again that was sent to the screen of its task and does not answer. */
async function pointOnPage(page: Page, frame: Frame, at: Press): Promise<[number, number]> {
  try {
    return await pointInSight(page, frame, at);
  } catch (error) {
    if (!frame.isDetached()) throw error;
    return await pointOnPage(page, await embedOn(page), at);
  }
}

async function pointInSight(page: Page, frame: Frame, at: Press): Promise<[number, number]> {
  for (let tries = 1; ; tries += 1) {
    const holder = await (await frame.frameElement()).boundingBox();
    if (!holder) throw new Error('the embed is not visible');
    const spot = await frame.evaluate(({ x, y, scrollTo }) => {
      if (scrollTo !== undefined) document.querySelector('#page')?.scrollTo(0, scrollTo);
      const presented = document.querySelector('.overlay') ?? document.querySelector('.screen');
      const image = presented?.querySelector('img');
      if (!(presented && image)) throw new Error('nothing is presented');
      const { left, top, width } = presented.getBoundingClientRect();
      const scale = width / image.naturalWidth;
      return { x: left + x * scale, y: top + y * scale, visible: innerHeight };
    }, at);
    if (spot.y >= 0 && spot.y <= spot.visible) return [holder.x + spot.x, holder.y + spot.y];
    if (tries === IN_SIGHT_TRIES) throw new Error(`${JSON.stringify(at)} is out of sight`);
    await page.waitForTimeout(IN_SIGHT_EVERY_MS);
  }
}

/** Through the sample: a normal screen, a scrolled page, an overlay; misclicks on the way. */
export const walk: readonly Press[] = [
  { screenId: '1:2', x: 900, y: 300 },
  { screenId: '1:2', x: 156, y: 473 },
  { screenId: '1:3', x: 240, y: 1300, scrollTo: 900 },
  { screenId: '1:3', x: 787, y: 1340 },
  { screenId: '1:6', x: 914, y: 557 },
  { screenId: '1:7', x: 200, y: 120 },
  { screenId: '1:7', x: 375, y: 309 },
];

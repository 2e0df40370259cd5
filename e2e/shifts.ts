// Layout shifts of a page that no person caused (Layout Instability, W3C draft), as the browser reports them.
import type { Page } from 'playwright-core';

interface Shift {
  value: number;
  hadRecentInput: boolean;
  startTime: number;
  /** Beginning of the element that moved most. */
  what: string;
}

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    type Entry = PerformanceEntry & Omit<Shift, 'what'> & { sources: { node: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Entry[]) {
        const node = sources[0]?.node;
        const what = (node?.outerHTML ?? node?.nodeName ?? 'nothing').slice(0, 120);
        window.layoutShifts.push({ value, hadRecentInput, startTime, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** A window of shifts ends after a second without one, and after five. */
const GAP_MS = 1000;
const WINDOW_MS = 5000;

/**
 * The page's CLS as web-vitals defines it: the sum of its worst window, without shifts that follow a press.
 * @returns the score, and what moved most in it
 */
export async function readShifts(page: Page): Promise<{ score: number; what: string }> {
  const all = await page
    .evaluate(() => window.layoutShifts)
    .catch(async () => {
      // The page went on to another one meanwhile.
      await page.waitForLoadState();
      return await page.evaluate(() => window.layoutShifts);
    });
  return worstWindow(all.filter(({ hadRecentInput }) => !hadRecentInput));
}

function worstWindow(shifts: readonly Shift[]): { score: number; what: string } {
  let worst = { score: 0, what: '' };
  let [score, startMs, lastMs, most] = [0, 0, 0, { value: 0, what: '' }];
  for (const shift of shifts) {
    const isNew = shift.startTime - lastMs > GAP_MS || shift.startTime - startMs > WINDOW_MS;
    if (isNew) [score, startMs, most] = [0, shift.startTime, { value: 0, what: '' }];
    lastMs = shift.startTime;
    score += shift.value;
    if (shift.value > most.value) most = shift;
    if (score > worst.score) worst = { score, what: most.what };
  }
  return worst;
}

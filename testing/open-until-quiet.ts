// Opens a page and waits until it sends no more requests. The browser's own 'networkidle' never occurs on a page with
// an open stream of updates.
import type { Frame, Page, Request } from 'playwright-core';

/** The browser's own measure is the same: no activity for half a second. */
const QUIET_MS = 500;

export async function openUntilQuiet(page: Page, address: string): Promise<void> {
  const underWay = new Set<Request>();
  let quietSinceMs = performance.now();
  const started = (request: Request) => {
    if (!request.url().endsWith('/api/updates')) underWay.add(request);
  };
  const ended = (request: Request) => {
    underWay.delete(request);
    quietSinceMs = performance.now();
  };
  // A page that is left ends its requests, not all of which the browser reports.
  const left = (frame: Frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of underWay) if (!request.isNavigationRequest()) underWay.delete(request);
  };
  page.on('request', started).on('requestfinished', ended).on('requestfailed', ended);
  page.on('framenavigated', left);
  await page.goto(address);
  const isQuiet = () => underWay.size === 0 && performance.now() - quietSinceMs >= QUIET_MS;
  // On a busy machine a page may compute for longer than that before its next request.
  while (!(isQuiet() && (await hasNothingToDo(page)) && isQuiet())) await page.waitForTimeout(50);
  page.off('request', started).off('requestfinished', ended).off('requestfailed', ended);
  page.off('framenavigated', left);
}

/** Waits until the page's scripts have run, or returns false if another page took its place meanwhile. */
async function hasNothingToDo(page: Page): Promise<boolean> {
  return await page
    .evaluate(() => new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true))))
    .catch(() => false);
}

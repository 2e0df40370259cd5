// Waiting times of presses and keys until the next picture (Event Timing, W3C), as INP counts them.
import type { Page } from 'playwright-core';

interface Interaction {
  durationMs: number;
  /** Kind of event and beginning of the element; empty where nothing was long enough to be reported. */
  what: string;
}

declare global {
  interface Window {
    interactions: Interaction[];
  }
}

/** Call it before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.interactions = [];
    type Entry = PerformanceEventTiming & { interactionId: number };
    new PerformanceObserver((list) => {
      for (const { interactionId, duration, name, target } of list.getEntries() as Entry[]) {
        // Events without an interaction, such as pointer moves, are skipped.
        if (interactionId === 0) continue;
        const element = target instanceof Element ? target.outerHTML.slice(0, 100) : '';
        window.interactions.push({ durationMs: duration, what: `${name} ${element}` });
      }
      // 16 ms is the least that browsers report.
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** @returns the longest one: with fewer than 50 that is the page's INP. */
export async function readInteractions(page: Page): Promise<Interaction> {
  const all = await page.evaluate(() => window.interactions);
  const none = { durationMs: 0, what: '' };
  return all.reduce((longest, one) => (one.durationMs > longest.durationMs ? one : longest), none);
}

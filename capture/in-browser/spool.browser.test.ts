// The IndexedDB spool in a real Chromium.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleForBrowser, MODULE_PAGE, serveModule } from '#testing/browser-module.ts';
import { launchChromium } from '#testing/chromium.ts';
import { spoolRules } from '../spool/spool.conformance.ts';

declare const checkSpool: () => Promise<Record<string, string | null>>;
interface OlderSpool {
  testNames: string[];
  ease: (number | null)[];
  drafts: unknown[];
}
declare const openOlderSpool: (version: 1 | 3) => Promise<OlderSpool>;

let browser: Browser;
let server: Server;
let outcomes: Record<string, string | null> = {};
let older: OlderSpool[];

beforeAll(async () => {
  server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  const context = await browser.newContext();
  await serveModule(context, await bundleForBrowser(join(import.meta.dirname, 'spool.page.ts')));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${MODULE_PAGE}`);
  outcomes = await page.evaluate(() => checkSpool());
  older = await page.evaluate(() => Promise.all([openOlderSpool(1), openOlderSpool(3)]));
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

it.each(spoolRules)('$name', ({ name }) => {
  expect(outcomes[name]).toBeNull();
});

it('keeps what pages of older versions stored, and takes answers and drafts beside it', () => {
  const common = { testNames: ['From before'], drafts: ['typed'] };
  expect(older).toEqual([
    { ...common, ease: [4] },
    { ...common, ease: [4, 7] },
  ]);
});

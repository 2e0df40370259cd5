// The time to render clicks as a heat picture in Chromium, beside simpleheat and heatmap.js, and a check of the sums.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { bundleForBrowser } from '#testing/browser-module.ts';
import { launchChromium } from '#testing/chromium.ts';
import type { HeatPage } from './heat.page.ts';
import { alone, lessIsBetter, median, type Row } from './rows.ts';

declare const heat: HeatPage;

const LIBRARIES = [import.meta.resolve('simpleheat'), import.meta.resolve('heatmap.js')];

/** The slowest takes a quarter of a minute for a million clicks. */
const SIZES = [
  { clicks: 1_000, rounds: 9, aim: '–' },
  { clicks: 100_000, rounds: 7, aim: 'at least 10 times' },
  { clicks: 1_000_000, rounds: 5, aim: 'under 60 ms' },
];

export async function run(): Promise<Row[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const library of LIBRARIES) await page.addScriptTag({ path: fileURLToPath(library) });
    const { code } = await bundleForBrowser(join(import.meta.dirname, 'heat.page.ts'));
    await page.addScriptTag({ content: code, type: 'module' });
    await page.waitForFunction(() => 'heat' in globalThis);
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await measure(page, size)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function measure(
  page: Page,
  { clicks, rounds, aim }: (typeof SIZES)[number],
): Promise<Row[]> {
  const names = await page.evaluate((count) => heat.prepare(count), clicks);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      times.get(name)?.push(await page.evaluate((painter) => heat.paint(painter), name));
    }
  }
  const msOf = (name: string) => median(times.get(name) ?? []);
  const number = clicks.toLocaleString('en');
  const difference = await page.evaluate(() => heat.differenceFromDirectSum());
  return [
    ...names
      .filter((name) => name !== 'ours')
      .map((name) =>
        lessIsBetter({
          name: `${number} clicks on 1440 × 3000, against ${name}`,
          ours: msOf('ours'),
          peer: msOf(name),
          unit: 'ms',
          aim,
        }),
      ),
    alone({
      name: `${number} weighted clicks: largest difference from a direct sum`,
      ours: difference * 2 ** 24,
      unit: 'units of the 24th bit',
      aim: 'at most 4',
    }),
  ];
}

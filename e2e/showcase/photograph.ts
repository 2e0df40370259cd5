// Takes the pictures: each of the landing page in both looks, those of docs/pictures in the light one.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#testing/chromium.ts';
import { openUntilQuiet } from '#testing/open-until-quiet.ts';
import { readmeShots, type Shot, type Stage, shots } from './shots.ts';

/** Sharp text in few bytes. */
const AVIF = { quality: 56, effort: 4, chromaSubsampling: '4:4:4' } as const;
const PNG = { palette: true, colours: 128, effort: 10 } as const;
/** Air above what a picture begins with, in CSS pixels. */
const AIR_PX = 16;
/** Drawing on canvases, and what fades in. */
const PAINTED_MS = 1500;

/** @param folders for the AVIF files, which are replaced all together, and for the PNG files */
export async function photograph(
  stage: Stage,
  folders: { landing: string; readme: string },
): Promise<void> {
  const browser = await launchChromium();
  await rm(folders.landing, { recursive: true, force: true });
  await mkdir(folders.landing, { recursive: true });
  for (const [name, shot] of Object.entries(shots)) {
    for (const scheme of ['light', 'dark'] as const) {
      const picture = sharp(await take(browser, stage, { shot, scheme }));
      const file = `${name}-${scheme}.avif`;
      const { size } = await picture.avif(AVIF).toFile(join(folders.landing, file));
      process.stdout.write(`${file}: ${size} bytes\n`);
    }
  }
  for (const [name, shot] of Object.entries(readmeShots)) {
    const picture = sharp(await take(browser, stage, { shot, scheme: 'light' }));
    await picture.png(PNG).toFile(join(folders.readme, `${name}.png`));
  }
  await browser.close();
}

/** @param begin top left corner of what the picture begins with, in CSS pixels of the page */
function clipOf({ width, height, tight }: Shot, begin: { x: number; y: number }) {
  const x = tight ? Math.max(0, Math.round(begin.x) - AIR_PX) : 0;
  const y = Math.max(0, Math.round(begin.y) - AIR_PX);
  const part = (width - 2 * x) / width;
  return { x, y, width: width * part, height: Math.round(height * part) };
}

async function take(
  browser: Browser,
  stage: Stage,
  { shot, scheme }: { shot: Shot; scheme: 'light' | 'dark' },
): Promise<Buffer> {
  const { width, height } = shot;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: shot.scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  context.setDefaultTimeout(30_000);
  if (shot.signedIn) await context.addCookies(stage.cookies);
  const page = await context.newPage();
  await openUntilQuiet(page, shot.address(stage));
  await shot.prepare?.(page, stage);
  await page.waitForTimeout(PAINTED_MS);
  await page.evaluate(() => scrollTo(0, 0));
  const clip = async () =>
    clipOf(shot, (await shot.from?.(page).first().boundingBox()) ?? { x: 0, y: 0 });
  // The window is as high as the picture needs: a picture of a full page is taken at a width of its own.
  const { y, height: wanted } = await clip();
  await page.setViewportSize({ width, height: Math.max(height, y + wanted) });
  await page.waitForTimeout(PAINTED_MS);
  const picture = await page.screenshot({ clip: await clip() });
  await context.close();
  return picture;
}

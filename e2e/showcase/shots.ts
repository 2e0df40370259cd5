// Which pages are shown, in which state and at which width.
import type { Page } from 'playwright-core';

export interface Stage {
  origin: string;
  prototypeUrl: string;
  cookies: { name: string; value: string; url: string }[];
  paths: Record<'create' | 'test' | 'participant' | 'recording', string>;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Shot {
  /** Of the window, in CSS pixels. */
  width: number;
  height: number;
  /** Pixels of the picture for one CSS pixel. */
  scale: number;
  signedIn: boolean;
  address: (stage: Stage) => string;
  /** Brings the page into the state that is shown. */
  prepare?: (page: Page, stage: Stage) => Promise<void>;
  /** The part that is shown; the whole window otherwise. */
  clip?: (page: Page) => Promise<Box>;
}

/** Of the shown recording: within its first screen, after the presses on the picture. */
const MOMENT_SECONDS = 12;

/** Shows a moment of the video, painted. */
async function seek(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await page.$eval(
    'video',
    (video, seconds) =>
      new Promise<void>((resolve) => {
        video.requestVideoFrameCallback(() => resolve());
        video.currentTime = seconds;
      }),
    MOMENT_SECONDS,
  );
  await page.waitForTimeout(1000);
}

const recording = {
  signedIn: true,
  address: ({ origin, paths }: Stage) => origin + paths.recording,
  prepare: seek,
};
const heatmaps = {
  signedIn: true,
  address: ({ origin, paths }: Stage) => `${origin}${paths.recording}?tab=heatmaps`,
  prepare: async (page: Page) => {
    await page.waitForTimeout(1500);
  },
};
const participant = {
  signedIn: false,
  address: ({ origin, paths }: Stage) => origin + paths.participant,
};
const test = { signedIn: true, address: ({ origin, paths }: Stage) => origin + paths.test };
const recordings = {
  signedIn: true,
  address: ({ origin, paths }: Stage) => `${origin}${paths.test}?tab=recordings`,
};
const create = {
  signedIn: true,
  address: ({ origin, paths }: Stage) => origin + paths.create,
  prepare: async (page: Page, { prototypeUrl }: Stage) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('A plant as a gift');
    await page
      .getByRole('textbox', { name: 'Task' })
      .fill(
        'A friend has moved into a flat with a dark hallway. Find a plant that will be happy there and order it as a gift.',
      );
    await page.getByRole('textbox', { name: 'Link' }).fill(prototypeUrl);
    await page.getByRole('textbox', { name: 'Link' }).blur();
    await page.waitForTimeout(1000);
  },
};

const wide = { width: 1280, height: 800, scale: 1.5 };
const medium = { width: 900, height: 640, scale: 1.5 };
const narrow = { width: 390, height: 560, scale: 2 };

export const shots: Record<string, Shot> = {
  'recording-wide': { ...recording, ...wide },
  'recording-narrow': { ...recording, ...narrow },
  'heatmaps-wide': { ...heatmaps, ...medium },
  'heatmaps-narrow': { ...heatmaps, ...narrow },
  'recordings-wide': { ...recordings, ...medium },
  'recordings-narrow': { ...recordings, ...narrow },
  'participant-wide': { ...participant, ...medium, height: 700 },
  'participant-narrow': { ...participant, ...narrow, height: 700 },
  'create-narrow': { ...create, ...narrow },
  'test-narrow': { ...test, ...narrow },
};

const page = { width: 1280, height: 800, scale: 1 };

export const forReadme: Record<string, Shot> = {
  recording: { ...recording, ...page },
  heatmaps: { ...heatmaps, ...page },
};

// List of the pictures: page, state, width, and the upper edge.
import type { Locator, Page } from 'playwright-core';
import { SAMPLE_TASK } from '#sample/task.ts';

export const COMPANY = 'Little Fern';
export const TEST_NAME = 'A plant as a gift';

export interface Stage {
  prototypeUrl: string;
  cookies: { name: string; value: string; url: string }[];
  addresses: Record<'create' | 'edit' | 'study' | 'screen' | 'participant' | 'recording', string>;
}

export interface Shot {
  /** Width of the window and the picture, in CSS pixels. */
  width: number;
  height: number;
  /** Pixels of the picture for one CSS pixel. */
  scale: number;
  signedIn: boolean;
  address: (stage: Stage) => string;
  /** Brings the page into the state that is shown. */
  prepare?: (page: Page, stage: Stage) => Promise<void>;
  /** The element at the upper edge of the picture, instead of the top of the page. */
  from?: (page: Page) => Locator;
  /** Begins at the left with it too, and ends at the right as far from the edge. */
  tight?: true;
}

/** A moment of the recording: on its first screen, after most of the presses there. */
const MOMENT_SECONDS = 12;

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
}

async function fill(page: Page, { prototypeUrl }: Stage): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(TEST_NAME);
  await page.getByRole('textbox', { name: 'Task' }).fill(SAMPLE_TASK);
  await page.getByRole('textbox', { name: 'Link' }).fill(prototypeUrl);
  await page.getByRole('textbox', { name: 'Link' }).blur();
}

const recording = {
  signedIn: true,
  address: ({ addresses }: Stage) => addresses.recording,
  prepare: seek,
};
const heatmaps = {
  signedIn: true,
  address: ({ addresses }: Stage) => addresses.screen,
  prepare: async (page: Page) => {
    await page.getByText('Per person', { exact: true }).waitFor();
  },
};
const participant = { signedIn: false, address: ({ addresses }: Stage) => addresses.participant };
const study = { signedIn: true, address: ({ addresses }: Stage) => addresses.study };
const task = { signedIn: true, address: ({ addresses }: Stage) => `${addresses.study}?step=2` };
const comparison = {
  signedIn: true,
  address: ({ addresses }: Stage) =>
    `${addresses.study}?step=3&compare=variant&compareA=1&compareB=2`,
  prepare: async (page: Page) => {
    await page.getByText('Reached the goal', { exact: true }).first().waitFor();
  },
  from: (page: Page) => page.getByRole('heading', { name: 'Compare', exact: true }),
};
const overview = {
  ...study,
  from: (page: Page) => page.getByText('70 opened'),
};
const recordings = {
  signedIn: true,
  address: ({ addresses }: Stage) => `${addresses.study}?tab=recordings`,
  from: (page: Page) => page.getByText('60 recordings', { exact: true }),
};
const create = {
  signedIn: true,
  address: ({ addresses }: Stage) => addresses.create,
  prepare: fill,
};

/** The heat of one screen, below the cards of all. */
const heat = (page: Page) => page.getByRole('heading', { name: /All plants$/ }).last();

const card = { width: 880, height: 550, scale: 1.5 };
const phone = { width: 390, height: 440, scale: 2 };
const step = { width: 440, height: 330, scale: 2, tight: true } as const;

/** Pictures of the landing page. Their sizes are in web/features/landing/pictures.ts too. */
export const shots: Record<string, Shot> = {
  recording: { ...recording, width: 1280, height: 800, scale: 1.5 },
  'recording-narrow': { ...recording, ...phone, height: 600 },
  heatmaps: { ...heatmaps, ...card, from: heat },
  'heatmaps-narrow': { ...heatmaps, ...phone, from: heat },
  overview: { ...overview, ...card },
  'overview-narrow': { ...overview, ...phone },
  comparison: { ...comparison, ...card },
  'comparison-narrow': { ...comparison, ...phone },
  recordings: { ...recordings, ...card },
  'recordings-narrow': { ...recordings, ...phone },
  participant: { ...participant, width: 680, height: 740, scale: 1.5 },
  'participant-narrow': { ...participant, ...phone, height: 720 },
  create: {
    ...create,
    ...step,
    from: (page) => page.getByText('Name', { exact: true }),
  },
  share: {
    ...study,
    ...step,
    from: (page) => page.getByRole('heading', { name: 'Invite participants' }),
  },
  analyze: { ...task, ...step, from: (page) => page.getByRole('heading', { name: /reached/ }) },
};

const editor = { signedIn: true, address: ({ addresses }: Stage) => addresses.edit };
const window = { width: 1280, height: 800, scale: 1 };

/** Pictures of docs/pictures, in the light theme only. */
export const readmeShots: Record<string, Shot> = {
  recording: { ...recording, ...window },
  summary: { ...task, ...window, height: 1040 },
  overview: { ...overview, ...window, height: 540 },
  editor: { ...editor, ...window, height: 1000 },
  screens: { ...heatmaps, ...window, from: heat },
};

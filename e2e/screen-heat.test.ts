// Heat over all sessions: from the picture, a line drawn around clicks and the list of places to people and moments.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import { sendForm, type TestIds } from '#testing/participant.ts';
import { createTest, fetchScreen, openPage, openStage, type Stage, uploadForm } from './stage.ts';

let stage: Stage;
let test: TestIds;
let page: Page;
let viewer: Locator;

/** The button that leads nowhere, pressed three times by one person, once by another; and a press far off. */
const people = {
  'Grace Hopper': [at(240, 300, false), at(244, 304, false), at(236, 298, false)],
  'Ada Lovelace': [at(242, 302, false), at(900, 600, true)],
  'Alan Turing': [at(640, 500, true)],
};

function at(x: number, y: number, handled: boolean) {
  const place = { x, y };
  return {
    type: 'MOUSE_PRESS_OR_RELEASE',
    data: {
      presentedNodeId: '1:2',
      handled,
      targetNodeId: '1:2',
      targetNodeMousePosition: place,
      nearestScrollingFrameId: '1:2',
      nearestScrollingFrameMousePosition: place,
      nearestScrollingFrameOffset: { x: 0, y: 0 },
    },
  };
}

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  await fetchScreen(stage, test);
  for (const [name, clicks] of Object.entries(people)) {
    const form = await uploadForm(name);
    const events = clicks.map((click, index) => ({ ...click, atMs: 100 + 900 * index }));
    form.set('events', JSON.stringify(events));
    await sendForm(new TestClient(stage.origin), test, { form });
  }
  page = await openPage(stage, stage.owner);
  await page.goto(`${stage.origin}/api/tests/${test._id}?tab=screens&heat=1`);
  viewer = page.getByRole('region', { name: 'Clicks on' });
  await viewer.locator('canvas[data-painted]').waitFor();
});
afterAll(() => stage?.close());

const view = (name: string) => viewer.getByRole('radio', { name, exact: true });
const waitForText = (text: string) => viewer.getByText(text, { exact: true }).waitFor();

it('counts clicks and people of what is shown, and keeps it in the address', async () => {
  await waitForText('6 clicks by 3 people');
  await view('Dead clicks').check({ force: true });
  await waitForText('4 dead clicks by 2 people');
  await page.waitForURL((url) => url.searchParams.get('view') === 'missed');
  await view('First clicks').check({ force: true });
  await waitForText('3 first clicks by 3 people');
  await view('Heat').check({ force: true });
  await view('Per click').check({ force: true });
  // Three of the four lie in one spot of 24 px, the fourth beside it.
  await waitForText('1 to 3 clicks on one place');
  await view('Per person').check({ force: true });
  // Three of one person and one of two of another.
  await waitForText('1 to 2 people on one place');
});

it('a line drawn around clicks tells how many of how many people, and opens their moments', async () => {
  const picture = viewer.locator('canvas');
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  const { naturalWidth } = await viewer
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => ({ naturalWidth: image.naturalWidth }));
  const scale = (box?.width ?? 0) / naturalWidth;
  const moveTo = (x: number, y: number) =>
    page.mouse.move((box?.x ?? 0) + x * scale, (box?.y ?? 0) + y * scale);
  await moveTo(200, 260);
  await page.mouse.down();
  for (const [x, y] of [
    [280, 260],
    [280, 340],
    [200, 340],
  ] as const) {
    await moveTo(x, y);
  }
  await page.mouse.up();
  await waitForText('4 clicks by 2 people in the area that you drew.');
  const drawer = page.getByRole('heading', { name: '4 clicks by 2 people' });
  await drawer.waitFor();
  await page.getByText('Grace Hopper').first().waitFor();
  expect(await page.getByText('Alan Turing').count()).toBe(0);
  // Each person's picture is the screen at their press, with the press marked.
  const marks = page.locator('li', { hasText: 'Grace Hopper' }).locator('svg circle');
  expect(await marks.first().evaluate((mark) => mark.outerHTML)).toContain('cx="240" cy="300"');
});

it('the list of places opens the same by keyboard', async () => {
  const [row] = await viewer
    .getByRole('row')
    .filter({ has: page.getByRole('button') })
    .all();
  const cells = (await row?.getByRole('cell').allTextContents()) ?? [];
  await row?.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const [byPeople = '', clicks = ''] = cells;
  const count = `${clicks} clicks by ${byPeople} people`;
  await page.getByRole('heading', { name: count }).waitFor();
});

it('the picture is as large as the image, and the list a table for spreadsheets', async () => {
  const picture = await downloaded('Picture (PNG)');
  const { width, height } = await sharp(picture).metadata();
  const image = await viewer
    .getByRole('img')
    .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
  expect([width, height]).toEqual(image);
  const places = await downloaded('Places (CSV)');
  expect(places.toString()).toMatch(/^\ufeffplace,people,clicks,/);
});

async function downloaded(item: string): Promise<Buffer> {
  await viewer.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return await readFile(await download.path());
}

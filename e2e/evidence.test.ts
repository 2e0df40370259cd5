// The first view of a recording's page: its video high on the page, every click plainly, one count of them, true
// names.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import { contrastOf, type Rgb } from '#testing/colour.ts';
import { sendForm, type TestIds } from '#testing/participant.ts';
import {
  createTest,
  fetchScreen,
  openPage,
  openStage,
  type Stage,
  signIn,
  uploadForm,
} from './stage.ts';

const NAME = 'Plants';
const COUNT = '3 clicks, 2 dead clicks';

let stage: Stage;
let page: Page;
let test: TestIds;
let recording: string;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, NAME);
  await fetchScreen(stage, test);
  const form = await uploadForm('Grace Hopper');
  form.set('events', JSON.stringify([press(100, 240, true), press(900, 640, false), outside]));
  const { body } = await sendForm(new TestClient(stage.origin), test, { form });
  recording = addressOf(body.userTimestamp);
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

function addressOf(userTimestamp: string, testName = NAME): string {
  const names = ['Acme', testName, userTimestamp].map(encodeURIComponent).join('/');
  return `/api/tests/${test.uniqueId}/${test._id}/${names}`;
}

/** Returns a press on the sample's first screen, 300 px from its top. */
function press(atMs: number, x: number, handled: boolean) {
  const at = { x, y: 300 };
  return {
    type: 'MOUSE_PRESS_OR_RELEASE',
    atMs,
    data: {
      presentedNodeId: '1:2',
      handled,
      targetNodeId: '1:2',
      targetNodeMousePosition: at,
      nearestScrollingFrameId: '1:2',
      nearestScrollingFrameMousePosition: at,
      nearestScrollingFrameOffset: { x: 0, y: 0 },
    },
  };
}

/** Counts, and has no place on the picture. */
const outside = press(1800, 9000, false);

const sizes = [
  { width: 1440, height: 900, videoAbovePx: 200 },
  { width: 390, height: 844, videoAbovePx: 220 },
] as const;

const GROUND = { width: 320, height: 225 };
const grounds: Record<string, (at: number) => number> = {
  white: () => 255,
  black: () => 0,
  'mid-grey': () => 128,
  // Each pixel another colour: as busy at the size on screen as text and photographs are.
  busy: (at) => {
    const [x, y] = [Math.floor(at / 3) % GROUND.width, Math.floor(at / 3 / GROUND.width)];
    return (x * 37 + y * 91 + (at % 3) * 113 + x * y) % 256;
  },
};

/** Puts another picture in the place of the screen's, under the same heat and marks. */
async function showGround(name: string, value: (at: number) => number): Promise<void> {
  const bytes = Uint8Array.from({ length: GROUND.width * GROUND.height * 3 }, (_, at) => value(at));
  const body = await sharp(bytes, { raw: { ...GROUND, channels: 3 } })
    .png()
    .toBuffer();
  const address = `/api/screens/${name}/image`;
  await page.route(`**${address}`, (route) => route.fulfill({ body, contentType: 'image/png' }));
  await page
    .getByRole('figure')
    .getByRole('img')
    .evaluate(async (image: HTMLImageElement, src) => {
      image.src = '';
      image.src = src;
      await image.decode();
    }, address);
  await page.unrouteAll();
}

type PixelAt = (at: { x: number; y: number }) => Rgb;

async function pixelsOnScreen(): Promise<PixelAt> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ({ x, y }) => {
    const at = (Math.floor(y) * info.width + Math.floor(x)) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
}

/** The least, over all directions, of the best contrast between a mark of 16 px and what is around it. */
function contrastAround(middle: { x: number; y: number }, pixelAt: PixelAt): number {
  const angles = Array.from({ length: 16 }, (_, at) => (at * Math.PI) / 8);
  const contrasts = angles.flatMap((angle) => {
    const pixel = (farPx: number) =>
      pixelAt({
        x: middle.x + Math.cos(angle) * farPx,
        y: middle.y + Math.sin(angle) * farPx,
      });
    const inside = Array.from({ length: 8 }, (_, at) => pixel(at));
    return [11, 14].map((farPx) =>
      Math.max(...inside.map((colour) => contrastOf(colour, pixel(farPx)))),
    );
  });
  return Math.min(...contrasts);
}

describe.each(sizes)('at $width × $height', ({ videoAbovePx, ...viewport }) => {
  it(`the video begins above ${videoAbovePx} px, under one line with the name`, async () => {
    await page.setViewportSize(viewport);
    await page.goto(recording);
    await page.locator('video').waitFor();
    const video = await page.locator('video').boundingBox();
    expect(video?.y).toBeLessThan(videoAbovePx);
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Grace Hopper');
    // Once a page: the trail has it.
    expect(await page.getByText(NAME, { exact: true }).count()).toBe(1);
  });

  it('a click and a missed one stand out on any ground, at 14 px or more', async () => {
    await page.setViewportSize(viewport);
    await page.goto(`${recording}?tab=heatmaps`);
    const marks = ['Click at 0:00', 'Dead click at 0:00'].map((name) =>
      page
        .getByRole('figure')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .locator('svg'),
    );
    for (const mark of marks) await mark.waitFor();
    const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
    for (const [name, value] of Object.entries(grounds)) {
      await showGround(name, value);
      const pixelAt = await pixelsOnScreen();
      for (const box of boxes) {
        const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
        expect(width).toBeGreaterThanOrEqual(14);
        const middle = { x: x + width / 2, y: y + height / 2 };
        expect(contrastAround(middle, pixelAt), name).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('says the same number of clicks beside the name, in the list and under the picture', async () => {
    await page.setViewportSize(viewport);
    await page.goto(recording);
    const panel = page.getByRole('complementary', { name: 'What happened' });
    await panel.getByText(COUNT).locator('visible=true').waitFor();
    await page.getByRole('main').getByText(COUNT).locator('visible=true').first().waitFor();
    await page.getByRole('tab', { name: 'Heatmaps' }).click();
    const figure = page.getByRole('figure');
    await figure.getByText(COUNT, { exact: true }).waitFor();
    await figure.getByText('1 not on this picture').waitFor();
    await page.getByText('1 click can’t be placed').waitFor();
  });
});

it.each([
  [1440, 790],
  [1440, 700],
  [1280, 560],
  [1024, 480],
])('at %i × %i the controls of the player are on the first screen', async (width, height) => {
  await page.setViewportSize({ width, height });
  await page.goto(recording);
  const control = page.getByRole('button', { name: 'Play (Space)' });
  await control.waitFor();
  const [box, video] = [await control.boundingBox(), await page.locator('video').boundingBox()];
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  expect(video?.height).toBeGreaterThan(120);
});

it('below 768 px the account menu names the person and the workspace', async () => {
  const phone = await openPage(stage, stage.owner, { viewport: { width: 390, height: 844 } });
  await phone.goto('/dashboard');
  await phone.getByRole('button', { name: 'Account' }).click();
  const menu = phone.getByRole('menu');
  await menu.getByText('Ada Lovelace').waitFor();
  await menu.getByText('Acme').waitFor();
  await menu.getByRole('menuitem', { name: 'Settings' }).click();
  await phone.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await phone.context().close();
});

describe('the trail of a recording that is not there', () => {
  const trail = (of: Page) =>
    of.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();

  it('has the name of its test, as it is, not as the address says', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(addressOf('Nobody_1700000000000', 'Another name'));
    await page.getByText('This recording does not exist').waitFor();
    await expect.poll(() => trail(page)).toEqual(['Home', NAME, 'Recording']);
  });

  it("has no name of another workspace's", async () => {
    const other = await signIn(stage.origin, 'eve@example.com');
    await other.post('/api/set-company', { company: 'Elsewhere' });
    const elsewhere = await openPage(stage, other);
    await elsewhere.goto(recording);
    await elsewhere.getByText('This recording does not exist').waitFor();
    expect(await trail(elsewhere)).toEqual(['Home', 'Recording']);
    await elsewhere.context().close();
  });
});

// Section 9 of the specification: each number as people and calls meet it.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Click, place } from '#insight/place.ts';
import type { TestIds } from '#testing/participant.ts';
import {
  createTest,
  fetchScreen,
  freeze,
  openPage,
  openStage,
  type Stage,
  signIn,
  submitRecording,
} from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;
/** `{uniqueId}/…/{userTimestamp}` of the test's one recording. */
let recording: string;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  await fetchScreen(stage, test);
  const { body } = await submitRecording(stage.origin, test);
  recording = `${test.uniqueId}/${test._id}/Acme/Plants/${body.userTimestamp}`;
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

/** A page whose clock stops after `freeze`. */
async function openTimed(): Promise<Page> {
  const timed = await openPage(stage, stage.owner);
  await timed.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await timed.clock.install();
  return timed;
}

/** Runs in the page: the first and the last column of a canvas with anything in it. */
function paintedColumns(element: HTMLElement | SVGElement) {
  const { width, height } = element as HTMLCanvasElement;
  // The canvas's own context shows pictures of a worker and cannot be read.
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(element as HTMLCanvasElement, 0, 0);
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
  const columns = [...data.keys()]
    .filter((at) => at % 4 === 3 && data[at] !== 0)
    .map((at) => ((at - 3) / 4) % width);
  const [from, to] = columns.reduce(
    ([least, most], column) => [Math.min(least, column), Math.max(most, column)],
    [Number.POSITIVE_INFINITY, -1],
  );
  return { from, to, width };
}

async function expectVisible(what: Locator, isVisible: boolean): Promise<void> {
  await what.waitFor({ state: isVisible ? 'visible' : 'detached', timeout: 2000 });
}

describe('section 9: business constants and limits', () => {
  it('9.1 takes tasks of 400 characters and no more', async () => {
    const post = (length: number) =>
      stage.owner.post('/api/tests', {
        name: 'Long',
        task: '🌿'.repeat(length),
        figmaUrl: 'https://example.com',
      });
    expect((await post(400)).status).toBe(201);
    expect((await post(401)).status).toBe(400);
  });

  it('9.3 asks for 60 frames a second and no sound of the screen; webm and png', async () => {
    const participant = await openPage(stage, null);
    await participant.addInitScript(() => {
      const { mediaDevices } = navigator;
      const given = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = (options) => {
        Reflect.set(globalThis, 'asked', JSON.parse(JSON.stringify(options)));
        return given(options);
      };
    });
    await participant.goto(`/tryout/${test.uniqueId}`);
    await participant.getByLabel('Name').fill('Grace');
    for (const name of ['Continue', 'Allow microphone and camera', 'Continue', 'Share screen']) {
      await participant.getByRole('button', { name, exact: true }).click();
    }
    await participant.getByRole('timer').waitFor();
    expect(await participant.evaluate(() => Reflect.get(globalThis, 'asked'))).toMatchObject({
      video: { frameRate: 60 },
      audio: false,
    });
    await participant.context().close();
    const video = await stage.owner.fetch(`/api/recording_data/${recording}`, { method: 'HEAD' });
    expect(video.headers.get('content-type')).toBe('video/webm');
    const { body } = await stage.owner.get(`/api/recording_data/heatmaps/${recording}`);
    const image = await stage.owner.fetch(body.images[0]);
    expect(image.headers.get('content-type')).toBe('image/png');
  });

  it("9.4 draws dots of 25 px (live of 30 px: see 2.17) at the position less the image's origin", async () => {
    await page.goto(`/api/tests/${recording}?tab=heatmaps`);
    const canvas = page.getByRole('figure').locator('canvas');
    await canvas.waitFor();
    await expect.poll(async () => (await canvas.evaluate(paintedColumns)).to).toBeGreaterThan(0);
    const { from, to, width } = await canvas.evaluate(paintedColumns);
    expect({ centre: (from + to) / 2, reach: (to - from) / 2, width }).toEqual({
      centre: 300,
      reach: 25,
      width: 1280,
    });
    const at = { x: 300, y: 200 };
    const click: Click = {
      seq: 0,
      atMs: 0,
      screenId: '1:2',
      handled: true,
      misclick: false,
      behindOverlay: false,
      targetId: '1:2',
      targetPosition: at,
      scrollerId: '1:2',
      scrollerPosition: at,
      scrollerOffset: { x: 0, y: 0 },
    };
    const screen = { nodeId: '1:2', width: 800, height: 600, boxes: {} };
    const exact = place(click, { ...screen, origin: { x: 0, y: 0 } });
    expect(exact).toMatchObject({ placed: true, x: 300, y: 200 });
    const captured = place(click, { ...screen, origin: { x: 90, y: 20 } });
    expect(captured).toMatchObject({ placed: true, x: 300 - 90, y: 200 - 20 });
  });

  it('9.5 confirms a copy for 4 seconds', async () => {
    const timed = await openTimed();
    await timed.goto(`/api/tests/${test._id}`);
    const copied = timed.getByRole('button', { name: 'Copied' });
    await timed.getByRole('button', { name: 'Copy link' }).click();
    await copied.waitFor();
    await freeze(timed);
    await timed.clock.runFor(2500);
    await expectVisible(copied, true);
    await timed.clock.runFor(1500);
    await expectVisible(copied, false);
    expect(await timed.evaluate(() => navigator.clipboard.readText())).toBe(
      `${stage.origin}/tryout/${test.uniqueId}`,
    );
    await timed.context().close();
  });

  it("9.5 shows a recording's tooltip after 250 ms and hides it after 400 ms", async () => {
    const timed = await openTimed();
    await timed.goto(`/api/tests/${test._id}?tab=recordings`);
    const name = timed.getByRole('link', { name: 'Grace' });
    await name.waitFor();
    const tooltip = timed.getByRole('tooltip');
    await freeze(timed);
    await name.hover();
    await timed.clock.runFor(200);
    await expectVisible(tooltip, false);
    await timed.clock.runFor(60);
    await expectVisible(tooltip, true);
    // Onto the hint and back to the name: it stays.
    await timed.mouse.move(600, 600);
    await timed.clock.runFor(350);
    await tooltip.locator('visible=true').first().hover();
    await timed.clock.runFor(500);
    await expectVisible(tooltip, true);
    await timed.mouse.move(600, 600);
    await timed.clock.runFor(350);
    await name.hover();
    await timed.clock.runFor(500);
    await expectVisible(tooltip, true);
    // One movement and no more, as from a pointer that left the window.
    await timed.mouse.move(600, 600);
    await timed.clock.runFor(350);
    await expectVisible(tooltip, true);
    await timed.clock.runFor(60);
    await expectVisible(tooltip, false);
    await timed.context().close();
  });

  it('9.6 shows thumbnails of 100x70 px and a main image of at most 500 px height', async () => {
    await page.goto(`/api/tests/${recording}?tab=heatmaps`);
    const thumbnail = page.getByRole('list', { name: 'Screens with clicks' }).locator('img');
    expect(await thumbnail.first().boundingBox()).toMatchObject({ width: 100, height: 70 });
    const main = page.getByRole('figure').locator('img').first();
    await main.waitFor();
    const height = (await main.boundingBox())?.height ?? 0;
    expect(height).toBeGreaterThan(100);
    expect(height).toBeLessThanOrEqual(500);
  });

  it('9.7 finds tests by a part of their name, without case', async () => {
    await createTest(stage, 'Checkout ÄÖ');
    await page.goto('/dashboard');
    const cards = page.getByRole('main').getByRole('listitem');
    for (const text of ['CHECK', 'kout äö']) {
      await page.getByLabel('Search tests by name').fill(text);
      await expect
        .poll(() => cards.getByRole('heading').allTextContents())
        .toEqual(['Checkout ÄÖ']);
    }
  });

  it('9.8 names the one plan: $49 monthly and what is in it', async () => {
    const included = [
      'Unlimited tests',
      'Unlimited recordings',
      'Click heatmaps',
      'Downloadable recordings',
      'Collaboration with unlimited team members and workspaces',
    ];
    await page.goto('/');
    const pricing = page.locator('#pricing');
    expect(await pricing.textContent()).toContain('$49monthly');
    expect(await pricing.getByRole('listitem').allTextContents()).toEqual(included);
    await pricing.getByText('A copy that you host yourself costs nothing.').waitFor();
    await page.goto('/settings?tab=subscription');
    const card = page.getByRole('tabpanel', { name: 'Subscription' });
    await card.getByText('$49', { exact: true }).waitFor();
    await card.getByText(/^Renews on .* This date is a sample/).waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual(included);
  });

  it('9.9 deletes an account within 24 hours of the request, which can be withdrawn', async () => {
    const email = 'going@example.com';
    const person = await signIn(stage.origin, email);
    const going = await openPage(stage, person);
    await going.goto('/settings');
    await going.getByRole('button', { name: 'Delete account' }).click();
    const dialog = going.getByRole('dialog');
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await going.getByText('Your account will be deleted within 24 hours.').waitFor();
    const { deletionAt } = (await person.get('/api/user-info')).body;
    const hours = (Date.parse(deletionAt) - Date.now()) / 3_600_000;
    expect(hours).toBeLessThanOrEqual(24);
    expect(hours).toBeGreaterThan(23);
    await going.getByRole('button', { name: 'Keep my account' }).click();
    await expect.poll(async () => (await person.get('/api/user-info')).body.deletionAt).toBeNull();
    await going.context().close();
  });

  it('9.10 gives a chunk of code 120000 ms, and starts the breadcrumbs with one entry', async () => {
    const waiting = await openTimed();
    await waiting.goto('/dashboard');
    const trail = waiting.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    await expect.poll(() => trail.allTextContents()).toEqual(['Home']);
    // An answer that never comes.
    let requestCount = 0;
    await waiting.route('**/static/js/settings.page-*.js', () => {
      requestCount += 1;
    });
    await waiting.getByRole('link', { name: 'Settings' }).click();
    await expect.poll(() => requestCount).toBe(1);
    const failure = waiting.getByRole('heading', { name: 'This page did not finish loading' });
    await freeze(waiting);
    await waiting.clock.runFor(115_000);
    expect(await failure.count()).toBe(0);
    await waiting.clock.runFor(5000);
    await failure.waitFor();
    await waiting.context().close();
  });

  it('9.11 breaks at 576, 768, 992, 1200, 1400 px, and collapses in 300 ms', async () => {
    await page.goto('/');
    await page.locator('#faqs details').first().waitFor();
    const found = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const breakpoints = ['sm', 'md', 'lg', 'xl', '2xl'].map(
        (name) => Number.parseFloat(style.getPropertyValue(`--breakpoint-${name}`)) * 16,
      );
      const answer = document.querySelector('#faqs details');
      if (answer === null) throw new Error('no question to open');
      const { transitionDuration } = getComputedStyle(answer, '::details-content');
      return { breakpoints, transitionDuration };
    });
    expect(found.breakpoints).toEqual([576, 768, 992, 1200, 1400]);
    expect(found.transitionDuration.split(',')[0]).toBe('0.3s');
  });

  it('9.12 takes a submission limit of any integer from 1 to a million, or none', async () => {
    const path = `/api/tests/${test._id}/settings`;
    for (const number_of_submission of [1, 1_000_000, null]) {
      const { status, body } = await stage.owner.put(path, { number_of_submission });
      expect([status, body.number_of_submission]).toEqual([200, number_of_submission]);
    }
    for (const number_of_submission of [0, 1_000_001]) {
      expect((await stage.owner.put(path, { number_of_submission })).status).toBe(400);
    }
  });
});

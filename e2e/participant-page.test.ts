// The participant page beyond the specification's lines: phones, changed permissions, keyboard and
// screen reader, slow lines; and that nothing of ours moves while it records.
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { collectProblems } from '#testing/page-problems.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let asking: Browser | null = null;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' });
  test = await createTest(stage, 'Plants');
});
afterEach(() => page.context().close());
afterAll(async () => {
  await asking?.close();
  await stage?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = () => `/tryout/${test.uniqueId}`;
const open = async (options: BrowserContextOptions = {}) => {
  page = await openPage(stage, null, options);
};

async function toDeviceStep(): Promise<void> {
  await page.goto(link());
  await page.getByLabel('Name').fill('Grace');
  await button('Continue').click();
  await button('Allow microphone and camera').waitFor();
}

it('a phone reads what is possible before anything is typed, and passes the link on', async () => {
  await open({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.addInitScript(() => {
    Reflect.deleteProperty(MediaDevices.prototype, 'getDisplayMedia');
  });
  await page.goto(link());
  await page.getByText('This device can’t record its screen.').waitFor();
  await page.getByText('Buy a plant.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await button('Continue').count()).toBe(0);
  await button('Copy the link').click();
  await button('Link copied').waitFor();
});

it('a browser without a recorder reads so before anything is typed', async () => {
  await open();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaRecorder'));
  await page.goto(link());
  await page.getByText('This browser can’t record.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

it.each([
  ['camera', 'microphone', 'Camera'],
  ['microphone', 'camera', 'Microphone'],
])('a blocked %s is named, and its release noticed', async (blocked, granted, title) => {
  asking ??= await launchChromium({ media: 'titled-tab', tabTitle: 'Plants' });
  page = await openPage({ browser: asking, origin: stage.origin }, null);
  const { origin } = stage;
  await page.context().grantPermissions([granted], { origin });
  await toDeviceStep();
  await button('Allow microphone and camera').click();
  const said = page.getByRole('alert');
  await said.getByText('Camera & Microphone permissions are required to proceed.').waitFor();
  const text = await said.textContent();
  expect(text).toContain(`blocked from using the ${blocked}.`);
  expect(text).toContain(`switch ${title} on, then try again.`);
  await page.context().grantPermissions([granted, blocked], { origin });
  await page.getByText('Great! You are looking cool').waitFor();
});

it('a double click on Allow does not skip the check; Back brings the level back', async () => {
  await open();
  await toDeviceStep();
  // Given at once, so that the second half of the click meets the next button.
  await page.evaluate(async () => {
    const { mediaDevices } = navigator;
    const stream = await mediaDevices.getUserMedia({ audio: true, video: true });
    mediaDevices.getUserMedia = () => Promise.resolve(stream);
  });
  // The button moves up a line in between: its upper edge is still 'Continue' then.
  await button('Allow microphone and camera').dblclick({ delay: 60, position: { x: 90, y: 4 } });
  await page.getByText('Great! You are looking cool').waitFor();
  await button('Continue').click();
  await button('Back to camera and microphone').click();
  const meter = page.getByLabel('Microphone level');
  await expect
    .poll(() => meter.evaluate((element: HTMLMeterElement) => element.value))
    .toBeGreaterThan(0);
});

it('by keyboard: each step takes the focus to its heading, and axe finds nothing', async () => {
  await open();
  const problems = collectProblems(page.context());
  const arrive = async (title: string) => {
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  };
  const pressOn = async (name: string) => {
    for (let tabs = 0; tabs < 10; tabs += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      if (focused === name) return await page.keyboard.press('Enter');
    }
    throw new Error(`${name} is not reached`);
  };
  await page.goto(link());
  await arrive('Plants');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Grace');
  await page.keyboard.press('Enter');
  await arrive('Check camera and microphone');
  await pressOn('Allow microphone and camera');
  await page.getByRole('status').getByText('Great! You are looking cool').waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await arrive('Share your screen');
  await pressOn('Share screen');
  await page.getByRole('timer').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog');
  await arrive('Recording in Progress (Please do not close the tab)...');
  await page.waitForTimeout(1000);
  await pressOn('Stop & Upload');
  await arrive('Files Uploaded Successfully! ✅. Safe to close now.');
  expect(problems).toEqual([]);
});

it('while it records nothing of ours moves, and the frame keeps its size', async () => {
  await open();
  await startRecording(page, link(), 'Grace');
  await page.waitForTimeout(1000);
  const changes = await page.evaluate(async () => {
    const seen = new Set<string>();
    let count = 0;
    const observer = new MutationObserver((records) => {
      count += records.length;
      for (const { target } of records)
        seen.add(target.parentElement?.className ?? target.nodeName);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const fromMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    observer.disconnect();
    return { perSecond: (count * 1000) / (performance.now() - fromMs), places: seen.size };
  });
  // The time, once a second, and no other place.
  expect(changes.places).toBe(1);
  expect(changes.perSecond).toBeLessThan(2);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const frame = page.locator('iframe');
  const before = await frame.boundingBox();
  await page.getByText('Buy a plant.').click();
  await page.waitForTimeout(500);
  expect(await frame.boundingBox()).toEqual(before);
  await stopAndUpload(page);
});

it('on a slow line the bytes that arrived are seen to grow', async () => {
  await open();
  await startRecording(page, link(), 'Grace');
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 40_000,
  });
  const prototype = page.frameLocator('iframe').locator('body');
  for (let step = 0; step < 12; step += 1) {
    await prototype.hover({ position: { x: 100 + step * 20, y: 100 } });
    await page.mouse.wheel(0, step % 2 ? 400 : -400);
    await page.waitForTimeout(300);
  }
  await button('Stop & Upload').click();
  const bar = page.getByRole('progressbar', { name: 'Uploaded' });
  const percents = new Set<string | null>();
  await expect
    .poll(async () => percents.add(await bar.getAttribute('aria-valuenow')).size, {
      timeout: 60_000,
      interval: 100,
    })
    .toBeGreaterThan(3);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.getByText('Files Uploaded Successfully! ✅. Safe to close now.').waitFor();
});

it('a participant who holds the last slot and reloads before the recording gets it again', async () => {
  await open();
  test = await createTest(stage, 'One place');
  await stage.owner.put(`/api/tests/${test._id}/settings`, {
    close_date: null,
    number_of_submission: 1,
    duplicate: true,
    isClose_test: false,
  });
  await toDeviceStep();
  // The word of the page that goes away is lost; the reloaded one hears first that every place is taken.
  await page.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new TypeError('gone'));
  });
  await page.route('**/abandon', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.reload();
  await page.getByText('This test has all the participants it needs').waitFor();
  await page.getByLabel('Name').waitFor();
  await toDeviceStep();
});

it('the typeface is not asked for before the first screen stands', async () => {
  await open();
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  const before: string[][] = [];
  await page.route('**/api/link/*', async (route) => {
    await page.getByText('Loading the test…').waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    before.push([...fonts]);
    await route.continue();
  });
  await page.goto(link());
  await page.getByLabel('Name').waitFor();
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Geist Variable') && status === 'loaded',
    ),
  );
  expect(before).toEqual([[]]);
  expect(fonts.map((url) => new URL(url).origin)).toEqual([stage.origin]);
});

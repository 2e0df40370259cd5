// The participant page beyond the specification's lines: phones, changed permissions, keyboard and
// screen reader, slow lines; and that nothing of ours moves while it records.
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { TestClient } from '#testing/client.ts';
import { collectProblems } from '#testing/page-problems.ts';
import { recordSession, type TestIds } from '#testing/participant.ts';
import { fromNameToRecording, startRecording, stopAndUpload } from './participant.ts';
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

it('says before the consent who sees the recording, how long it is stored, and whom to contact', async () => {
  await open();
  await page.goto(link());
  const facts = page.getByRole('region', { name: 'Your recording' });
  await facts.getByText('Acme can watch it and can show it to others by a link.').waitFor();
  await facts.getByText('It is stored until you or the team delete it.').waitFor();
  await facts.getByText('Ask the person who sent you the link').waitFor();
  await page.getByLabel('Name').fill('Grace');
  const opening = page.context().waitForEvent('page');
  await facts.getByRole('link', { name: 'Privacy' }).click();
  const privacy = await opening;
  await privacy.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace');
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
  const alert = page.getByRole('alert');
  await alert.getByText('Camera & Microphone permissions are required to proceed.').waitFor();
  const text = await alert.textContent();
  expect(text).toContain(`blocked from using the ${blocked}.`);
  expect(text).toContain(`switch ${title} on, then try again.`);
  await page.context().grantPermissions([granted, blocked], { origin });
  await page.getByText('Great! You are looking cool').waitFor();
});

it('a microphone alone is welcome in words of its own', async () => {
  await open();
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const given = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) =>
      constraints?.video
        ? Promise.reject(new DOMException('Requested device not found', 'NotFoundError'))
        : given(constraints);
  });
  await toDeviceStep();
  await button('Allow microphone and camera').click();
  await page.getByRole('heading', { name: 'Great! Your microphone is on' }).waitFor();
  expect(await page.getByText('You are looking cool').count()).toBe(0);
});

it('code of the next step that does not load is asked for again by Retry', async () => {
  await open();
  await page.route('**/static/js/run.chunk-*.js', (route) => route.abort());
  await page.goto(link());
  await page.getByLabel('Name').fill('Grace');
  await button('Continue').click();
  await page.getByText('The next step did not load. Check your connection.').waitFor();
  await page.unroute('**/static/js/run.chunk-*.js');
  await button('Retry').click();
  await page.getByText('The next step did not load.').waitFor({ state: 'detached' });
  await toDeviceStep();
});

it('a start, a piece and an end that the server answers with 500 are made again, and nothing is lost', async () => {
  await open();
  const failed: string[] = [];
  /** Answers the first request of a kind as a server does whose transaction failed. */
  const failOnce = (method: string, path: RegExp) =>
    page.route(path, async (route) => {
      if (route.request().method() !== method || failed.includes(method + path)) {
        return await route.fallback();
      }
      failed.push(method + path);
      const json = { code: 'internal', message: 'Something went wrong on our side.' };
      await route.fulfill({ status: 500, json });
    });
  await failOnce('POST', /\/api\/link\/[^/]+\/sessions$/);
  await failOnce('HEAD', /\/api\/uploads\//);
  await failOnce('PATCH', /\/api\/uploads\//);
  await failOnce('POST', /\/api\/link\/upload\//);
  await page.goto(link());
  await page.getByLabel('Name').fill('Grace');
  await button('Continue').click();
  await page.getByText('That did not work. Check your connection and try again.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace');
  await fromNameToRecording(page);
  await stopAndUpload(page);
  expect(failed).toHaveLength(4);
});

it('a second person in a browser that took the test hears nothing of the first, and starts', async () => {
  const once = await createTest(stage, 'Once');
  await stage.owner.put(`/api/tests/${once._id}/settings`, { duplicate: false });
  const browserKey = crypto.randomUUID();
  await recordSession(new TestClient(stage.origin), once, { name: 'Ada', browserKey });
  await open();
  // The page stores its browser key in this format.
  await page.addInitScript((key) => {
    // biome-ignore lint/style/noRestrictedGlobals: the page's own storage is prepared.
    localStorage.tryoutBrowserKey ??= JSON.stringify(key);
  }, browserKey);
  await page.goto(`/tryout/${once.uniqueId}`);
  // Before a name is typed.
  await page
    .getByRole('heading', { name: 'This test can be taken once in each browser' })
    .waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(
    /Ada|arrived|upload|your recording/i,
  );
  await button('Not you? Start with another name').click();
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  await page.getByLabel('Name').fill('Ada');
  await button('Continue').click();
  await button('Allow microphone and camera').waitFor();
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
  const reach = async (element: Locator) => {
    for (let tabs = 0; tabs < 10; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await element.evaluate((reached) => reached === document.activeElement)) return;
    }
    throw new Error(`${element} is not reached`);
  };
  const pressOn = async (name: string) => {
    await reach(page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  await page.goto(link());
  await arrive('Plants');
  await reach(page.getByRole('textbox', { name: 'Name' }));
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
  await arrive('How did it go?');
  await page.getByText('Files Uploaded Successfully! ✅. Safe to close now.').waitFor();
  expect(problems).toEqual([]);
});

it('while it records nothing of ours moves, the frame keeps its size, task and picture are at hand', async () => {
  await open();
  const own = await createTest(
    stage,
    'Long',
    'Find a plant for a dark corner. '.repeat(13).slice(0, 400),
  );
  await startRecording(page, `/tryout/${own.uniqueId}`, 'Grace');
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
  await page.getByText('Show all').click();
  await page.waitForTimeout(500);
  expect(await frame.boundingBox()).toEqual(before);
  await page.getByText('Hide', { exact: true }).click();
  await expectTaskInOnePress();
  await expectMovablePicture();
  await stopAndUpload(page);
  const { body } = await stage.owner.get(`/api/tests/${own._id}`);
  expect(body.recordings_info).toMatchObject([{ clicks: 0 }]);
});

/** Checks at a phone's width that one press shows the longest possible task. */
async function expectTaskInOnePress(): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Show all').click();
  const text = page.locator('details p');
  const { height, y } = (await text.boundingBox()) ?? { height: 0, y: 0 };
  expect(await text.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThanOrEqual(height);
  expect(y + height).toBeLessThan(844);
  await page.getByText('Hide', { exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function expectMovablePicture(): Promise<void> {
  const picture = button('Move your picture');
  const place = async () => {
    const { x, y, width, height } = await picture.evaluate((element) =>
      element.getBoundingClientRect().toJSON(),
    );
    return { x: x + width / 2, y: y + height / 2 };
  };
  const from = await place();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // The pointer moves in small steps like a hand, so it is captured before it leaves the picture.
  await page.mouse.move(from.x + 300, from.y - 200, { steps: 40 });
  await expect
    .poll(place)
    .toEqual({ x: expect.closeTo(from.x + 300, 0), y: expect.closeTo(from.y - 200, 0) });
  await page.mouse.up();
  await picture.press('ArrowRight');
  await picture.press('ArrowDown');
  await expect.poll(async () => (await place()).x).toBeGreaterThan(1150);
  await page.setViewportSize({ width: 700, height: 600 });
  await expect.poll(async () => (await place()).x).toBeLessThan(700);
  await expect.poll(async () => (await place()).y).toBeLessThan(600);
  await picture.click();
  await expect.poll(async () => (await place()).x).toBeLessThan(150);
  await button('Hide your picture').click();
  await button('Show your picture').waitFor();
  expect(await page.locator('video').count()).toBe(0);
  await button('Show your picture').click();
  await picture.waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
}

it('on a slow line the bytes that arrived are seen to grow; where nothing is asked no card comes', async () => {
  await open();
  const form = {
    name: 'Asks nothing',
    task: 'Buy.',
    figmaUrl: stage.server.prototypeUrl,
    asks: [],
  };
  test = (await stage.owner.post('/api/tests', form)).body;
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
  expect(await page.getByRole('heading', { name: 'How did it go?' }).count()).toBe(0);
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
  // The closing page's message is lost, so the reloaded one first gets the answer that every place is taken.
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
  test = await createTest(stage, 'Typeface');
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

// Section 2 of the specification: the participant screen, step by step, in one run.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestIds } from '#testing/participant.ts';
import { createTest, openPage, openStage, type Stage } from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
  page = await openPage(stage, null);
  await page.goto(`/tryout/${test.uniqueId}`);
});
afterAll(() => stage?.close());

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function expectStates(...expected: string[]): Promise<void> {
  const steps = page.getByRole('list', { name: 'Steps of this test' }).getByRole('listitem');
  const names = ['User Details', 'Camera Permissions', 'Screen Sharing'];
  await expect
    .poll(() => steps.evaluateAll((items) => items.map((item) => item.getAttribute('data-state'))))
    .toEqual(expected);
  for (const [index, text] of (await steps.allTextContents()).entries()) {
    expect(text).toContain(names[index]);
  }
}

describe('section 2: the participant screen', () => {
  it('2.14 step 0: test name, task, name, Continue and the consent', async () => {
    await heading('Plants').waitFor();
    await page.getByText('Buy a plant.', { exact: true }).waitFor();
    await page
      .getByText('By continuing, you consent to camera, microphone, and screen recording access.')
      .waitFor();
    await expectStates('active', 'pending', 'pending');
    await page.getByLabel('Name').fill('Grace');
    await button('Continue').click();
  });

  it('2.15 step 1: selectors, preview circle, permission, Continue', async () => {
    await button('Allow microphone and camera').waitFor();
    for (const name of ['Camera', 'Microphone']) {
      const options = page.getByRole('combobox', { name }).getByRole('option');
      expect(await options.first().textContent()).toMatch(/default/i);
    }
    await expectStates('completed', 'active', 'pending');
    await button('Allow microphone and camera').click();
    await heading('Great! You are looking cool').waitFor();
    const preview = page.getByLabel('Your camera');
    const radius = (video: Element) =>
      getComputedStyle(video.parentElement ?? video).borderTopLeftRadius;
    expect(Number.parseFloat(await preview.evaluate(radius))).toBeGreaterThan(1000);
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await button('Continue').click();
  });

  it("2.16 step 2: 'Share your screen' with its hint and button", async () => {
    await heading('Share your screen').waitFor();
    await page
      .getByText("Select 'Entire Screen' to record interactions and gather insights.")
      .waitFor();
    await button('Share screen').waitFor();
  });

  it('2.18 the stepper names its steps, and goes when recording begins', async () => {
    await expectStates('completed', 'completed', 'active');
    await button('Share screen').click();
    await page.getByRole('timer').waitFor();
    expect(await page.getByRole('list', { name: 'Steps of this test' }).count()).toBe(0);
  });

  it("2.19 the countdown fills the screen and ends with 'Go!'", async () => {
    const dialog = page.getByRole('dialog', { name: 'The recording starts in a moment' });
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    for (const count of ['3', '2', '1', 'Go!']) {
      await page.getByRole('timer').getByText(count, { exact: true }).waitFor();
    }
  });

  it('2.17 step 3: heading, prototype at full height, dots, self-view, Stop & Upload', async () => {
    await heading('Recording in Progress (Please do not close the tab)...').waitFor();
    await button('Stop & Upload').waitFor();
    const frame = await page.locator('iframe').boundingBox();
    expect(frame?.width).toBe(1280);
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBe(800);
    const selfView = await page.getByLabel('Your camera').boundingBox();
    expect(selfView?.x).toBeLessThan(60);
    expect((selfView?.y ?? 0) + (selfView?.height ?? 0)).toBeGreaterThan(740);
    // The overlay lets every press through to the prototype, and draws its dot.
    await page
      .frameLocator('iframe')
      .locator('.screen')
      .click({ position: { x: 300, y: 90 } });
    const dot = page.locator('.press-dot').first();
    await dot.waitFor();
    expect(await dot.evaluate((element) => element.getAttribute('style'))).toContain('width: 60px');
  });

  it("2.21 the prototype comes from the tool's embed host, without its UI, scaled to width", async () => {
    const src = new URL((await page.locator('iframe').getAttribute('src')) ?? '');
    expect(src.origin).toBe(new URL(stage.server.prototypeUrl).origin);
    expect(src.searchParams.get('hide-ui')).toBe('1');
    expect(src.searchParams.get('scaling')).toBe('scale-down-width');
  });

  it('2.17 a spinner turns while uploading', async () => {
    let release: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/link/upload/**', async (route) => {
      await looked;
      await route.fallback();
    });
    await button('Stop & Upload').click();
    await heading('Uploading...').waitFor();
    await page.locator('main .animate-spin').waitFor();
    release();
    await heading('Files Uploaded Successfully! ✅. Safe to close now.').waitFor();
  });
});

// Section 8 of the specification: what the participant reads when devices, screen, recorder or upload
// fail, and that each can be tried again.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording } from '../participant.ts';
import { createTest, openPage, openStage, type Stage } from '../stage.ts';

let stage: Stage;
let denying: Browser | null = null;
let page: Page;
let test: TestIds;

beforeAll(async () => {
  stage = await openStage();
  test = await createTest(stage, 'Plants');
});
afterEach(() => page.context().close());
afterAll(async () => {
  await denying?.close();
  await stage?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const problem = (text: string) => page.getByRole('alert').filter({ hasText: text });

async function toDeviceStep(browser: Browser): Promise<void> {
  page = await openPage({ browser, origin: stage.origin }, null);
  await page.goto(`/tryout/${test.uniqueId}`);
  await page.getByLabel('Name').fill('Grace');
  await button('Continue').click();
  await button('Allow microphone and camera').waitFor();
}

async function toShareStep(): Promise<void> {
  await toDeviceStep(stage.browser);
  await button('Allow microphone and camera').click();
  await button('Continue').click();
  await button('Share screen').waitFor();
}

/** The next request for a screen is denied as browsers deny it. Later ones are allowed. */
async function refuseOnce(name: string, message: string): Promise<void> {
  await page.evaluate(
    ([errorName, text]) => {
      const { mediaDevices } = navigator;
      const given = mediaDevices.getDisplayMedia.bind(mediaDevices);
      mediaDevices.getDisplayMedia = () => {
        mediaDevices.getDisplayMedia = given;
        return Promise.reject(new DOMException(text, errorName));
      };
    },
    [name, message] as const,
  );
}

describe("section 8: the participant's problems", () => {
  it('8.10 says that camera and microphone are needed, and where to allow them', async () => {
    denying = await launchChromium({ media: 'denied' });
    await toDeviceStep(denying);
    await button('Allow microphone and camera').click();
    const alert = problem('Camera & Microphone permissions are required to proceed.');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('In Chrome, press the icon left of the address');
    expect(await button('Allow microphone and camera').isEnabled()).toBe(true);
    expect(await button('Continue').count()).toBe(0);
  });

  it('8.11 asks for camera and microphone before the screen', async () => {
    page = await openPage(stage, null);
    // The microphone is pulled out on step 2.
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const given = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (options) => {
        const stream = await given(options);
        Reflect.set(globalThis, 'pullOut', () => {
          for (const track of stream.getAudioTracks()) {
            track.stop();
            track.dispatchEvent(new Event('ended'));
          }
        });
        return stream;
      };
    });
    await page.goto(`/tryout/${test.uniqueId}`);
    await page.getByLabel('Name').fill('Grace');
    await button('Continue').click();
    await button('Allow microphone and camera').click();
    await button('Continue').click();
    await button('Share screen').waitFor();
    await page.evaluate(() => Reflect.get(globalThis, 'pullOut')());
    await button('Share screen').click();
    await problem('Please allow camera and microphone permissions first.').waitFor();
    await button('Back to camera and microphone').click();
    await button('Allow microphone and camera').waitFor();
  });

  it('8.12 says that the screen is needed when sharing was cancelled', async () => {
    await toShareStep();
    await refuseOnce('NotAllowedError', 'Permission denied');
    await button('Share screen').click();
    await problem(
      'Screen sharing is required to proceed with the test. Please try again.',
    ).waitFor();
    await button('Share screen').click();
    await page.getByRole('timer').waitFor();
  });

  it('8.13 tells a denied or failed share apart from a cancelled one', async () => {
    await toShareStep();
    for (const [name, message] of [
      ['NotAllowedError', 'Permission denied by system'],
      ['NotReadableError', 'Could not start video source'],
    ] as const) {
      await refuseOnce(name, message);
      await button('Share screen').click();
      await problem(
        'Screen sharing permission denied or an error occurred. Please try again.',
      ).waitFor();
    }
  });

  it('8.14 says when the recorder does not start, and lets it be tried again', async () => {
    await toShareStep();
    await page.evaluate(() => {
      const { start } = MediaRecorder.prototype;
      MediaRecorder.prototype.start = () => {
        MediaRecorder.prototype.start = start;
        throw new DOMException('No.', 'NotSupportedError');
      };
    });
    await button('Share screen').click();
    await problem('Failed to start recording. Please try again.').waitFor();
    await button('Share screen').click();
    await button('Stop & Upload').waitFor();
  });
});

describe('section 8: uploads and screen images that fail', () => {
  const warnings: string[] = [];
  let own: TestIds;
  let refusals = 0;

  beforeAll(async () => {
    own = await createTest(stage, 'Failures');
    page = await openPage(stage, null);
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.route('**/api/take-screenshot**', (route) =>
      route.fulfill({ status: 404, json: {} }),
    );
    await page.route('**/api/link/upload/**', async (route) => {
      refusals += 1;
      if (refusals > 1) return route.fallback();
      await route.fulfill({ status: 422, json: { code: 'unreadable_video', message: 'No.' } });
    });
    await startRecording(page, `/tryout/${own.uniqueId}`, 'Grace');
    await page
      .frameLocator('iframe')
      .locator('.screen')
      .click({ position: { x: 40, y: 40 } });
    await page.waitForTimeout(1000);
  });

  it('8.15 shows the upload statuses of section 4, and uploads when tried again', async () => {
    await button('Stop & Upload').click();
    await page.getByText('Upload Failed ❌').waitFor();
    await button('Try again now').click();
    await page.getByText('Files Uploaded Successfully! ✅. Safe to close now.').waitFor();
  });

  it('8.16 logs a screen without an image and skips its heatmap', async () => {
    const [logged] = warnings.filter((text) => text.includes('it gets no heatmap'));
    expect(logged).toContain('Screen 1:2 has no image; it gets no heatmap.');
    const { body } = await stage.owner.get(`/api/tests/${own._id}`);
    const [{ userTimestamp, clicks }] = body.recordings_info;
    expect(clicks).toBe(1);
    const place = `${own.uniqueId}/${own._id}/x/y/${userTimestamp}`;
    const heatmaps = await stage.owner.get(`/api/recording_data/heatmaps/${place}`);
    expect(heatmaps.body.images).toEqual([]);
  });
});

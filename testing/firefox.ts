// Starts the real Firefox for tests over WebDriver BiDi, with synthetic camera and microphone.
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findProgram } from './programs.ts';

/** Firefox's own switches for tests (modules/libpref/init/StaticPrefList.yaml, `media.navigator`). */
const fakeMedia = {
  'media.navigator.streams.fake': true,
  // No prompts: nothing outside of the browser can answer them.
  'media.navigator.permission.disabled': true,
};

export async function launchFirefox(): Promise<Browser> {
  const { DISPLAY: _display, ...env } = process.env;
  return await launch({
    browser: 'firefox',
    executablePath: findProgram('firefox'),
    extraPrefsFirefox: fakeMedia,
    defaultViewport: { width: 1280, height: 800 },
    env,
  });
}

/**
 * Replaces the shared screen with a moving drawing on this page, because a machine without a display has no
 * screen to share.
 */
export async function shareDrawing(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    // The embed's frame runs this too, and has no devices.
    if (!navigator.mediaDevices) return;
    navigator.mediaDevices.getDisplayMedia = () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1280, 720];
      const paper = canvas.getContext('2d');
      const draw = (nowMs: number) => {
        if (!paper) return;
        paper.fillStyle = `hsl(${(nowMs / 20) % 360} 80% 50%)`;
        paper.fillRect(0, 0, canvas.width, canvas.height);
        requestAnimationFrame(draw);
      };
      draw(0);
      return Promise.resolve(canvas.captureStream(60));
    };
  });
}

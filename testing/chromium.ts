// Starts the real browser for tests, with fake devices of the requested kind.
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './programs.ts';

/**
 * The browser's answer to a page that requests devices:
 * - `monitor`: a synthetic screen, camera and microphone, no prompts
 * - `tab`: the page's own tab as the screen, synthetic camera and microphone, no prompts
 * - `titled-tab`: the real tab with the given title as the screen; the test grants camera and microphone
 * - `denied`: the person refuses everything
 * - `no-device`: there is no camera and no microphone
 */
export type Media = 'monitor' | 'tab' | 'titled-tab' | 'denied' | 'no-device';

export interface ChromiumOptions {
  media?: Media;
  /** Title of the tab to share, for `titled-tab`. */
  tabTitle?: string;
  /** Absolute path of a WAV file that the microphone plays once. */
  audioFile?: string;
  /** Absolute path of a Y4M film that the camera sees, again and again. */
  cameraFile?: string;
}

/**
 * Media for which the browser asks or chooses in windows of its own. The others work in Chromium's headless shell,
 * which needs half the processor's time (docs/decisions/0085-shape-of-the-test-run.md).
 */
const NEEDS_WINDOWS: readonly Media[] = ['titled-tab', 'denied'];

const always = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const noPrompts = '--use-fake-ui-for-media-stream';
const fakeDevice = '--use-fake-device-for-media-stream';

export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const { DISPLAY: _display, ...env } = process.env;
  const { media = 'monitor' } = options;
  return await chromium.launch({
    executablePath: findProgram(NEEDS_WINDOWS.includes(media) ? 'chromium' : 'headless-shell'),
    args: [...always, ...mediaFlags(options)],
    env,
  });
}

function mediaFlags({
  media = 'monitor',
  tabTitle,
  audioFile,
  cameraFile,
}: ChromiumOptions): string[] {
  const voice = audioFile ? [`--use-file-for-fake-audio-capture=${audioFile}%noloop`] : [];
  const camera = cameraFile ? [`--use-file-for-fake-video-capture=${cameraFile}`] : [];
  return [...deviceFlags(media, tabTitle), ...voice, ...camera];
}

function deviceFlags(media: Media, tabTitle: string | undefined): string[] {
  switch (media) {
    case 'monitor':
      // The synthetic screen has 20 pictures a second by default.
      return [`${fakeDevice}=display-media-type=monitor,fps=60`, noPrompts];
    case 'tab':
      return [`${fakeDevice}=display-media-type=browser,fps=60`, noPrompts];
    case 'titled-tab':
      if (!tabTitle) throw new Error("media 'titled-tab' needs a tabTitle");
      return [fakeDevice, `--auto-select-tab-capture-source-by-title=${tabTitle}`];
    case 'denied':
      // Devices are required here, because otherwise their absence is reported before the denial.
      return [fakeDevice, `${noPrompts}=deny`];
    case 'no-device':
      return [noPrompts];
  }
}

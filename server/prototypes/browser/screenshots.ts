// Takes screen images if no REST token is configured: with one browser, one screen at a time, started when needed and
// ended when idle. A browser that fails is killed, and the next screen gets a new one.
import { AppError } from '#contract/errors.ts';
import { CAPTURED_ORIGIN } from '#contract/screens.ts';
import type { ImageReader } from '#server/media/images.ts';
import { FairQueue } from '#server/platform/machine/fair-queue.ts';
import type { FetchedScreen } from '#server/prototypes/fetch-screens.ts';
import type { KnownPrototype } from '#server/prototypes/prototype-hosts.ts';
import { BrowserFailure } from './browser-pipe.ts';
import { type BrowserSetup, type RunningBrowser, startBrowser } from './browser-process.ts';
import { NoSandbox } from './sandbox.ts';
import { takeScreenshot } from './take-screenshot.ts';

export interface Screenshots {
  /**
   * Takes a screen's picture. Its offset in the screen is assumed to be CAPTURED_ORIGIN, and it has no boxes.
   * @param workspace workspace of the call, because workspaces take turns
   * @throws AppError screen_not_rendered, prototype_unavailable
   */
  capture(prototype: KnownPrototype, nodeId: string, workspace: string): Promise<FetchedScreen>;
  /** Starts the browser once to test its sandbox, and logs if it has none. */
  check(): Promise<void>;
  /** Returns false after the browser was found without its sandbox. There are then no pictures until the next start. */
  isUsable(): boolean;
  /** Ends the browser and rejects the waiting calls. */
  close(): Promise<void>;
}

export interface ScreenshotSetup extends BrowserSetup {
  publicUrl: string;
  images: ImageReader;
  /** Called once if the browser has no sandbox, with the reason. */
  onNoSandbox: (reason: string) => void;
  limits?: Partial<ScreenshotLimits>;
}

export interface ScreenshotLimits {
  /** Time limit of one picture, including the start of the browser. A page that hangs is then closed. */
  captureMs: number;
  /** Time limit for the prototype's load message. Large files take more than ten seconds. */
  loadMs: number;
  /** Time without a request after which the browser ends, because it takes 200 MB. */
  idleMs: number;
  /** Most waiting screens of one workspace. A participant's page stops waiting after 20 s. */
  waiting: number;
}

const usualLimits: ScreenshotLimits = {
  captureMs: 40_000,
  loadMs: 20_000,
  idleMs: 60_000,
  waiting: 10,
};

/** Time in which a full queue gets shorter. */
const RETRY_AFTER_SECONDS = 10;

/** Creates the service without a browser; the first capture starts it. */
export function createScreenshots(setup: ScreenshotSetup): Screenshots {
  const limits = { ...usualLimits, ...setup.limits };
  const sharedBrowser = shareBrowser(setup, limits.idleMs);
  const queue = new FairQueue({ waitingPerGroup: limits.waiting }, () =>
    unavailable('Too many screens of this workspace are waiting.', true),
  );
  let missing: NoSandbox | null = null;

  const use = async <T>(task: (browser: RunningBrowser) => Promise<T>): Promise<T> => {
    if (missing) throw missing;
    try {
      return await sharedBrowser.use(limits.captureMs, task);
    } catch (error) {
      if (error instanceof NoSandbox && !missing) {
        missing = error;
        setup.onNoSandbox(error.message);
      }
      throw error;
    }
  };
  const take = async (prototype: KnownPrototype, nodeId: string): Promise<Uint8Array> => {
    const { publicUrl } = setup;
    const shot = { prototype, nodeId, publicUrl, loadLimitMs: limits.loadMs };
    return await use(({ pipe }) => takeScreenshot(pipe, shot));
  };
  /** Takes a picture again after a failure, because the screen before may have crashed the browser. */
  const takeTwice = (prototype: KnownPrototype, nodeId: string) =>
    take(prototype, nodeId).catch((error: unknown) => {
      if (error instanceof BrowserFailure) return take(prototype, nodeId);
      throw error;
    });

  return {
    async capture(prototype, nodeId, workspace) {
      try {
        const png = await queue.run(workspace, () => takeTwice(prototype, nodeId));
        return await readPicture(setup.images, png, { nodeId, workspace });
      } catch (error) {
        if (error instanceof NoSandbox) throw unavailable('it has no sandbox on this server.');
        throw error instanceof BrowserFailure ? unavailable(error.message) : error;
      }
    },
    check: () =>
      queue
        .run('check', () => use(async () => undefined))
        .catch((error: unknown) => {
          // A browser that failed for another reason is started again with the first screen.
          if (!(error instanceof BrowserFailure || error instanceof AppError)) throw error;
        }),
    isUsable: () => missing === null,
    close: () => sharedBrowser.close(),
  };
}

function unavailable(reason: string, isTemporary = false): AppError {
  const retry = isTemporary ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {};
  return new AppError('prototype_unavailable', {
    message: `The browser that takes screen images is not available: ${reason}`,
    ...retry,
  });
}

async function readPicture(
  images: ImageReader,
  png: Uint8Array,
  { nodeId, workspace }: { nodeId: string; workspace: string },
): Promise<FetchedScreen> {
  const size = await images.readPng(png, { group: workspace });
  if ('reason' in size) throw unavailable('it returned no picture.');
  const unknown = { name: null, boxes: {}, leadsTo: [] };
  return { nodeId, png, ...size, origin: CAPTURED_ORIGIN, ...unknown };
}

function tooLate(): AppError {
  return new AppError('screen_not_rendered', {
    message: 'The prototype did not show this screen in time.',
  });
}

interface SharedBrowser {
  /** Runs a task with the browser. If the task exceeds its limit, the browser is ended. */
  use<T>(limitMs: number, task: (browser: RunningBrowser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function shareBrowser(setup: BrowserSetup, idleMs: number): SharedBrowser {
  let browser: Promise<RunningBrowser> | null = null;
  /** Resolves when the previous browser has ended. The next one waits for it, because both have the same folder. */
  let ended: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const end = async () => {
    clearTimeout(idle);
    // A browser that never started needs no end.
    const killed = browser?.then((running) => running.kill()).catch(() => null);
    browser = null;
    ended = Promise.all([ended, killed]);
    await ended;
  };
  return {
    async use(limitMs, task) {
      if (isClosed) throw new BrowserFailure('The server is stopping.');
      clearTimeout(idle);
      browser ??= ended.then(() => startBrowser(setup));
      const limit = Promise.withResolvers<never>();
      let isFit = true;
      const timer = setTimeout(() => {
        isFit = false;
        limit.reject(tooLate());
      }, limitMs);
      try {
        return await Promise.race([browser.then(task), limit.promise]);
      } catch (error) {
        isFit &&= error instanceof AppError;
        throw error;
      } finally {
        clearTimeout(timer);
        if (isFit) idle = setTimeout(() => void end(), idleMs).unref();
        else await end();
      }
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

// A creator who waits for a recording: opens it as soon as the server says that it is whole.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { recordingPath } from '#contract/paths.ts';
import { type RecordingInfo, recordingInfo } from '#contract/recordings.ts';
import { TestClient } from '#testing/client.ts';
import type { CreatedTest } from './participants.ts';

const withRecordings = z.object({ recordings_info: z.array(recordingInfo) });

/** How often the list is asked for. */
const ASK_EVERY_MS = 50;
/** Twenty minutes of video pass a slow line in five. */
const WHOLE_LIMIT_MS = 420_000;

export class CreatorWindow {
  readonly #client: TestClient;
  readonly #context: BrowserContext;
  readonly #test: CreatedTest;

  private constructor(client: TestClient, context: BrowserContext, test: CreatedTest) {
    this.#client = client;
    this.#context = context;
    this.#test = test;
  }

  /** Signed in as `client` is, straight at the server; the app's code is in the browser's cache. */
  static async open(
    browser: Browser,
    origin: string,
    { client, test }: { client: TestClient; test: CreatedTest },
  ): Promise<CreatorWindow> {
    const direct = new TestClient(origin);
    for (const [name, value] of client.cookies) direct.cookies.set(name, value);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: origin }));
    await context.addCookies(cookies);
    return new CreatorWindow(direct, context, test);
  }

  async recordings(): Promise<RecordingInfo[]> {
    const { body } = await this.#client.get(`/api/tests/${this.#test._id}`, {
      accept: 'application/json',
    });
    return withRecordings.parse(body).recordings_info;
  }

  addressOf({ userTimestamp }: RecordingInfo): string {
    const { _id: testId, uniqueId, company, name } = this.#test;
    const path = recordingPath({
      uniqueId,
      testId,
      company,
      testName: name,
      userTimestamp,
    });
    return `${this.#client.origin}/api/tests/${path}`;
  }

  /** Loads the recording page's code once, as somebody has who looked at a recording before. */
  async warmUp(): Promise<void> {
    const [any] = await this.recordings();
    if (any) await this.#firstFrame(any);
  }

  /**
   * Waits until a participant's recording is whole, opens its page and waits for the first picture.
   * @returns when it was there, as Date.now() has it.
   */
  async whenWatchable(participantName: string): Promise<number> {
    const limit = Date.now() + WHOLE_LIMIT_MS;
    while (Date.now() < limit) {
      const all = await this.recordings();
      const wanted = all.find((each) => each.participantName === participantName);
      if (wanted?.state === 'ready') return await this.#firstFrame(wanted);
      await sleep(ASK_EVERY_MS);
    }
    throw new Error(`the recording of ${participantName} did not become whole`);
  }

  async #firstFrame(recording: RecordingInfo): Promise<number> {
    const page = await this.#context.newPage();
    try {
      await page.goto(this.addressOf(recording), { waitUntil: 'commit' });
      const video = await page.waitForSelector('video', { state: 'attached' });
      return await video.evaluate(async (element) => {
        const player = element as HTMLVideoElement;
        const isThere = player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
        if (!isThere) await new Promise((done) => player.requestVideoFrameCallback(done));
        return Date.now();
      });
    } finally {
      await page.close();
    }
  }

  /** Video and heatmaps of a recording, by the file names of the upload call. */
  async filesOf(recording: RecordingInfo): Promise<{ video: Blob; heatmaps: Map<string, Blob> }> {
    const path = new URL(this.addressOf(recording)).pathname.replace('/api/tests/', '');
    const list = await (await this.#bytes(`/api/recording_data/heatmaps/${path}`)).text();
    const heatmaps = new Map<string, Blob>();
    for (const image of z.object({ images: z.array(z.string()) }).parse(JSON.parse(list)).images) {
      const screenId = decodeURIComponent(image.split('/').at(-1) ?? '').replace(':', '-');
      heatmaps.set(`${screenId}.png`, await this.#bytes(image));
    }
    return { video: await this.#bytes(`/api/recording_data/${path}`), heatmaps };
  }

  async #bytes(path: string): Promise<Blob> {
    const answer = await this.#client.fetch(path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return await answer.blob();
  }
}

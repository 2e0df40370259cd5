// A creator who waits for a recording: has the test's list in view and opens it as soon as it is no longer live.
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { recordingPath } from '#contract/paths.ts';
import { type RecordingInfo, recordingInfo } from '#contract/recording-info.ts';
import { TestClient } from '#testing/client.ts';
import type { CreatedTest } from './participants.ts';

const withRecordings = z.object({ recordings_info: z.array(recordingInfo) });

/** Twenty minutes of video pass a slow line in five. */
const WHOLE_LIMIT_MS = 420_000;

export class CreatorWindow {
  readonly #client: TestClient;
  readonly #page: Page;
  readonly #test: CreatedTest;

  private constructor(client: TestClient, page: Page, test: CreatedTest) {
    this.#client = client;
    this.#page = page;
    this.#test = test;
  }

  /** Signed in as `client` is, straight at the server. */
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
    return new CreatorWindow(direct, await context.newPage(), test);
  }

  async recordings(): Promise<RecordingInfo[]> {
    const { body } = await this.#client.get(`/api/tests/${this.#test._id}`, {
      accept: 'application/json',
    });
    return withRecordings.parse(body).recordings_info;
  }

  /** Looks at a recording, as a person does who has looked at one before, and goes to the list. */
  async warmUp(): Promise<void> {
    const [any] = await this.recordings();
    if (any) await this.#page.goto(`${this.#client.origin}/api/tests/${this.#pathOf(any)}`);
    await this.#page.waitForSelector('video', { state: 'attached' });
    await this.#page.goto(`${this.#client.origin}/api/tests/${this.#test._id}?tab=recordings`);
    await this.#page.getByRole('list', { name: 'Recordings' }).waitFor();
  }

  /**
   * Waits until the list shows a participant's recording as whole, opens it and waits for the first picture;
   * in the page, so that nothing of our own is measured.
   * @returns when it was there, as Date.now() has it.
   */
  async whenWatchable(participantName: string): Promise<number> {
    return await this.#page.evaluate(
      async ({ name, limitMs }) => {
        const appears = <T>(find: () => T | null | undefined) =>
          new Promise<T>((resolve, reject) => {
            setTimeout(() => reject(new Error(`nothing to watch of ${name}`)), limitMs);
            const look = () => {
              const found = find();
              if (found) resolve(found);
            };
            new MutationObserver(look).observe(document, {
              subtree: true,
              childList: true,
              characterData: true,
            });
            look();
          });
        const link = await appears(() => {
          const links = [...document.querySelectorAll('li a')];
          const own = links.find(({ textContent }) => textContent === name);
          return own?.closest('li')?.textContent.match(/Live|Silent/) ? null : own;
        });
        (link as HTMLElement).click();
        const video = await appears(() => document.querySelector('video'));
        const isThere = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
        if (!isThere) await new Promise((done) => video.requestVideoFrameCallback(done));
        return Date.now();
      },
      { name: participantName, limitMs: WHOLE_LIMIT_MS },
    );
  }

  /** Video and heatmaps of a recording, by the file names of the upload call. */
  async filesOf(recording: RecordingInfo): Promise<{ video: Blob; heatmaps: Map<string, Blob> }> {
    const path = this.#pathOf(recording);
    const list = await (await this.#bytes(`/api/recording_data/heatmaps/${path}`)).text();
    const heatmaps = new Map<string, Blob>();
    for (const image of z.object({ images: z.array(z.string()) }).parse(JSON.parse(list)).images) {
      const screenId = decodeURIComponent(image.split('/').at(-1) ?? '').replace(':', '-');
      heatmaps.set(`${screenId}.png`, await this.#bytes(image));
    }
    return { video: await this.#bytes(`/api/recording_data/${path}`), heatmaps };
  }

  #pathOf({ userTimestamp }: RecordingInfo): string {
    const { _id: testId, uniqueId, company, name } = this.#test;
    return recordingPath({ uniqueId, testId, company, testName: name, userTimestamp });
  }

  async #bytes(path: string): Promise<Blob> {
    const answer = await this.#client.fetch(path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return await answer.blob();
  }
}

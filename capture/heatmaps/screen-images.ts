// Images and geometry of the prototype's screens, fetched once each while the recording runs.
import { addressOf } from '#contract/endpoint.ts';
import { screens } from '#contract/screens.api.ts';
import type { ScreenImage } from '#contract/screens.ts';
import type { SpooledSession } from '../spool/spool.ts';
import { send } from '../upload/call.ts';

/** A screen as painted on. */
export interface LoadedScreen {
  screen: ScreenImage;
  image: Blob;
}

/** The design tool renders a screen within seconds; stopping waits no longer for an image. */
const TIMEOUT_MS = 20_000;

/** Fields of a session that identify the screens of its test. */
export type ScreenOwner = Pick<
  SpooledSession,
  'uniqueId' | 'token' | 'figmaUrl' | 'company' | 'testName'
>;

/** Fetches each screen once; a failed one is logged and null (specification, section 8). */
export class ScreenImages {
  #owner: ScreenOwner;
  readonly #signal: AbortSignal;
  readonly #reported: () => Promise<void>;
  readonly #loading = new Map<string, Promise<LoadedScreen | null>>();

  /**
   * @param reported resolves once the server has the prototype's messages, because it serves only
   * images of screens in them
   */
  constructor(owner: ScreenOwner, signal: AbortSignal, reported: () => Promise<void>) {
    this.#owner = owner;
    this.#reported = reported;
    this.#signal = signal;
  }

  /** Screens that are loaded from now on are those of this prototype. */
  show(figmaUrl: string): void {
    this.#owner = { ...this.#owner, figmaUrl };
  }

  load(screenId: string): Promise<LoadedScreen | null> {
    const known = this.#loading.get(screenId);
    if (known !== undefined) return known;
    const loading = this.#fetch(this.#owner, screenId).catch((error: unknown) => {
      console.warn(`Screen ${screenId} has no image; it gets no heatmap.`, error);
      return null;
    });
    this.#loading.set(screenId, loading);
    return loading;
  }

  /** @param owner of the moment in which the screen was named; another prototype may be shown meanwhile */
  async #fetch(owner: ScreenOwner, screenId: string): Promise<LoadedScreen> {
    await this.#reported();
    const options = { method: 'GET', timeoutMs: TIMEOUT_MS, signal: this.#signal } as const;
    const { token } = owner;
    const answer = await send(screenshotAddress(owner, screenId), { ...options, token });
    const { screenshotUrl, screen } = screens.takeScreenshot.answer.parse(await answer.json());
    const image = await send(screenshotUrl, { ...options, token: null });
    return { screen, image: await image.blob() };
  }
}

/** `GET /api/take-screenshot` with the queries of section 7 and the share id. */
export function screenshotAddress(owner: ScreenOwner, screenId: string): string {
  const { figmaUrl, company, testName, uniqueId } = owner;
  const query = { figmaUrl, screenId, originalFigmaUrl: figmaUrl, company, testName, uniqueId };
  return addressOf(screens.takeScreenshot, { query });
}

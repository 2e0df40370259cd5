// Stills of one recording: the shared screen every two seconds, in sheets, and a poster; all best effort.
import {
  POSTER_SIDE_MAX_PX,
  SHEETS_MAX,
  STILL_EVERY_MS,
  STILL_SIDE_MIN_PX,
} from '#contract/stills.ts';
import type { SpooledSession } from '../spool/spool.ts';
import type { UploadState } from '../upload/session-upload.ts';
import { fitSide } from './fit.ts';
import { drawFrame, encode, newCanvas, sizeOf } from './picture.ts';
import { SheetMaker } from './sheet-maker.ts';
import { StillUpload } from './still-upload.ts';

export interface StillsOptions {
  session: Pick<SpooledSession, 'sessionId' | 'token'>;
  /** Milliseconds since the recording's start. */
  elapsedMs: () => number;
}

/** A busy page is waited for this long; then a still is due. */
const IDLE_WAIT_MS = 500;

export class Stills {
  readonly #options: StillsOptions;
  readonly #upload: StillUpload;
  #video: HTMLVideoElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sheet = new SheetMaker();
  #sheets = 0;
  #posterBytes = 0;

  constructor(options: StillsOptions) {
    this.#options = options;
    this.#upload = new StillUpload(options.session);
  }

  /** Takes stills from now on; a browser that can't goes without. */
  start(screen: MediaStream | null): void {
    const [track] = screen?.getVideoTracks() ?? [];
    if (!track || typeof OffscreenCanvas === 'undefined') return;
    // Never on the page: it costs no painting, and its frame is drawn when one is wanted.
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = new MediaStream([track]);
    this.#video = video;
    video.play().then(
      () => this.#take(),
      (error) => this.#giveUp(error),
    );
  }

  /** The recording has ended: the unfinished sheet is the last. Safe to call twice. */
  stop(): void {
    if (this.#video === null) return;
    this.#end();
    this.#sendSheet().catch((error) => this.#giveUp(error));
  }

  /** See StillUpload. */
  videoMoved(video: UploadState): void {
    this.#upload.videoMoved(video);
  }

  /** Takes one when the page has nothing better to do, and plans the next. */
  #take(): void {
    const take = () => {
      try {
        this.#takeNow();
      } catch (error) {
        this.#giveUp(error);
      }
    };
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') take();
    else requestIdleCallback(take, { timeout: IDLE_WAIT_MS });
  }

  #takeNow(): void {
    const video = this.#video;
    if (video === null) return;
    const timeMs = Math.round(this.#options.elapsedMs());
    this.#timer = setTimeout(() => this.#take(), STILL_EVERY_MS - (timeMs % STILL_EVERY_MS));
    if (video.videoWidth === 0) return;
    this.#sheet.add(video, timeMs);
    // The first picture may be of a page that still loads; the second is two seconds later.
    const isPoster =
      this.#sheets === 0 &&
      (this.#posterBytes === 0 ? timeMs >= STILL_EVERY_MS : this.#sheet.isFull);
    if (isPoster) this.#makePoster(video, timeMs).catch((error) => this.#giveUp(error));
    if (this.#sheet.isFull) this.#sendSheet().catch((error) => this.#giveUp(error));
    if (this.#sheets >= SHEETS_MAX) this.#end();
  }

  async #sendSheet(): Promise<void> {
    const [sheet, number] = [this.#sheet, this.#sheets];
    this.#sheet = new SheetMaker();
    this.#sheets += 1;
    const made = await sheet.make();
    if (made === null) return;
    this.#upload.add({ path: `stills/${number}?timesMs=${made.timesMs}`, image: made.image });
  }

  /**
   * The first poster comes soon, so that even a short recording has one; the second, of the end of the
   * first sheet, tells sessions apart that all begin alike. An emptier one, as of a page that loads, is
   * not sent: a blank picture takes a tenth of the bytes.
   */
  async #makePoster(video: HTMLVideoElement, timeMs: number): Promise<void> {
    const size = fitSide(sizeOf(video), POSTER_SIDE_MAX_PX);
    if (Math.min(size.width, size.height) < STILL_SIDE_MIN_PX) return;
    const canvas = newCanvas(size);
    drawFrame(canvas, video, { x: 0, y: 0, ...size });
    const image = await encode(canvas);
    if (image.size < this.#posterBytes / 2) return;
    this.#posterBytes = image.size;
    this.#upload.add({ path: `poster?timeMs=${timeMs}`, image });
  }

  #end(): void {
    clearTimeout(this.#timer);
    if (this.#video !== null) this.#video.srcObject = null;
    this.#video = null;
  }

  #giveUp(error: unknown): void {
    this.#end();
    console.warn('The recording goes on without stills.', error);
  }
}

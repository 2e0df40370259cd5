// Stills of one recording: the shared display every two seconds, in sheets, and a poster; all best effort.
import { addressOf } from '#contract/endpoint.ts';
import { stills } from '#contract/stills.api.ts';
import {
  POSTER_SIDE_MAX_PX,
  SHEET_COLUMNS,
  SHEET_ROWS,
  SHEETS_MAX,
  STILL_EVERY_MS,
  STILL_SIDE_MAX_PX,
  STILL_SIDE_MIN_PX,
  STILLS_PER_SHEET,
} from '#contract/stills.ts';
import type { SessionAccess } from '../upload/call.ts';
import type { UploadState } from '../upload/session-upload.ts';
import { type Area, fitSide, type Size, type StillDone, type StillJob } from './still-jobs.ts';
import { StillUpload } from './still-upload.ts';

export interface StillsOptions {
  session: SessionAccess;
  /** Milliseconds since the recording's start. */
  elapsedMs: () => number;
}

/** Time from a sheet's first still to its last. */
const FULL_AFTER_MS = (STILLS_PER_SHEET - 1) * STILL_EVERY_MS;

/** Returns a number that no sheet of an earlier visit has: a sheet is sent once it is full. */
export function firstSheetAfter(recordedMs: number): number {
  // The last still may be later than the last piece that the spool has.
  const sheets = Math.floor((recordedMs + STILL_EVERY_MS) / FULL_AFTER_MS);
  return sheets === 0 ? 0 : sheets + 1;
}

/** Inputs of the stills, from the recording's start to its end. */
interface Source {
  video: HTMLVideoElement;
  painter: StillPainter;
  /** The sheet in the making. */
  sheet: SheetMaker;
}

export class Stills {
  readonly #options: StillsOptions;
  readonly #upload: StillUpload;
  #source: Source | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sheets = 0;
  #posterBytes = 0;

  constructor(options: StillsOptions) {
    this.#options = options;
    this.#upload = new StillUpload(options.session.token);
    this.#sheets = firstSheetAfter(options.elapsedMs());
  }

  /** Takes stills from now on; a browser that can't goes without. */
  start(display: MediaStream | null): void {
    const [track] = display?.getVideoTracks() ?? [];
    if (!track || !canPaint()) return;
    try {
      const painter = new StillPainter((error) => this.#giveUp(error));
      const source = { video: videoOf(track), painter, sheet: new SheetMaker(painter) };
      this.#source = source;
      source.video.play().then(
        () => this.#take(),
        (error) => this.#giveUp(error),
      );
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** The recording has ended: the unfinished sheet is the last. Safe to call twice. */
  stop(): void {
    const source = this.#source;
    if (source === null) return;
    this.#end();
    this.#sendSheet(source)
      .catch((error) => this.#giveUp(error))
      .finally(() => source.painter.close());
  }

  /** See StillUpload. */
  videoMoved(video: UploadState): void {
    this.#upload.videoMoved(video);
  }

  /** Takes one and plans the next. */
  #take(): void {
    if (this.#source === null) return;
    try {
      const timeMs = Math.round(this.#options.elapsedMs());
      this.#timer = setTimeout(() => this.#take(), STILL_EVERY_MS - (timeMs % STILL_EVERY_MS));
      if (this.#source.video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      this.#takeAt(this.#source, timeMs);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #takeAt(source: Source, timeMs: number): void {
    const { sheet } = source;
    sheet.add(source.video, timeMs);
    // The poster is not the first picture, because the page may still be loading then.
    const isFirstPoster = this.#posterBytes === 0 && timeMs >= STILL_EVERY_MS;
    if (this.#sheets === 0 && (isFirstPoster || sheet.isFull)) {
      this.#sendPoster(source, timeMs).catch((error) => this.#giveUp(error));
    }
    if (!sheet.isFull) return;
    this.#sendSheet(source).catch((error) => this.#giveUp(error));
    if (this.#sheets >= SHEETS_MAX) clearTimeout(this.#timer);
  }

  async #sendSheet(source: Source): Promise<void> {
    const [sheet, number] = [source.sheet, this.#sheets];
    source.sheet = new SheetMaker(source.painter);
    this.#sheets += 1;
    const newSheet = await sheet.make();
    if (newSheet === null) return;
    const params = { sessionId: this.#options.session.sessionId, sheet: String(number) };
    const query = { timesMs: String(newSheet.timesMs) };
    this.#upload.add({
      address: addressOf(stills.storeSheet, { params, query }),
      image: newSheet.image,
    });
  }

  /**
   * The first poster comes soon, for short recordings; the second, at the end of the first sheet, differs between
   * sessions that begin alike. One of less than half the bytes is not sent: a blank page takes a tenth.
   */
  async #sendPoster({ video, painter }: Source, timeMs: number): Promise<void> {
    const screen = { width: video.videoWidth, height: video.videoHeight };
    const size = fitSide(screen, POSTER_SIDE_MAX_PX);
    if (Math.min(size.width, size.height) < STILL_SIDE_MIN_PX) return;
    const canvas = painter.newCanvas(size);
    canvas.draw(video, { x: 0, y: 0, ...size });
    const image = await canvas.encode();
    if (image.size < this.#posterBytes / 2) return;
    this.#posterBytes = image.size;
    const call = { params: this.#options.session, query: { timeMs } };
    this.#upload.add({ address: addressOf(stills.storePoster, call), image });
  }

  #end(): void {
    clearTimeout(this.#timer);
    if (this.#source !== null) this.#source.video.srcObject = null;
    this.#source = null;
  }

  #giveUp(error: unknown): void {
    this.#source?.painter.close();
    this.#end();
    console.warn('The recording goes on without stills.', error);
  }
}

/** Never on the page: it costs no painting, and a frame is taken from it when one is wanted. */
function videoOf(track: MediaStreamTrack): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  return video;
}

// Collects stills into a sheet, row by row.

interface NewSheet {
  image: Blob;
  /** When each still was taken, in milliseconds since the recording's start. */
  timesMs: number[];
}

/** One sheet. Its cells have the shape of the first still; later ones of another shape fit in whole. */
class SheetMaker {
  readonly #painter: StillPainter;
  #canvas: PaintedCanvas | null = null;
  #cell: Size = { width: 0, height: 0 };
  readonly #timesMs: number[] = [];

  constructor(painter: StillPainter) {
    this.#painter = painter;
  }

  get isFull(): boolean {
    return this.#timesMs.length >= STILLS_PER_SHEET;
  }

  /** Adds the video's present frame. */
  add(video: HTMLVideoElement, timeMs: number): void {
    const canvas =
      this.#canvas ?? this.#begin({ width: video.videoWidth, height: video.videoHeight });
    const at = this.#timesMs.length;
    const x = (at % SHEET_COLUMNS) * this.#cell.width;
    const y = Math.floor(at / SHEET_COLUMNS) * this.#cell.height;
    canvas.draw(video, { x, y, ...this.#cell });
    this.#timesMs.push(timeMs);
  }

  /** Returns the sheet so far, or null without a still. */
  async make(): Promise<NewSheet | null> {
    if (this.#canvas === null) return null;
    return { image: await this.#canvas.encode(), timesMs: this.#timesMs };
  }

  #begin(video: Size): PaintedCanvas {
    const { width, height } = fitSide(video, STILL_SIDE_MAX_PX);
    // A shared window may be a strip narrower than the server accepts.
    this.#cell = {
      width: Math.max(width, STILL_SIDE_MIN_PX),
      height: Math.max(height, STILL_SIDE_MIN_PX),
    };
    this.#canvas = this.#painter.newCanvas({
      width: this.#cell.width * SHEET_COLUMNS,
      height: this.#cell.height * SHEET_ROWS,
    });
    return this.#canvas;
  }
}

// The page's side of the worker that paints stills.

/**
 * Returns whether this browser can transfer frames to a worker: Chromium 94, Firefox 130, Safari
 * 16.4 and later.
 */
function canPaint(): boolean {
  return typeof VideoFrame !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}

/** One canvas in the worker; encoded once. */
interface PaintedCanvas {
  /** Draws the video's present frame. */
  draw: (video: HTMLVideoElement, area: Area) => void;
  /** WebP, or JPEG where the browser can't write WebP. */
  encode: () => Promise<Blob>;
}

class StillPainter {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (image: Blob) => void>();
  #canvases = 0;
  #isClosing = false;

  /** @param onFailure the worker is of no more use. */
  constructor(onFailure: (error: unknown) => void) {
    this.#worker = new Worker(new URL('./still-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<StillDone>) => {
      this.#waiting.get(data.id)?.(data.image);
      this.#waiting.delete(data.id);
      if (this.#isClosing) this.close();
    });
    this.#worker.addEventListener('error', (event) => {
      this.#worker.terminate();
      onFailure(event);
    });
  }

  newCanvas(size: Size): PaintedCanvas {
    this.#canvases += 1;
    const id = this.#canvases;
    return {
      draw: (video, area) => {
        // Only names the frame: its pixels are not touched on this thread.
        const frame = new VideoFrame(video);
        this.#ask({ kind: 'draw', id, canvas: size, area, frame }, [frame]);
      },
      encode: () => {
        this.#ask({ kind: 'encode', id });
        return new Promise((resolve) => this.#waiting.set(id, resolve));
      },
    };
  }

  /** Ends the worker after its last answer. */
  close(): void {
    this.#isClosing = true;
    if (this.#waiting.size === 0) this.#worker.terminate();
  }

  #ask(job: StillJob, transferred: Transferable[] = []): void {
    this.#worker.postMessage(job, transferred);
  }
}

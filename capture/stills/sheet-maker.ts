// Collects stills into a sheet, row by row.
import {
  SHEET_COLUMNS,
  SHEET_ROWS,
  STILL_SIDE_MAX_PX,
  STILL_SIDE_MIN_PX,
  STILLS_PER_SHEET,
} from '#contract/stills.ts';
import { fitSide, type Size } from './still-jobs.ts';
import type { PaintedCanvas, StillPainter } from './still-painter.ts';

export interface MadeSheet {
  image: Blob;
  /** When each still was taken, in milliseconds since the recording's start. */
  timesMs: number[];
}

/** One sheet. Its cells have the shape of the first still; later ones of another shape fit in whole. */
export class SheetMaker {
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

  /** What there is; null without a still. */
  async make(): Promise<MadeSheet | null> {
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

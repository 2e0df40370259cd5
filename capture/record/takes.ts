// The takes of one recording, in order: a new one when another bitrate is wanted, joined to one WebM.
import type { Quality } from './quality.ts';
import { Take } from './take.ts';
import { WebmJoin } from './webm-join.ts';

/** A stretch of the recording's file. */
export interface RecordedPiece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds recorded when it was made. */
  recordedMs: number;
}

export interface TakesOptions {
  tracks: MediaStreamTrack[];
  quality: Quality;
  onPiece: (piece: RecordedPiece) => void;
  /** The last take ended without a call of `stop`. */
  onEnd: () => void;
  /** The recorder failed, or what it makes can't follow what it made. */
  onError: (error: unknown) => void;
}

/** Starts to record at once. @throws when the browser refuses. */
export class Takes {
  readonly #options: TakesOptions;
  readonly #join = new WebmJoin();
  readonly #startedAtMs: number;
  #take: Take;
  /** Resolves when everything of the takes so far was handed over. */
  #handedOver: () => Promise<void>;
  #bitsPerSecond: number;

  constructor(options: TakesOptions) {
    this.#options = options;
    this.#bitsPerSecond = options.quality.videoBitsPerSecond;
    const { take, handedOver } = this.#begin(options.quality, Promise.resolve());
    this.#take = take;
    this.#handedOver = handedOver;
    // The first frame is taken now. Chromium fires 'start' with the first piece, which would be a second late.
    this.#startedAtMs = performance.now();
  }

  /** Milliseconds since the first frame. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAtMs;
  }

  get mimeType(): string {
    return this.#take.mimeType;
  }

  /** Video frames handed over so far. */
  get videoFrames(): number {
    return this.#join.videoFrames;
  }

  /** Goes on with another bitrate, in the same file, where the container allows it. */
  change(quality: Quality): void {
    const { tracks } = this.#options;
    // The next take would lack an ended track, and takes with other tracks can't follow in one file.
    const isWhole = tracks.every(({ readyState }) => readyState === 'live');
    const isOther = quality.videoBitsPerSecond !== this.#bitsPerSecond;
    if (!isOther || !isWhole || !this.#join.canContinue) return;
    const before = this.#take;
    const startMs = this.elapsedMs;
    const ended = this.#handedOver;
    const turn = Promise.withResolvers<void>();
    // Begins before the other one stops, which goes on when this fails.
    const next = this.#begin(quality, turn.promise);
    before.stop().catch(this.#options.onError);
    ended()
      .then(() => this.#join.nextTake(startMs))
      .then(turn.resolve, turn.reject);
    this.#take = next.take;
    this.#handedOver = next.handedOver;
    this.#bitsPerSecond = quality.videoBitsPerSecond;
  }

  /** Resolves when the last piece was handed over. */
  async stop(): Promise<void> {
    await this.#take.stop();
    await this.#handedOver();
  }

  /** @param turn what its pieces wait for: the take before. */
  #begin(quality: Quality, turn: Promise<void>): { take: Take; handedOver: () => Promise<void> } {
    const { tracks, onPiece, onEnd, onError } = this.#options;
    let tail = turn;
    const take: Take = new Take(tracks, quality, {
      onPiece: (blob) => {
        const recordedMs = this.elapsedMs;
        tail = tail.then(async () => {
          const bytes = this.#join.add(new Uint8Array(await blob.arrayBuffer()));
          if (bytes.length > 0) onPiece({ bytes, recordedMs });
        });
        tail.catch(onError);
      },
      onEnd: () => {
        if (take === this.#take) onEnd();
      },
      onError,
    });
    return { take, handedOver: () => take.stopped.then(() => tail).catch(() => undefined) };
  }
}

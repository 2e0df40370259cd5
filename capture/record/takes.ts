// The takes of one recording, in order: a new one when another bitrate is wanted, joined to one WebM.
import { AUDIO_BITS_PER_SECOND } from '#contract/limits.ts';
import type { Quality } from './quality.ts';
import { type FileTrack, type RecordedBefore, WebmJoin } from './webm-join.ts';

/** A stretch of the recording's file. */
export interface RecordedPiece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds recorded when it was made. */
  recordedMs: number;
  /** Tracks of the file, if another take can follow this piece. */
  tracks?: FileTrack[] | undefined;
}

export interface TakesOptions {
  tracks: MediaStreamTrack[];
  quality: Quality;
  /** The part that an earlier page recorded, or null if the takes begin the file. */
  before: RecordedBefore | null;
  onPiece: (piece: RecordedPiece) => void;
  /** The last take ended without a call of `stop`. */
  onEnd: () => void;
  /** The recorder failed, or what it makes can't follow what it made. */
  onError: (error: unknown) => void;
}

/** Starts to record at once. @throws when the browser refuses. */
export class Takes {
  readonly #options: TakesOptions;
  readonly #join: WebmJoin;
  readonly #startedAtMs: number;
  #take: Take;
  /** Resolves when everything of the takes so far was handed over. */
  #handedOver: () => Promise<void>;
  #bitsPerSecond: number;
  readonly #firstBytes = Promise.withResolvers<void>();

  constructor(options: TakesOptions) {
    this.#options = options;
    this.#join = new WebmJoin(options.before);
    this.#bitsPerSecond = options.quality.videoBitsPerSecond;
    if (options.before) this.#firstBytes.resolve();
    const { take, handedOver } = this.#begin(options.quality, Promise.resolve());
    this.#take = take;
    this.#handedOver = handedOver;
    // The first frame is taken now. Chromium fires 'start' with the first piece, which would be a second late.
    this.#startedAtMs = performance.now() - (options.before?.recordedMs ?? 0);
  }

  /** Milliseconds of the recording: since the first frame, after what an earlier page recorded. */
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
    // The next take begins before this one stops, so this one continues if the next fails.
    const next = this.#begin(quality, turn.promise);
    before.stop().catch(this.#options.onError);
    ended()
      .then(() => this.#join.nextTake(startMs))
      .then(turn.resolve, turn.reject);
    this.#take = next.take;
    this.#handedOver = next.handedOver;
    this.#bitsPerSecond = quality.videoBitsPerSecond;
  }

  /** Resolves when the file has bytes, or when the take has ended without any. */
  async begun(): Promise<void> {
    await Promise.race([this.#firstBytes.promise, this.#handedOver()]);
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
          const { tracks } = this.#join;
          if (bytes.length === 0) return;
          onPiece({ bytes, recordedMs, tracks });
          this.#firstBytes.resolve();
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

/** A lost tab costs at most the piece in the making. */
export const PIECE_MS = 1000;

/** MediaStream Recording, `videoKeyFrameIntervalDuration`: missing in TypeScript's DOM library. */
interface RecorderOptions extends MediaRecorderOptions {
  videoKeyFrameIntervalDuration: number;
}

interface TakeEvents {
  /** Bytes in the order recorded; the last ones come before `stopped` resolves. */
  onPiece: (piece: Blob) => void;
  /** Called when the take stops without a call: every track ended, or it failed. */
  onEnd: () => void;
  onError: (event: Event) => void;
}

/** One run of the browser's recorder on the shared tracks. */
class Take {
  readonly stopped: Promise<void>;
  readonly #media: MediaRecorder;

  /** Starts at once. @throws when the browser refuses. */
  constructor(tracks: MediaStreamTrack[], quality: Quality, events: TakeEvents) {
    const mimeType = recordingType((type) => MediaRecorder.isTypeSupported(type));
    const options: RecorderOptions = {
      ...(mimeType ? { mimeType } : {}),
      videoBitsPerSecond: quality.videoBitsPerSecond,
      audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
      videoKeyFrameIntervalDuration: quality.keyFrameIntervalMs,
    };
    const media = new MediaRecorder(new MediaStream(tracks), options);
    this.#media = media;
    media.addEventListener('dataavailable', ({ data }) => events.onPiece(data));
    media.addEventListener('error', events.onError);
    // 'stop' comes after the last piece (MediaStream Recording, 'stop' method, step 4), and when every track has ended.
    this.stopped = new Promise((resolve) => {
      media.addEventListener('stop', () => resolve(), { once: true });
    });
    media.addEventListener('stop', events.onEnd, { once: true });
    media.start(PIECE_MS);
  }

  get mimeType(): string {
    return this.#media.mimeType;
  }

  /** Resolves when the last piece was handed over; twice is once. */
  stop(): Promise<void> {
    if (this.#media.state !== 'inactive') this.#media.stop();
    return this.stopped;
  }
}

/**
 * Container and codecs, best first. VP9 halves the bytes of VP8 on screens. WebM with h264 is not
 * seekable, so MP4 (the only format of older Safari) precedes the browser's own choice.
 */
const preferred = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'];

/**
 * The best type the browser records; empty leaves it to the browser.
 * @param isSupported `MediaRecorder.isTypeSupported`.
 */
export function recordingType(isSupported: (type: string) => boolean): string {
  return preferred.find(isSupported) ?? '';
}

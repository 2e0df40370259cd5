// Selects the next quality from the speed of connection, spool and encoder.
import { LOWEST_LEVEL, levelFor, type Quality, qualityOf } from './quality.ts';

/** Taken about every second. Counts run from the start of the recording. */
export interface QualitySample {
  atMs: number;
  recordedBytes: number;
  /** Bytes on the server. */
  storedBytes: number;
  /** The last answer was a good one. */
  connected: boolean;
  /** Share of the spool's space that is used: 0 to 1. */
  spaceShare: number;
  /** Frames the capture gave; null where the browser does not count them. */
  offeredFrames: number | null;
  /** Frames the encoder made of them. */
  encodedFrames: number;
}

/** Length of the measured window: two pieces may be 1.9 s apart. */
const WINDOW_MS = 6000;
/** A second of recording that waits is ordinary; this much is not. */
const BEHIND_SECONDS = 3;
/** A connection that uploads less than this share of the recorded bytes falls behind. */
const KEEPS_UP = 0.9;
/** An encoder that makes fewer of the frames it gets than this is overloaded. */
const FRAMES_LOST = 0.75;
/** A still page gives hardly a frame: too few to judge by. */
const FRAMES_MIN = 30;
/** Shares of the spool's space from which on the quality drops one level, two and three. */
const SPACE_STEPS = [0.5, 0.7, 0.85] as const;

export class QualityControl {
  readonly #connection: Rung;
  readonly #computer = new Rung(0);
  #samples: QualitySample[] = [];

  /** @param connectionBitsPerSecond as measured before; null when it was not. */
  constructor(connectionBitsPerSecond: number | null) {
    this.#connection = new Rung(
      connectionBitsPerSecond === null ? 0 : levelFor(connectionBitsPerSecond),
    );
  }

  get quality(): Quality {
    return qualityOf({ connection: this.#connection.level, computer: this.#computer.level });
  }

  /** Takes a sample in; answers the quality from now on. */
  next(sample: QualitySample): Quality {
    this.#samples.push(sample);
    const from = this.#samples[0] ?? sample;
    this.#minimumFor(sample);
    if (sample.atMs - from.atMs < WINDOW_MS) return this.quality;
    const before = [this.#connection.level, this.#computer.level];
    this.#judgeConnection(from, sample);
    this.#judgeComputer(from, sample);
    const isChanged = this.#connection.level !== before[0] || this.#computer.level !== before[1];
    // Samples from before a change do not describe the new quality.
    this.#samples = isChanged ? [] : this.#samples.slice(1);
    return this.quality;
  }

  #minimumFor({ atMs, spaceShare }: QualitySample): void {
    const wanted = SPACE_STEPS.filter((share) => spaceShare >= share).length;
    if (wanted > this.#connection.level) this.#connection.down(atMs, wanted);
  }

  #judgeConnection(from: QualitySample, to: QualitySample): void {
    const seconds = (to.atMs - from.atMs) / 1000;
    const recorded = (to.recordedBytes - from.recordedBytes) / seconds;
    const stored = (to.storedBytes - from.storedBytes) / seconds;
    const waiting = to.recordedBytes - to.storedBytes;
    const isBehind = waiting > recorded * BEHIND_SECONDS;
    // Without a connection its speed is unknown. The spool fills, which #minimumFor handles.
    const isConnected = this.#samples.every(({ connected }) => connected);
    if (isConnected && isBehind && stored < recorded * KEEPS_UP) {
      this.#connection.down(to.atMs, levelFor(stored * 8));
    } else if (isConnected && !isBehind && to.spaceShare < SPACE_STEPS[0])
      this.#connection.calm(to.atMs);
    else this.#connection.restless();
  }

  #judgeComputer(from: QualitySample, to: QualitySample): void {
    if (from.offeredFrames === null || to.offeredFrames === null) return;
    const offered = to.offeredFrames - from.offeredFrames;
    const encoded = to.encodedFrames - from.encodedFrames;
    if (offered < FRAMES_MIN) this.#computer.calm(to.atMs);
    else if (encoded < offered * FRAMES_LOST) {
      this.#computer.down(to.atMs, Math.min(LOWEST_LEVEL, this.#effective() + 1));
    } else this.#computer.calm(to.atMs);
  }

  /** Frame rate and height are those of the worse level. */
  #effective(): number {
    return Math.max(this.#connection.level, this.#computer.level);
  }
}

/** Calm for this long before the next better level is tried. */
const CALM_MS = 20_000;
/** A better level that does not last this long was a mistake. */
const RELAPSE_MS = 30_000;
/** Mistakes double the calm time up to this: a connection may recover within a recording. */
const CALM_MAX_MS = 160_000;

/** One level of the quality ladder over time: down at once, up after a calm time, slower after each relapse. */
class Rung {
  #level: number;
  #calmMs = CALM_MS;
  #calmSinceMs: number | null = null;
  #raisedAtMs = Number.NEGATIVE_INFINITY;

  constructor(level: number) {
    this.#level = level;
  }

  get level(): number {
    return this.#level;
  }

  /** Worse by one level at least. @param to the level wanted. */
  down(atMs: number, to: number): void {
    const level = Math.min(LOWEST_LEVEL, Math.max(to, this.#level + 1));
    this.#calmSinceMs = null;
    if (level === this.#level) return;
    this.#level = level;
    if (atMs - this.#raisedAtMs < RELAPSE_MS) {
      this.#calmMs = Math.min(CALM_MAX_MS, this.#calmMs * 2);
    }
  }

  /** No reason to go down, and not calm: the calm time starts over. */
  restless(): void {
    this.#calmSinceMs = null;
  }

  /** All is well: better by one level after a calm time. */
  calm(atMs: number): void {
    this.#calmSinceMs ??= atMs;
    if (this.#level === 0 || atMs - this.#calmSinceMs < this.#calmMs) return;
    this.#level -= 1;
    this.#calmSinceMs = null;
    this.#raisedAtMs = atMs;
  }
}

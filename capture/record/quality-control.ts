// What the line, the room in the browser and the encoder do → which quality to record with next.
import { LOWEST_LEVEL, levelFor, type Quality, qualityOf } from './quality.ts';
import { Rung } from './rung.ts';

/** Taken about every second. Counts run from the start of the recording. */
export interface QualitySample {
  atMs: number;
  recordedBytes: number;
  /** On the server. */
  storedBytes: number;
  /** The last answer was a good one. */
  connected: boolean;
  /** How much of the browser's room for what is not on the server yet is taken: 0 to 1. */
  roomShare: number;
  /** Frames the capture gave; null where the browser does not count them. */
  offeredFrames: number | null;
  /** Frames the encoder made of them. */
  encodedFrames: number;
}

/** Judged over this long: two pieces may lie 1.9 s apart. */
const WINDOW_MS = 6000;
/** A second of recording that waits is ordinary; this much is not. */
const BEHIND_SECONDS = 3;
/** A line that carries less than this share of what is recorded falls behind. */
const KEEPS_UP = 0.9;
/** An encoder that makes fewer of the frames it gets than this is overloaded. */
const FRAMES_LOST = 0.75;
/** A still page gives hardly a frame: too few to judge by. */
const FRAMES_MIN = 30;
/** From this share of the room on: one level down, two, three. */
const ROOM_STEPS = [0.5, 0.7, 0.85] as const;

export class QualityControl {
  readonly #line: Rung;
  readonly #computer = new Rung(0);
  #samples: QualitySample[] = [];

  /** @param lineBitsPerSecond as measured before; null when it was not. */
  constructor(lineBitsPerSecond: number | null) {
    this.#line = new Rung(lineBitsPerSecond === null ? 0 : levelFor(lineBitsPerSecond));
  }

  get quality(): Quality {
    return qualityOf({ line: this.#line.level, computer: this.#computer.level });
  }

  /** Takes a sample in; answers the quality from now on. */
  next(sample: QualitySample): Quality {
    this.#samples.push(sample);
    const from = this.#samples[0] ?? sample;
    this.#minimumFor(sample);
    if (sample.atMs - from.atMs < WINDOW_MS) return this.quality;
    const before = [this.#line.level, this.#computer.level];
    this.#judgeLine(from, sample);
    this.#judgeComputer(from, sample);
    const isChanged = this.#line.level !== before[0] || this.#computer.level !== before[1];
    // What came before a change says nothing about what comes after it.
    this.#samples = isChanged ? [] : this.#samples.slice(1);
    return this.quality;
  }

  #minimumFor({ atMs, roomShare }: QualitySample): void {
    const wanted = ROOM_STEPS.filter((share) => roomShare >= share).length;
    if (wanted > this.#line.level) this.#line.down(atMs, wanted);
  }

  #judgeLine(from: QualitySample, to: QualitySample): void {
    const seconds = (to.atMs - from.atMs) / 1000;
    const recorded = (to.recordedBytes - from.recordedBytes) / seconds;
    const stored = (to.storedBytes - from.storedBytes) / seconds;
    const waiting = to.recordedBytes - to.storedBytes;
    const isBehind = waiting > recorded * BEHIND_SECONDS;
    // Without a connection the spool fills, which #minimumFor looks after; nothing is known of the line.
    const isConnected = this.#samples.every(({ connected }) => connected);
    if (isConnected && isBehind && stored < recorded * KEEPS_UP) {
      this.#line.down(to.atMs, levelFor(stored * 8));
    } else if (isConnected && !isBehind && to.roomShare < ROOM_STEPS[0]) this.#line.calm(to.atMs);
    else this.#line.restless();
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

  /** Frames and lines are those of the worse level already. */
  #effective(): number {
    return Math.max(this.#line.level, this.#computer.level);
  }
}

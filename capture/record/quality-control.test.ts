// Tests of the quality over time: connection, spool and encoder, good and bad.
import { describe, expect, it } from 'vitest';
import { levelFor } from './quality.ts';
import { QualityControl, type QualitySample } from './quality-control.ts';

/** One second after the other; rates in bits a second. */
class Recording {
  readonly control: QualityControl;
  #now: QualitySample = {
    atMs: 0,
    recordedBytes: 0,
    storedBytes: 0,
    connected: true,
    spaceShare: 0,
    offeredFrames: 0,
    encodedFrames: 0,
  };

  constructor(connectionBitsPerSecond: number | null = null) {
    this.control = new QualityControl(connectionBitsPerSecond);
  }

  /** Simulates seconds at the connection's full speed and returns the bitrate after each. */
  run(
    seconds: number,
    bitsPerSecond: number,
    part: Partial<QualitySample> & { encodes?: number } = {},
  ) {
    const { encodes = 1, ...rest } = part;
    const rates: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      const { videoBitsPerSecond, frameRate } = this.control.quality;
      const { atMs, recordedBytes, storedBytes, offeredFrames, encodedFrames } = this.#now;
      const recorded = recordedBytes + videoBitsPerSecond / 8;
      this.#now = {
        ...this.#now,
        atMs: atMs + 1000,
        recordedBytes: recorded,
        storedBytes: Math.min(recorded, storedBytes + bitsPerSecond / 8),
        offeredFrames: offeredFrames === null ? null : offeredFrames + frameRate,
        encodedFrames: encodedFrames + Math.round(frameRate * encodes),
        ...rest,
      };
      rates.push(this.control.next(this.#now).videoBitsPerSecond);
    }
    return rates;
  }

  get frameRate() {
    return this.control.quality.frameRate;
  }
}

const MBIT = 1_000_000;

describe('the connection', () => {
  it.each([
    [null, 2_500_000],
    [100 * MBIT, 2_500_000],
    [2 * MBIT, 1_200_000],
    [MBIT, 600_000],
    [100_000, 300_000],
  ])('measured at %s starts with %d', (measured, bits) => {
    expect(new Recording(measured).control.quality.videoBitsPerSecond).toBe(bits);
  });

  it('keeps the best quality while it carries it', () => {
    expect(new Set(new Recording().run(120, 3 * MBIT))).toEqual(new Set([2_500_000]));
  });

  it('goes down to what it carries when it falls behind, and no further', () => {
    const recording = new Recording();
    const rates = recording.run(24, MBIT);
    expect(rates.slice(0, 4)).toEqual([2_500_000, 2_500_000, 2_500_000, 2_500_000]);
    expect(rates.at(-1)).toBe(600_000);
    expect(new Set(rates)).toEqual(new Set([2_500_000, 600_000]));
  });

  it('comes back step by step, and tries ever less often what it did not carry', () => {
    const recording = new Recording();
    recording.run(30, MBIT);
    const rates = recording.run(600, 1.1 * MBIT);
    const raises = rates.filter((bits, at) => bits > (rates[at - 1] ?? bits)).length;
    expect(raises).toBeGreaterThan(1);
    expect(raises).toBeLessThan(8);
    expect(new Set(recording.run(400, 20 * MBIT).slice(-10))).toEqual(new Set([2_500_000]));
  });

  it('is not judged while there is none: what waits fits into the spool', () => {
    const recording = new Recording();
    expect(new Set(recording.run(60, 0, { connected: false }))).toEqual(new Set([2_500_000]));
    expect(new Set(recording.run(60, 5 * MBIT))).toEqual(new Set([2_500_000]));
  });
});

it.each([
  [0.4, 2_500_000],
  [0.5, 1_200_000],
  [0.7, 600_000],
  [0.9, 300_000],
])('spool used to %d leaves %d', (spaceShare, bits) => {
  const rates = new Recording().run(10, 0, { connected: false, spaceShare });
  expect(new Set(rates)).toEqual(new Set([bits]));
});

describe('the encoder', () => {
  it('gets fewer frames when it drops them, at the same bitrate', () => {
    const recording = new Recording();
    recording.run(8, 9 * MBIT, { encodes: 0.5 });
    expect(recording.frameRate).toBe(30);
    recording.run(8, 9 * MBIT, { encodes: 0.5 });
    expect(recording.frameRate).toBe(15);
    expect(recording.control.quality.videoBitsPerSecond).toBe(2_500_000);
  });

  it('gets more again after a calm time', () => {
    const recording = new Recording();
    recording.run(8, 9 * MBIT, { encodes: 0.5 });
    recording.run(40, 9 * MBIT);
    expect(recording.frameRate).toBe(60);
  });

  it('is not judged by the few frames of a still page', () => {
    const recording = new Recording();
    for (let offeredFrames = 0; offeredFrames < 60; offeredFrames += 1) {
      recording.run(1, 9 * MBIT, { offeredFrames, encodedFrames: 0 });
    }
    expect(recording.frameRate).toBe(60);
  });

  it('is not judged where frames are not counted', () => {
    const recording = new Recording();
    recording.run(60, 9 * MBIT, { offeredFrames: null, encodes: 0.1 });
    expect(recording.frameRate).toBe(60);
  });
});

it('never asks for a level that is not there', () => {
  expect(levelFor(0)).toBe(3);
  const recording = new Recording();
  recording.run(300, 1000, { encodes: 0.1, spaceShare: 1 });
  expect(recording.control.quality).toMatchObject({ videoBitsPerSecond: 300_000, frameRate: 10 });
});

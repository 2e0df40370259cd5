// Tests of loudness: from silence to a raised voice, in steps.
import { describe, expect, it } from 'vitest';
import { levelOf } from './level-meter.ts';

const tone = (amplitude: number) =>
  Float32Array.from({ length: 1024 }, (_, at) => amplitude * Math.sin(at / 4));

describe('levelOf', () => {
  it('is silent for silence and for nothing', () => {
    expect(levelOf(new Float32Array(1024))).toBe(0);
    expect(levelOf(new Float32Array(0))).toBe(0);
  });

  it('grows with loudness and ends at 1', () => {
    const levels = [0.001, 0.01, 0.1, 1].map((amplitude) => levelOf(tone(amplitude)));
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect(levels[2]).toBeGreaterThan(0.5);
    expect(levels[3]).toBe(1);
  });
});

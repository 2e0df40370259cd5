// Screens that clicks led to, against examples by hand.
import { describe, expect, it } from 'vitest';
import { ledTo } from './run-sums.ts';

describe('where clicks led to', () => {
  const click = (atMs: number, screenId: string, reacted: boolean | null = true) => ({
    atMs,
    screenId,
    reacted,
  });
  const step = (enteredAtMs: number, screenId: string) => ({ enteredAtMs, screenId });
  const steps = [step(0, 'a'), step(1100, 'b'), step(9000, 'c')];

  it('is the screen that comes after them', () => {
    expect(ledTo([click(1000, 'a'), click(8900, 'b')], steps)).toEqual(['b', 'c']);
  });
  it('is none for a click that hits nothing, and for the one before another click', () => {
    expect(ledTo([click(500, 'a'), click(1000, 'a', false)], steps)).toEqual([null, null]);
    expect(ledTo([click(800, 'a'), click(1000, 'a', null)], steps)).toEqual([null, 'b']);
  });
  it('is none when the screen comes long after', () => {
    expect(ledTo([click(5000, 'b')], steps)).toEqual([null]);
  });
  it('stands in the next click where the message of the change was lost', () => {
    expect(ledTo([click(8000, 'b'), click(9000, 'c')], steps)).toEqual(['c', null]);
  });
  it('is none after the last screen, and without any', () => {
    expect(ledTo([click(9500, 'c')], steps)).toEqual([null]);
    expect(ledTo([click(9500, 'c')], [])).toEqual([null]);
  });
});

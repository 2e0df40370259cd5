// Rejections of the design tool are valid for a while: for a screen, and for the whole tool if it requires a pause.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createScreenFetches, type ScreenFetches } from './screen-fetches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The cache treats the time 0 as no time.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

function readWait(refusals: ScreenFetches): number | undefined {
  try {
    refusals.check('b', 'tool');
  } catch (error) {
    return (error as AppError).detail.retryAfterSeconds;
  }
  return undefined;
}

it('a missing screen is asked for again after five minutes, others at once', () => {
  const refusals = createScreenFetches();
  refusals.recordRejection(new AppError('screen_not_rendered'), { screen: 'a', api: 'tool' });
  expect(() => refusals.check('a', 'tool')).toThrow(AppError);
  expect(() => refusals.check('b', 'tool')).not.toThrow();
  vi.advanceTimersByTime(5 * 60_000 + 1);
  expect(() => refusals.check('a', 'tool')).not.toThrow();
});

it('a tool that asks for patience is left alone for that long', () => {
  const refusals = createScreenFetches();
  const error = new AppError('prototype_unavailable', { retryAfterSeconds: 30 });
  refusals.recordRejection(error, { screen: 'a', api: 'tool' });
  expect(readWait(refusals)).toBe(30);
  expect(() => refusals.check('b', 'other')).not.toThrow();
  vi.advanceTimersByTime(20_000);
  expect(readWait(refusals)).toBe(10);
  vi.advanceTimersByTime(10_001);
  expect(() => refusals.check('b', 'tool')).not.toThrow();
});

it('a tool that asks for days is asked again after an hour', () => {
  const refusals = createScreenFetches();
  const error = new AppError('prototype_unavailable', { retryAfterSeconds: 396_749 });
  refusals.recordRejection(error, { screen: 'a', api: 'tool' });
  expect(readWait(refusals)).toBe(396_749);
  vi.advanceTimersByTime(3_600_001);
  expect(() => refusals.check('b', 'tool')).not.toThrow();
});

it('a connection that broke is tried again at once', () => {
  const refusals = createScreenFetches();
  refusals.recordRejection(new AppError('prototype_unavailable'), { screen: 'a', api: 'tool' });
  expect(() => refusals.check('a', 'tool')).not.toThrow();
});

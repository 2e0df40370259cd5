// The time in the address: what is read of it, and what is written.
import { expect, test } from 'vitest';
import { readTime, withTime } from './time-param.ts';

test.each([
  ['t=41.2', 41_200],
  ['t=0', 0],
  ['t=3', 3000],
  ['tab=heatmaps', null],
  ['t=', null],
  ['t=-4', null],
  ['t=1e9', null],
  ['t=Infinity', null],
  ['t=12345678', null],
  ['t=4,5', null],
])('%s', (address, atMs) => {
  expect(readTime(new URLSearchParams(address))).toBe(atMs);
});

test.each([
  ['outcome=left', 41_249, 'outcome=left&t=41.2'],
  ['t=3&outcome=left', 41_260, 't=41.3&outcome=left'],
  ['t=3&outcome=left', 20, 'outcome=left'],
])('%s at %i ms', (address, atMs, written) => {
  expect(withTime(new URLSearchParams(address), atMs).toString()).toBe(written);
});

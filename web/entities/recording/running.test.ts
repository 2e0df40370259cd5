// Texts for running recordings, and the time of the next request.
import { expect, test } from 'vitest';
import { presenceOf, runningText, untilSilentMs } from './running.tsx';

const over = { state: 'ready', silentInMs: null } as const;
const running = (silentInMs: number) => ({ state: 'receiving', silentInMs }) as const;

test.each([
  [over, null],
  [running(30_000), 'live'],
  [running(1), 'live'],
  [running(0), 'silent'],
] as const)('%j is %j', (recording, presence) => {
  expect(presenceOf(recording)).toBe(presence);
});

test.each([
  [{ live: 0, silent: 0 }, ''],
  [{ live: 1, silent: 0 }, '1 live'],
  [{ live: 0, silent: 1 }, '1 silent'],
  [{ live: 2, silent: 1 }, '2 live · 1 silent'],
])('%j: %j', (running, text) => {
  expect(runningText(running)).toBe(text);
});

test.each([
  { recordings: [], nowMs: 1000, ms: false },
  { recordings: [over, running(0)], nowMs: 1000, ms: false },
  { recordings: [running(29_000), running(20_000), running(0)], nowMs: 1000, ms: 20_250 },
  { recordings: [running(29_000)], nowMs: 11_000, ms: 19_250 },
  // The call that was due has failed.
  { recordings: [running(29_000)], nowMs: 60_000, ms: 5000 },
])('$recordings, answered at 1000, are asked for at $nowMs again in $ms ms', (row) => {
  expect(untilSilentMs(row.recordings, 1000, row.nowMs)).toBe(row.ms);
});

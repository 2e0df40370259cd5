// A session whose first piece has not arrived is awaited; everything else has a video to ask for.
import { expect, it } from 'vitest';
import type { RecordingDetail } from '#contract/recordings.ts';
import { isAwaited } from './recording.query.ts';

it.each([
  ['receiving', null, true],
  ['receiving', 4000, false],
  ['ready', null, false],
  ['ready', 4000, false],
] as const)('state %s and %j ms: %j', (state, durationMs, awaited) => {
  expect(isAwaited({ state, durationMs } as RecordingDetail)).toBe(awaited);
});

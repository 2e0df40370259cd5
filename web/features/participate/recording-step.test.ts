// Table test of the one sentence that is shown while recording.
import { expect, it } from 'vitest';
import { BEST_QUALITY } from '#capture/record/quality.ts';
import type { RunState } from '#capture/run/capture-run.ts';
import { RECORDING_MAX_MS } from '#contract/limits.ts';
import { recordingNotice } from './recording-step.tsx';

const MEGABYTE = 1024 ** 2;

function state(part: {
  recorder?: Partial<RunState['recorder']>;
  upload?: Partial<RunState['upload']>;
  space?: RunState['space'];
  durable?: boolean;
}): RunState {
  return {
    recorder: {
      phase: 'recording',
      problem: null,
      stopReason: null,
      elapsedMs: 60_000,
      microphoneLost: false,
      isCutOff: false,
      microphoneMuted: false,
      mimeType: 'video/webm',
      ...part.recorder,
    },
    upload: {
      phase: 'streaming',
      storedBytes: 0,
      spooledBytes: 0,
      connected: true,
      failures: 0,
      problem: null,
      ...part.upload,
    },
    space: part.space ?? 'ok',
    quality: BEST_QUALITY,
    durable: part.durable ?? true,
  };
}

const lost = { connected: false, failures: 3, spooledBytes: 6 * MEGABYTE };

it.each<[string, RunState, boolean, RegExp | null]>([
  ['all is well', state({}), false, null],
  ['a hiccup', state({ upload: { ...lost, spooledBytes: MEGABYTE } }), false, null],
  ['far behind on a slow connection', state({ upload: { ...lost, connected: true } }), false, null],
  ['a lost connection', state({ upload: lost }), false, /Please continue/],
  [
    'a lost connection without storage',
    state({ upload: lost, durable: false }),
    false,
    /Keep this tab/,
  ],
  ['no sound', state({ recorder: { microphoneLost: true } }), false, /continues without sound/],
  ['a muted microphone', state({ recorder: { microphoneMuted: true } }), false, /is muted/],
  ['little space', state({ space: 'low' }), false, /coarser/],
  ['no space', state({ space: 'waiting' }), false, /no space/],
  ['another tab', state({}), true, /another tab/],
  ['before the last minute', state({ recorder: { elapsedMs: 1_139_000 } }), false, null],
  ['the last minute', state({ recorder: { elapsedMs: 1_140_000 } }), true, /the recording stops/],
])('%s', (...[, given, isAnotherTab, message]) => {
  const leftMs = RECORDING_MAX_MS - given.recorder.elapsedMs;
  const text = recordingNotice(given, { isAnotherTab, leftMs, limit: 'recording' });
  if (message === null) expect(text).toBeNull();
  else expect(text).toMatch(message);
});

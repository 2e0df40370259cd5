// The end of a recording: late pieces of a slow encoder belong to it, and a missing end is
// reported.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Recorder } from './recorder.ts';

/** Delivers a piece only when the test calls for it. */
class QuietRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'inactive';
  mimeType = 'video/mp4';
  start(): void {
    this.state = 'recording';
    last = this;
  }
  stop(): void {
    this.state = 'inactive';
  }
  give(text: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }));
  }
  end(): void {
    this.dispatchEvent(new Event('stop'));
  }
}
let last: QuietRecorder;

class Stream {
  getVideoTracks = () => [track()];
  getAudioTracks = () => [track()];
  getTracks = () => [];
}
const track = () =>
  Object.assign(new EventTarget(), { readyState: 'live', applyConstraints: async () => undefined });

let pieces: string[];
let recorder: Recorder;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaRecorder', QuietRecorder);
  vi.stubGlobal('MediaStream', Stream);
  pieces = [];
  recorder = new Recorder(({ bytes }) => pieces.push(new TextDecoder().decode(bytes)));
  const stream = () => new Stream() as unknown as MediaStream;
  recorder.start({ display: stream(), microphone: stream() });
  last.give('one');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for the last piece of a slow encoder', async () => {
  const stopped = recorder.stop('participant');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(recorder.getSnapshot().phase).toBe('stopping');
  last.give('two');
  last.end();
  await stopped;
  expect(pieces).toEqual(['one', 'two']);
  expect(recorder.getSnapshot()).toMatchObject({ phase: 'stopped', isCutOff: false });
});

it('goes on without an encoder that never answers, says so, and takes nothing later', async () => {
  const stopped = recorder.stop('participant');
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(recorder.getSnapshot()).toMatchObject({ phase: 'stopped', isCutOff: true });
  last.give('two');
  last.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(pieces).toEqual(['one']);
});

it('a recording that follows is not ended by the one before', async () => {
  const stopped = recorder.stop('participant');
  last.end();
  await stopped;
  const stream = () => new Stream() as unknown as MediaStream;
  expect(recorder.start({ display: stream(), microphone: stream() })).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(recorder.getSnapshot().phase).toBe('recording');
});

it('a press before the first frame waits for it, with live tracks', async () => {
  const stopped = recorder.stop('participant');
  last.end();
  await stopped;
  const ended: string[] = [];
  const getTracks = () => [{ stop: () => ended.push('a track') }];
  const stream = () => Object.assign(new Stream(), { getTracks }) as unknown as MediaStream;
  pieces = [];
  recorder.start({ display: stream(), microphone: stream() });
  const early = recorder.stop('participant');
  await vi.advanceTimersByTimeAsync(900);
  last.give('');
  await vi.advanceTimersByTimeAsync(100);
  expect({ state: last.state, ended }).toEqual({ state: 'recording', ended: [] });
  last.give('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(last.state).toBe('inactive');
  expect(ended).not.toEqual([]);
  last.end();
  await early;
  expect(pieces).toEqual(['first']);
  expect(recorder.getSnapshot()).toMatchObject({ phase: 'stopped', isCutOff: false });
});

it('an encoder that never begins is left after the same time', async () => {
  const stopped = recorder.stop('participant');
  last.end();
  await stopped;
  const stream = () => new Stream() as unknown as MediaStream;
  recorder.start({ display: stream(), microphone: stream() });
  const early = recorder.stop('stuck');
  await vi.advanceTimersByTimeAsync(16_000);
  await early;
  expect(recorder.getSnapshot()).toMatchObject({ phase: 'stopped', isCutOff: true });
  // A late piece ends no track of the recording that follows.
  const slow = last;
  const ended: string[] = [];
  const getTracks = () => [{ stop: () => ended.push('a track') }];
  const next = () => Object.assign(new Stream(), { getTracks }) as unknown as MediaStream;
  recorder.start({ display: next(), microphone: next() });
  slow.give('late');
  await vi.advanceTimersByTimeAsync(100);
  expect({ ended, phase: recorder.getSnapshot().phase }).toEqual({
    ended: [],
    phase: 'recording',
  });
});

it('lets go of the screen and the microphone when it does not start', async () => {
  const stopped = recorder.stop('participant');
  last.end();
  await stopped;
  const stop = vi.fn();
  const stream = () => Object.assign(new Stream(), { getTracks: () => [{ stop }] });
  vi.stubGlobal('MediaRecorder', undefined);
  const [display, microphone] = [stream(), stream()] as unknown as MediaStream[];
  expect(recorder.start({ display: display ?? null, microphone: microphone ?? null })).toBe(false);
  expect(recorder.getSnapshot()).toMatchObject({ phase: 'idle', problem: 'unsupported' });
  expect(stop).toHaveBeenCalledTimes(2);
});

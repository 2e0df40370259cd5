// The share of a display: what the picker answers, and which end of a track ends it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedDisplay } from './shared-display.ts';

class Track extends EventTarget {
  readonly stop = vi.fn();
  readonly #surface: string;
  readonly #handle: string | null;
  constructor(surface = 'monitor', handle: string | null = null) {
    super();
    this.#surface = surface;
    this.#handle = handle;
  }
  getSettings = () => ({ displaySurface: this.#surface });
  getCaptureHandle = () => (this.#handle === null ? null : { handle: this.#handle });
}

function streamOf(...tracks: Track[]): MediaStream {
  const stream = { getVideoTracks: () => tracks, getTracks: () => tracks };
  return stream as unknown as MediaStream;
}

const pick = vi.fn<() => Promise<MediaStream>>();
let ownHandle: string;

beforeEach(() => {
  pick.mockReset();
  vi.stubGlobal('location', { origin: 'https://tryout.example' });
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getDisplayMedia: pick,
      setCaptureHandleConfig: ({ handle }: { handle: string }) => {
        ownHandle = handle;
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks once while the picker is open and while a display is shared', async () => {
  const display = new SharedDisplay();
  const track = new Track();
  pick.mockResolvedValue(streamOf(track));
  const first = display.start(true);
  expect(display.getSnapshot().phase).toBe('asking');
  await Promise.all([first, display.start(true)]);
  await display.start(true);
  expect(pick).toHaveBeenCalledTimes(1);
  expect(display.getSnapshot()).toMatchObject({ phase: 'shared', isAnotherTab: false });
  display.stop();
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(display.getSnapshot()).toMatchObject({ phase: 'idle', stream: null });
});

it.each([
  ['before devices were allowed', false, 'devices_first'],
  ['in a browser without a picker', true, 'unsupported'],
])('does not ask %s', async (_, hasDevices, problem) => {
  vi.stubGlobal('navigator', hasDevices ? {} : navigator);
  const display = new SharedDisplay();
  await display.start(hasDevices);
  expect(display.getSnapshot()).toMatchObject({ phase: 'problem', problem });
  expect(pick).not.toHaveBeenCalled();
});

it('tells a refusal, and shares at the next try', async () => {
  const display = new SharedDisplay();
  pick.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await display.start(true);
  expect(display.getSnapshot()).toMatchObject({ phase: 'problem', stream: null });
  pick.mockResolvedValueOnce(streamOf(new Track()));
  await display.start(true);
  expect(display.getSnapshot()).toMatchObject({ phase: 'shared', problem: null });
});

it('fails with a stream that has no picture, and stops its sound', async () => {
  const sound = new Track();
  const stream = { getVideoTracks: () => [], getTracks: () => [sound] };
  pick.mockResolvedValueOnce(stream as unknown as MediaStream);
  const display = new SharedDisplay();
  await display.start(true);
  expect(display.getSnapshot()).toMatchObject({ phase: 'problem', problem: 'failed' });
  expect(sound.stop).toHaveBeenCalledTimes(1);
});

it('ends with its own track, and not with that of a share before', async () => {
  const display = new SharedDisplay();
  const [before, now] = [new Track(), new Track()];
  pick.mockResolvedValueOnce(streamOf(before)).mockResolvedValueOnce(streamOf(now));
  await display.start(true);
  display.stop();
  await display.start(true);
  before.dispatchEvent(new Event('ended'));
  expect(display.getSnapshot().phase).toBe('shared');
  now.dispatchEvent(new Event('ended'));
  expect(display.getSnapshot()).toMatchObject({ phase: 'ended', stream: null });
});

it.each([
  ['this tab', () => new Track('browser', ownHandle), false],
  ['another tab', () => new Track('browser', 'another'), true],
  ['a tab without a name', () => new Track('browser'), true],
  ['a window', () => new Track('window'), false],
])('sees that %s is shared', async (_, shared, isAnotherTab) => {
  pick.mockImplementationOnce(async () => streamOf(shared()));
  const display = new SharedDisplay();
  await display.start(true);
  expect(display.getSnapshot()).toMatchObject({ phase: 'shared', isAnotherTab });
});

// Virtual files in a real browser over ranges: the duration is known at once, and every seek ends at the requested
// time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MP4_FILES, mp4File } from '#testing/mp4-files.ts';
import { openSeekPage, type SeekPage } from '#testing/seek-page.ts';
import { RECORDED, recorded } from '#testing/webm-files.ts';

let page: SeekPage;
beforeAll(async () => {
  page = await openSeekPage();
});
afterAll(() => page.close());

/** Returns times in alternating directions, the first near the end. */
const timesOf = (durationMs: number) => [
  durationMs / 1000 - 0.4,
  0.5,
  2.5,
  0,
  durationMs / 1000 - 1,
];

describe('in Chromium', () => {
  it.each([
    ...RECORDED.map((name) => [name, recorded] as const),
    ...MP4_FILES.map((name) => [name, mp4File] as const),
  ])('%s plays, seeks and ends', async (name, read) => {
    let durationMs = 0;
    const file = await read(name as never);
    const playback = await page.seek(file, (duration) => {
      durationMs = duration;
      return timesOf(duration);
    });
    expect(playback.duration).toBeCloseTo(durationMs / 1000, 2);
    expect(playback.landed).toEqual(timesOf(durationMs).map((time) => expect.closeTo(time, 3)));
    expect(playback.ranges).toEqual([[0, playback.duration]]);
    expect(playback.endedAt).toBeCloseTo(playback.duration, 1);
    expect(playback.width).toBe(name.endsWith('opus-only') ? 0 : 160);
  });

  it.each([
    ['WebM', () => recorded('vp8-opus'), 25_000],
    ['MP4', () => mp4File('h264-opus'), 25_000],
  ] as const)('plays what is there of a %s that was cut off', async (_container, read, bytes) => {
    const file = await read();
    let durationMs = 0;
    const playback = await page.seek(file.subarray(0, bytes), (duration) => {
      durationMs = duration;
      return [2.2, 1];
    });
    expect(durationMs).toBeLessThan(4500);
    expect(playback.duration).toBeCloseTo(durationMs / 1000, 2);
    expect(playback.landed).toEqual([expect.closeTo(2.2, 3), expect.closeTo(1, 3)]);
  });
});

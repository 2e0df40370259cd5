// Table test: what a browser can record → what is recorded.
import { expect, it } from 'vitest';
import { recordingType } from './takes.ts';

const vp9 = 'video/webm;codecs=vp9,opus';
const vp8 = 'video/webm;codecs=vp8,opus';

it.each([
  ['everything', () => true, vp9],
  ['VP8 only, as Firefox', (type: string) => type === vp8, vp8],
  ['MP4 only, as Safari', (type: string) => type.startsWith('video/mp4'), 'video/mp4'],
  [
    'h264 in WebM and MP4',
    (type: string) => type === 'video/mp4' || type.includes('h264'),
    'video/mp4',
  ],
  ['h264 in WebM', (type: string) => type.includes('h264'), ''],
])('a browser that records %s', (_, isSupported, expected) => {
  expect(recordingType(isSupported)).toBe(expected);
});

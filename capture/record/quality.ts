// Qualities of a recording, from the specification's 60 frames a second down to one for a slow
// connection or a busy computer. Figures: docs/decisions/0020-quality-that-fits.md.
import {
  AUDIO_BITS_PER_SECOND,
  SCREEN_FRAME_RATE,
  VIDEO_BITS_PER_SECOND_MAX,
} from '#contract/limits.ts';

export interface Quality {
  videoBitsPerSecond: number;
  /** Frames a second the capture gives at most. */
  frameRate: number;
  /** Height of the capture at most, in pixels, or null for the display's own. */
  maxHeight: number | null;
  /** Seeking lands within this. */
  keyFrameIntervalMs: number;
}

/**
 * The specified quality: 60 frames, full height, and bits for sharp text at 1080p: 375 MB in 20
 * minutes.
 */
export const BEST_QUALITY: Quality = {
  videoBitsPerSecond: VIDEO_BITS_PER_SECOND_MAX,
  frameRate: SCREEN_FRAME_RATE,
  maxHeight: null,
  keyFrameIntervalMs: 2000,
};

/**
 * Each step halves the bitrate. A busy display at full size overshoots the lower ones, so their height is
 * limited; key frames, which are most of a still page's bytes, come less often.
 */
const qualities: readonly Quality[] = [
  BEST_QUALITY,
  { videoBitsPerSecond: 1_200_000, frameRate: 30, maxHeight: null, keyFrameIntervalMs: 2000 },
  { videoBitsPerSecond: 600_000, frameRate: 15, maxHeight: 720, keyFrameIntervalMs: 4000 },
  { videoBitsPerSecond: 300_000, frameRate: 10, maxHeight: 540, keyFrameIntervalMs: 6000 },
];

export const LOWEST_LEVEL = qualities.length - 1;

/** The rest is for other traffic of the household, and for catching up. */
const CONNECTION_SHARE = 0.7;

/** Returns the best level whose bytes fit the connection, or the lowest if none does. */
export function levelFor(connectionBitsPerSecond: number): number {
  const share = connectionBitsPerSecond * CONNECTION_SHARE;
  const level = qualities.findIndex(
    ({ videoBitsPerSecond }) => videoBitsPerSecond + AUDIO_BITS_PER_SECOND <= share,
  );
  return level === -1 ? LOWEST_LEVEL : level;
}

/**
 * Two levels as one quality: bytes by the connection's, frame rate and height by the worse of both, because an
 * encoder spends its whole bitrate however few frames it gets.
 */
export function qualityOf(levels: { connection: number; computer: number }): Quality {
  const { videoBitsPerSecond, keyFrameIntervalMs } = qualities[levels.connection] ?? BEST_QUALITY;
  const worse = qualities[Math.max(levels.connection, levels.computer)] ?? BEST_QUALITY;
  const { frameRate, maxHeight } = worse;
  return { videoBitsPerSecond, keyFrameIntervalMs, frameRate, maxHeight };
}

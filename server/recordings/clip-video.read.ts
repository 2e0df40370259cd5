// The video of a clip: a stretch of its recording as a file of its own, named after its test and participant.
import { extname } from 'node:path';
import type { Clip } from '#contract/clips.ts';
import { AppError } from '#contract/errors.ts';
import { CLIP_EARLY_MAX_MS, CLIP_MAX_MS, CLIP_MIN_MS } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef } from '#server/platform/access/authorized.ts';
import { openCut, readKeyFrames, type Video } from './recording-video.read.ts';

export interface ClipVideo extends Video {
  /** Milliseconds from the file's beginning, a key frame, to the clip's. */
  earlyMs: number;
}

const NEVER_CUT =
  "This clip can't be played on its own: nothing can be cut out of its video. Ask the person who sent you the link to show it to you in another way.";

type ClipStretch = Pick<Clip, 'fromMs' | 'toMs' | 'title'> & {
  recording: Pick<Clip['recording'], 'number'>;
};

/**
 * @param isAlone whether the caller may see the clip and nothing else of its recording
 * @throws AppError not_found when nothing of the clip has arrived; clip_not_cut when its file would show more than the
 * caller may see
 */
export async function openClipVideo(
  parts: Pick<Parts, 'db' | 'storage' | 'videoLayouts'>,
  ref: Authorized<RecordingRef>,
  { clip, isAlone }: { clip: ClipStretch; isAlone: boolean },
): Promise<ClipVideo> {
  const video = await openCut(parts, ref, clip);
  if (isAlone && !video.isCut) throw new AppError('clip_not_cut', { message: NEVER_CUT });
  if (isAlone && clip.fromMs - video.startMs > CLIP_EARLY_MAX_MS)
    throw new AppError('clip_not_cut');
  const name = `${numbered(clip.recording.number, 3)}_${fileWords(clip.title) || 'clip'}`;
  return {
    ...video,
    earlyMs: Math.round(clip.fromMs - video.startMs),
    fileName: `${name}${extname(video.fileName)}`,
  };
}

/** Farther away another beginning would be another clip. Browsers write a key frame at least every 10 seconds. */
const FARTHEST_BEGINNING_MS = 10_000;

/**
 * Returns the nearest beginning with which visitors of a link can play a clip, which may be its own, or null for
 * a video that has none.
 * @throws AppError not_found
 */
export async function playableBeginning(
  parts: Pick<Parts, 'db' | 'videoLayouts'>,
  ref: Authorized<RecordingRef>,
  { fromMs, toMs }: Pick<Clip, 'fromMs' | 'toMs'>,
): Promise<{ isPlayable: boolean; beginMs: number | null }> {
  const keys = await readKeyFrames(parts, ref, fromMs);
  if (!keys) return { isPlayable: false, beginMs: null };
  const { beforeMs, nextMs } = keys;
  if (beforeMs === null || fromMs - beforeMs <= CLIP_EARLY_MAX_MS) {
    return { isPlayable: true, beginMs: fromMs };
  }
  const earlier = Math.floor(beforeMs + CLIP_EARLY_MAX_MS);
  const later = nextMs === null ? earlier : Math.ceil(nextMs);
  const distance = (ms: number) => Math.abs(ms - fromMs);
  const [nearest = null] = [earlier, later]
    .filter((ms) => toMs - ms >= CLIP_MIN_MS && toMs - ms <= CLIP_MAX_MS)
    .filter((ms) => distance(ms) <= FARTHEST_BEGINNING_MS)
    .sort((one, other) => distance(one) - distance(other));
  return { isPlayable: false, beginMs: nearest };
}

export function numbered(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

// Many systems allow 255 bytes for a file's name; a character has up to four.
const LONGEST_WORDS = 48;

/** Returns the letters, marks and digits of a member's text, of any script, for a part of a file's name. */
export function fileWords(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, LONGEST_WORDS).join('').replace(/-$/u, '');
}

// The video of a clip: a stretch of its recording as a file of its own, with a name that says whose it is.
import { extname } from 'node:path';
import type { Clip } from '#contract/clips.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import type { Parts } from '#server/parts.ts';
import { openCut, type Video } from './recorded-video.ts';

export interface ClipVideo extends Video {
  /** Milliseconds from the file's beginning, a key frame, to the clip's. */
  earlyMs: number;
}

type ClipStretch = Pick<Clip, 'fromMs' | 'toMs' | 'title'> & {
  recording: Pick<Clip['recording'], 'number'>;
};

/** @throws AppError not_found when nothing of the clip has arrived. */
export async function openClipVideo(
  parts: Pick<Parts, 'db' | 'storage' | 'watched'>,
  ref: Authorized<RecordingRef>,
  clip: ClipStretch,
): Promise<ClipVideo> {
  const video = await openCut(parts, ref, clip);
  const name = `${numbered(clip.recording.number, 3)}_${fileWords(clip.title) || 'clip'}`;
  return {
    ...video,
    earlyMs: Math.round(clip.fromMs - video.startMs),
    fileName: `${name}${extname(video.fileName)}`,
  };
}

export function numbered(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

// Many systems allow 255 bytes for a file's name; a character has up to four.
const LONGEST_WORDS = 48;

/** What a member wrote as a part of a file's name: letters, marks and digits of any script. */
export function fileWords(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, LONGEST_WORDS).join('').replace(/-$/u, '');
}

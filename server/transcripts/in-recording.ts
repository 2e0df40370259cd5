// Converts the words of one part's sound to times of the recording. Each word belongs to one part.
import type { Sound } from '#server/media/sound.ts';
import type { Stretch } from '#server/media/video-index.ts';
import { type RecognisedSpeech, segmentOf } from './recognised-speech.ts';

/** A word at the edge is whole in one of two parts. */
export const OVERLAP_MS = 3000;

/** Times of the recording; words whose middle belongs to another part are left to that one. */
export function inRecording(
  { language, segments }: RecognisedSpeech,
  { recordedAt }: Pick<Sound, 'recordedAt'>,
  { fromMs, toMs, durationMs }: Stretch & { durationMs: number },
): RecognisedSpeech {
  const at = (ms: number) => Math.min(Math.max(0, recordedAt(ms)), Math.ceil(durationMs));
  const timed = <T extends { startMs: number; endMs: number }>(one: T): T => ({
    ...one,
    startMs: at(one.startMs),
    endMs: at(one.endMs),
  });
  const isOwn = ({ startMs, endMs }: { startMs: number; endMs: number }) => {
    const middle = (startMs + endMs) / 2;
    return middle >= fromMs && (middle < toMs || toMs >= durationMs);
  };
  const own = segments.flatMap((segment) => {
    // A word behind the end of the sound is a fault of the recogniser.
    if (recordedAt(segment.startMs) > durationMs + OVERLAP_MS) return [];
    const words = segment.words.map(timed);
    const ownWords = words.filter(isOwn);
    if (words.length === 0) return isOwn(timed(segment)) ? [timed(segment)] : [];
    if (ownWords.length === words.length) return [{ ...timed(segment), words }];
    return ownWords.length > 0 ? [segmentOf(ownWords)] : [];
  });
  return { language, segments: own };
}

// A clip: a stretch of a recording with a title. Nothing is encoded: it is played from the stored bytes.
import { z } from 'zod/mini';
import { clipId, sessionId } from './ids.ts';
import { CLIP_MAX_MS, CLIP_MIN_MS, CLIP_TITLE_MAX_CHARACTERS } from './limits.ts';
import { authorship, noteRecording, seenVersion, timeMs } from './notes.ts';
import { stillOnSheet } from './stills.ts';
import { optionalText } from './text.ts';

/** The clip includes its recording, so lists need no second call. */
export const clip = z.extend(authorship, {
  id: clipId,
  sessionId,
  fromMs: timeMs,
  toMs: timeMs,
  /** May be empty. */
  title: z.string(),
  /** The #words of its title. */
  tags: z.array(z.string()),
  recording: noteRecording,
  /** The last one at or before its beginning, the first of all where there is none. */
  still: z.nullable(stillOnSheet),
});
export type Clip = z.infer<typeof clip>;

const title = optionalText('Title', CLIP_TITLE_MAX_CHARACTERS);

const stretch = { fromMs: timeMs, toMs: timeMs };

function fits({ fromMs, toMs }: { fromMs: number; toMs: number }): boolean {
  return toMs - fromMs >= CLIP_MIN_MS && toMs - fromMs <= CLIP_MAX_MS;
}
const fitting = { path: ['toMs'], error: 'A clip lasts from 1 second to 10 minutes.' };

/** Body: a new clip. */
export const clipInput = z
  .object({ ...stretch, title: z._default(title, '') })
  .check(z.refine(fits, fitting));
export type ClipInput = z.infer<typeof clipInput>;

/** Body: other ends, another title. */
export const clipChange = z
  .object({ ...stretch, title, version: seenVersion })
  .check(z.refine(fits, fitting));

/**
 * Header of two responses. `clips.video`: milliseconds from the file's first frame (a key frame) to the beginning of
 * the clip. `reels.download`: the largest such value of its files.
 */
export const CLIP_EARLY_HEADER = 'clip-early-ms';

// The people behind a number, with the moment in each one's recording.
import { z } from 'zod';
import { sessionId } from './ids.ts';
import { namedScreen } from './named-screens.ts';
import { outcome } from './outcomes.ts';
import { resultFilter, screenNumber } from './result-filter.ts';
import { clickLayer } from './result-screens.ts';
import { shownStill } from './stills.ts';
import { isPlainText } from './text.ts';

/** A corner of a lasso, in pixels of the screen's image. */
const corner = z.string().regex(/^-?\d{1,6}(\.\d{1,2})?:-?\d{1,6}(\.\d{1,2})?$/);

/**
 * Which moments: `people` begin their task; `goal` was reached; a screen was `visited`, `came_back` to, or the run
 * `ended_here`; a place or an area was `clicked` (of a layer); people went a `link` from one screen to the next in a
 * column of the paths (`next` left out: they ended there). `visited` with a `column`: at that step of the paths.
 */
export const momentsQuery = resultFilter.extend({
  of: z.enum([
    'people',
    'goal',
    'visited',
    'came_back',
    'ended_here',
    'clicked',
    'link',
    'answered',
  ]),
  /** The screen of all but `people`, `goal` and `answered`. */
  at: screenNumber.optional(),
  layer: clickLayer.optional(),
  place: z.string().max(300).refine(isPlainText).optional(),
  /** Corners `x:y` joined by commas: a lasso. */
  area: z
    .string()
    .max(8000)
    .transform((text) => text.split(','))
    .pipe(z.array(corner).min(3).max(500))
    .optional(),
  column: z.coerce.number().int().min(0).max(1000).optional(),
  /** Of `link`; not `to`, which is the filter's last day. */
  next: screenNumber.optional(),
  /** Of `goal`: time to it in milliseconds. */
  fromMs: z.coerce.number().min(0).optional(),
  toMs: z.coerce.number().min(0).optional(),
  /** Of `answered`. */
  ease: z.coerce.number().int().min(1).max(7).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
});
export type MomentsQuery = z.infer<typeof momentsQuery>;

export const moment = z.object({
  sessionId,
  userTimestamp: z.string(),
  number: z.int(),
  participantName: z.string(),
  outcome,
  /** Milliseconds since the recording started. */
  atMs: z.number(),
  durationMs: z.number().nullable(),
  /** Clicks on the place or in the area; presentations of the screen; 1 else. */
  times: z.int(),
  /** Where it was clicked on the screen's image. */
  click: z.object({ x: z.number(), y: z.number(), missed: z.boolean() }).nullable(),
  /** The last one at or before that moment. */
  still: shownStill.nullable(),
});
export type Moment = z.infer<typeof moment>;

/** The people of one number, in the order of their sessions' numbers. */
export const moments = z.object({
  items: z.array(moment),
  nextCursor: z.string().nullable(),
  total: z.int(),
  /** The sum of all people's. */
  times: z.int(),
  screen: namedScreen.nullable(),
});
export type Moments = z.infer<typeof moments>;

/** Player of a moment: from so long before it to so long after, in milliseconds. */
export const MOMENT_BEFORE_MS = 3000;
export const MOMENT_AFTER_MS = 7000;

// The people behind a number, with the moment in each one's recording.
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';
import { outcome } from './outcomes.ts';
import { resultFilter, screenNumber } from './result-filter.ts';
import { clickLayer } from './result-screens.ts';
import { namedScreen } from './screen-names.ts';
import { stillOnSheet } from './stills.ts';
import { tagFilter } from './tags.ts';
import { isPlainText } from './text.ts';

/** A corner of a lasso, in pixels of the screen's image. */
const corner = z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,2})?:-?\d{1,6}(\.\d{1,2})?$/));

/**
 * Selects moments: `people` reach the goal if their outcome is a success, and end otherwise; `goal` was reached; a
 * screen was `visited`, `came_back` to, or the run `ended_here`; a place or an area was `clicked` (of a layer); people
 * followed a `link` from one screen to the next in a column of the paths (`next` left out: they ended there). `visited`
 * with a `column`: at that step of the paths.
 */
export const momentsQuery = z.extend(resultFilter, {
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
  at: z.optional(screenNumber),
  layer: z.optional(clickLayer),
  place: z.optional(z.string().check(z.maxLength(300), z.refine(isPlainText))),
  /** Corners `x:y` joined by commas: a lasso. */
  area: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(8000)),
        z.transform((text) => text.split(',')),
      ),
      z.array(corner).check(z.minLength(3), z.maxLength(500)),
    ),
  ),
  column: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1000))),
  /** Target screen of `link`. The name is not `to`, because that is the filter's last day. */
  next: z.optional(screenNumber),
  /** Range for `goal`: time to it in milliseconds. */
  fromMs: z.optional(z.coerce.number().check(z.gte(0))),
  toMs: z.optional(z.coerce.number().check(z.gte(0))),
  /** Rating for `answered`. */
  ease: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(7))),
  /** Tags of the text that was `answered` to a question: one of these. */
  textTag: z.optional(tagFilter),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(50))),
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
  durationMs: z.nullable(z.number()),
  /** The value is true if the session has clicks and answers alone. */
  withoutVideo: z.boolean(),
  /** Clicks on the place or in the area; presentations of the screen; 1 else. */
  times: z.int(),
  /** Position of the click on the screen's image. */
  click: z.nullable(z.object({ x: z.number(), y: z.number(), missed: z.boolean() })),
  /** The last one at or before that moment. */
  still: z.nullable(stillOnSheet),
});
export type Moment = z.infer<typeof moment>;

/** The people of one number, in the order of their sessions' numbers. */
export const moments = z.object({
  items: z.array(moment),
  nextCursor: z.nullable(z.string()),
  total: z.int(),
  /** The sum of all people's. */
  times: z.int(),
  screen: z.nullable(namedScreen),
  /** Heading in words, from the query and the counts: '14 people pressed Snake plant'. */
  title: z.string(),
  subtitle: z.string(),
});
export type Moments = z.infer<typeof moments>;

/**
 * Player of a moment: from so long before it to so long after, in milliseconds. The end of a recording is played from
 * both together before it, so that it shows what led to it.
 */
export const MOMENT_BEFORE_MS = 3000;
export const MOMENT_AFTER_MS = 7000;

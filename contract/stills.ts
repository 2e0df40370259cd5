// Stills: small pictures of the shared screen, made in the participant's browser while it records. One image, a sheet,
// contains ten; a larger single one is the recording's poster.
import { z } from 'zod/mini';
import { STUDY_MAX_MS } from './limits.ts';

/** Interval of stills. It equals that of the video's key frames, so a seek lands where a still was taken. */
export const STILL_EVERY_MS = 2000;
/** A sheet holds 20 seconds: what a lost tab costs, and how far a live recording's stills are behind. */
export const SHEET_COLUMNS = 5;
export const SHEET_ROWS = 2;
export const STILLS_PER_SHEET = SHEET_COLUMNS * SHEET_ROWS;
/** Sheets of the longest recording. */
export const SHEETS_MAX = STUDY_MAX_MS / (STILLS_PER_SHEET * STILL_EVERY_MS);
/** Longer side of a still: shown at up to 12rem, and not much coarser than a 2x screen shows. */
export const STILL_SIDE_MAX_PX = 256;
/** Longer side of a poster: sharp on a card of 320 px on a 2x screen. */
export const POSTER_SIDE_MAX_PX = 640;
/** Images with a side below that show nothing. */
export const STILL_SIDE_MIN_PX = 16;
/** One image as sent: sheets of full screens come to 10–60 kB, JPEGs of noise to 200 kB. */
export const STILL_IMAGE_MAX_BYTES = 256 * 1024;

/** A recording stops at STUDY_MAX_MS at the latest, which a timer checks every second; a sleeping computer is late. */
const LAST_STILL_MS = STUDY_MAX_MS + 60_000;
const TIMES_FORM = /^\d{1,7}(,\d{1,7})*$/;

/** Milliseconds since the recording's start. */
export const stillTime = z.coerce.number().check(z.int(), z.gte(0), z.lte(LAST_STILL_MS));

/** When a sheet's stills were taken, as written in an address: `0,2004,4010`. */
export const stillTimes = z
  .pipe(
    z.pipe(
      z
        .string()
        .check(z.regex(TIMES_FORM, 'Times are whole milliseconds with commas between them.')),
      z.transform((text) => text.split(',').map(Number)),
    ),
    z.array(z.int().check(z.lte(LAST_STILL_MS))).check(z.maxLength(STILLS_PER_SHEET)),
  )
  .check(z.refine(isRising, 'Each time must be later than the one before.'));

/** Number of a sheet in its recording, from 0. */
export const sheetNumber = z.pipe(
  z.pipe(z.string().check(z.regex(/^(0|[1-9]\d?)$/)), z.transform(Number)),
  z.int().check(z.lte(SHEETS_MAX - 1)),
);

/** An image with SHEET_COLUMNS × SHEET_ROWS stills, row by row; the last sheet may have empty places. */
export const stillSheet = z.object({
  url: z.string(),
  /** One still, in pixels of the image. */
  width: z.int(),
  height: z.int(),
  /** When each still was taken, in milliseconds since the recording's start, rising. */
  timesMs: z.array(z.int()),
});
export type StillSheet = z.infer<typeof stillSheet>;

/** A moment's or a clip's still and its position on the sheet. */
export const stillOnSheet = z.object({
  /** Address of the sheet. */
  url: z.string(),
  /** One still, in pixels of the sheet. */
  width: z.int(),
  height: z.int(),
  /** Position from 0, left to right and down, in rows of SHEET_COLUMNS. */
  index: z.int(),
});
export type StillOnSheet = z.infer<typeof stillOnSheet>;

function isRising(times: readonly number[]): boolean {
  return times.every((time, at) => at === 0 || time > (times[at - 1] ?? time));
}

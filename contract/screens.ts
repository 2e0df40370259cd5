// A screen: one presented frame or overlay of the prototype; its image and its nodes' boxes.
import { z } from 'zod/mini';
import { revisionId } from './ids.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import { isPlainText } from './text.ts';

/** Ids of instances nested ten deep; as a file name it stays within what file systems allow. */
const SCREEN_ID_MAX_CHARACTERS = 200;

/** Node id as messages and the REST API write it (`1:2`, `I12:3;45:6`); `1-2` is read as `1:2`. */
export const screenId = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(SCREEN_ID_MAX_CHARACTERS),
      z.regex(/^I?-?\d{1,12}[:-]\d{1,12}(;-?\d{1,12}[:-]\d{1,12}){0,20}$/),
    ),
  z.transform((id) => id.replaceAll('-', (dash, at: number) => (isSeparator(id, at) ? ':' : dash))),
);

/** A dash between digits separates; a dash in front of a number is its sign. */
function isSeparator(id: string, at: number): boolean {
  return /\d/.test(id[at - 1] ?? '');
}

const link = z
  .string()
  .check(z.maxLength(LINK_MAX_CHARACTERS), z.refine(isPlainText, 'Please enter a valid URL'));

export const screenshotQuery = z.object({
  figmaUrl: link,
  screenId,
  originalFigmaUrl: z.optional(link),
  company: z.optional(z.string()),
  testName: z.optional(z.string()),
  /** The test's share id, for callers without a session token or sign-in. */
  uniqueId: z.optional(z.string()),
  /** Revision of a member's recording, because the design may have another image of the screen in another revision. */
  revisionId: z.optional(revisionId),
});

/** Corner of an image in the screen's own coordinates. */
export const imageOrigin = z.object({ x: z.number(), y: z.number() });

/**
 * Corner of an image that a browser took of the embed, whose geometry is not known: the shift of
 * (−90, −20) px of section 9. Images of the design tool's API begin at (0, 0).
 */
export const CAPTURED_ORIGIN = { x: 90, y: 20 } as const;

/** Returns whether clicks on an image are only approximately placed. */
export function isApproximate({ origin }: Pick<ScreenImage, 'origin'>): boolean {
  return origin.x !== 0 || origin.y !== 0;
}

/** Position of a node in the design, in canvas pixels, and how it scrolls. */
export const nodeBox = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  overflow: z.optional(z.string()),
  scroll: z.optional(z.string()),
  /** The layer's name, left out in images that were stored without names. */
  name: z.optional(z.string()),
  /** The layer around it that names a press on it: the card of a picture, the button of a text. */
  partOf: z.optional(z.string()),
  /** The layer around it, left out directly on the screen and in images of version 1.0. */
  parent: z.optional(z.string()),
  /** The prototype reacts to a press on this layer. */
  reacts: z.optional(z.boolean()),
  /** The named layer that a press on this one belongs to (insight/layer-rules.ts), left out without one. */
  layer: z.optional(z.string()),
  /** The layer's name on the screen, if it differs from `name`: with a parent's where several layers have the same. */
  label: z.optional(z.string()),
  /** Number of layers on which presses belong to this one, itself included; left out without any. */
  parts: z.optional(z.int()),
});

/** A screen's image: size and origin in image pixels, boxes of the screen and the nodes in it. */
export const screenImage = z.object({
  nodeId: z.string(),
  width: z.int(),
  height: z.int(),
  origin: imageOrigin,
  boxes: z.record(z.string(), nodeBox),
});
export type ScreenImage = z.infer<typeof screenImage>;

// A reel: clips of a test in an order of their own, with title cards between them, played one after another.
import { z } from 'zod/mini';
import { clip } from './clips.ts';
import { gone } from './findings.ts';
import { clipId, reelId, testId } from './ids.ts';
import { NAME_MAX_CHARACTERS, REEL_ITEMS_MAX } from './limits.ts';
import { authorship, seenVersion } from './notes.ts';
import { requiredText } from './text.ts';

/** A title card is read in three seconds. */
export const CARD_MAX_CHARACTERS = 200;
/** Duration of a title card. */
export const CARD_MS = 3000;

const itemId = z.uuid();

/** One part of a reel, in order. A deleted clip leaves its place. */
export const reelItem = z.discriminatedUnion('kind', [
  z.object({ id: itemId, kind: z.literal('clip'), clip: z.union([clip, gone]) }),
  z.object({ id: itemId, kind: z.literal('title'), text: z.string() }),
]);
export type ReelItem = z.infer<typeof reelItem>;

/** A reel as an entry of a list. */
export const reelSummary = z.extend(authorship, {
  id: reelId,
  name: z.string(),
  /** Clips that are there, and how long they and the title cards play together. */
  clips: z.int(),
  lengthMs: z.int(),
});
export type ReelSummary = z.infer<typeof reelSummary>;

export const reel = z.extend(reelSummary, { testId, items: z.array(reelItem) });
export type Reel = z.infer<typeof reel>;

const name = requiredText('Name', NAME_MAX_CHARACTERS);

/** Body: a new reel of these clips, in this order. */
export const reelInput = z.object({
  name,
  clips: z._default(z.array(clipId).check(z.maxLength(REEL_ITEMS_MAX)), []),
});

/**
 * A part of a changed reel. An existing id retains its clip, even a deleted one. A page creates new ids itself, so that
 * it need not wait for the response.
 */
const itemInput = z.discriminatedUnion('kind', [
  z.object({ id: itemId, kind: z.literal('clip'), clipId: z.optional(clipId) }),
  z.object({
    id: itemId,
    kind: z.literal('title'),
    text: requiredText('Title', CARD_MAX_CHARACTERS),
  }),
]);
export type ReelItemInput = z.input<typeof itemInput>;

/** Body: a reel's name and items as a member saw and changed them; items that are not named go. */
export const reelChange = z.object({
  version: seenVersion,
  name,
  items: z.array(itemInput).check(z.maxLength(REEL_ITEMS_MAX)),
});
export type ReelChange = z.infer<typeof reelChange>;

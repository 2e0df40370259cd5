// A link for viewing: shows one thing of a workspace to everyone who has it, without a sign-in, until it ends.
import { z } from 'zod/mini';
import { clip } from './clips.ts';
import { clipId, reelId, sessionId, testId, viewLinkId } from './ids.ts';
import {
  VIEW_LINK_DAYS_MAX,
  VIEW_PASSWORD_MAX_CHARACTERS,
  VIEW_PASSWORD_MIN_CHARACTERS,
} from './limits.ts';
import { timeMs } from './notes.ts';

/** Kind of content that a link can show. */
export const viewKind = z.enum(['results', 'report', 'recording', 'reel', 'clip']);
export type ViewKind = z.infer<typeof viewKind>;

/** Stands where a share id would be: a visitor's answers hold none. */
export const NO_SHARE_ID = '-'.repeat(22);

/** Stands where a member's name would be: a link shows names only where its author allowed it. */
export const NAMELESS_MEMBER = 'a member';

/** Stands where words of a participant would be, in answers that have no count of them. */
export const NO_TEXT = '[left out]';

/** The secret part of `/view/{token}`: 128 random bits in base64url. */
export const viewToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'This is no link for viewing.'));

const thing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('results') }),
  z.object({ kind: z.literal('report') }),
  z.object({ kind: z.literal('recording'), sessionId }),
  z.object({ kind: z.literal('reel'), reelId }),
  z.object({ kind: z.literal('clip'), clipId }),
]);
export type ViewedThing = z.infer<typeof thing>;

export const viewPassword = z
  .string()
  .check(
    z.minLength(
      VIEW_PASSWORD_MIN_CHARACTERS,
      `Please use ${VIEW_PASSWORD_MIN_CHARACTERS} characters or more.`,
    ),
    z.maxLength(VIEW_PASSWORD_MAX_CHARACTERS, 'This password is too long.'),
  );

/** Body: a new link. */
export const viewLinkInput = z.object({
  thing,
  /** Days until it ends, or null if it does not. */
  days: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(VIEW_LINK_DAYS_MAX))),
  /** The password, or null if the link needs none. */
  password: z.nullable(viewPassword),
  /** 'Participant 12' instead of names without it. */
  withNames: z.boolean(),
  /** If false, the link leaves out texts of participants; the default is true. Spoken words stay. */
  withTexts: z.optional(z.boolean()),
  withDownloads: z.boolean(),
});
export type ViewLinkInput = z.infer<typeof viewLinkInput>;

/** A link as lists show it to members; `viewLinks.address` returns its address. */
export const viewLink = z.object({
  _id: viewLinkId,
  kind: viewKind,
  /** The content, or null if its participant withdrew; the server then no longer stores which recording it was. */
  thing: z.nullable(thing),
  testId,
  testName: z.string(),
  /** Title of the content: a test's name, a participant, a clip's title. */
  title: z.string(),
  hasPassword: z.boolean(),
  withNames: z.boolean(),
  withTexts: z.boolean(),
  withDownloads: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Name of the author, or null if their account is deleted. */
  createdBy: z.nullable(z.string()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** `gone`: what it shows was deleted; `withdrawn`: by its participant. */
  state: z.enum(['open', 'expired', 'revoked', 'gone', 'withdrawn']),
  views: z.int(),
  lastViewedAt: z.nullable(z.iso.datetime()),
  /** Members can read the address again: the link is open, and its sealed token is stored. */
  canCopy: z.boolean(),
  /** Last characters of its address, by which members tell links apart; null if it can't be copied. */
  ending: z.nullable(z.string()),
});
export type ViewLink = z.infer<typeof viewLink>;

/** A clip that visitors of a link could not play, because its file would show more of the recording than the clip. */
export const unplayableClip = z.object({
  clip,
  /**
   * The nearest beginning with which they can play it; null where there is none, or nothing can be cut out of the
   * recording.
   */
  beginMs: z.nullable(timeMs),
});
export type UnplayableClip = z.infer<typeof unplayableClip>;

/** Response for a visitor who opens a link. */
export const openedView = z.object({
  _id: viewLinkId,
  thing,
  title: z.string(),
  testId,
  /** Fields for one recording: the address of its page and its calls. */
  recording: z.nullable(
    z.object({
      uniqueId: z.string(),
      testId,
      company: z.string(),
      testName: z.string(),
      userTimestamp: z.string(),
    }),
  ),
  /** The answers to this visitor have the texts of participants. */
  withTexts: z.boolean(),
  withDownloads: z.boolean(),
  expiresAt: z.nullable(z.iso.datetime()),
});
export type OpenedView = z.infer<typeof openedView>;

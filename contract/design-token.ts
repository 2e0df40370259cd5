// A workspace's own token for the design tool: what may be set, and what the page shows of it. Never the token itself.
import { z } from 'zod/mini';

/** The tool's tokens have about 45 characters; other tools' have some hundred. */
const DESIGN_TOKEN_MAX_CHARACTERS = 400;
/** Printable ASCII in one piece: it is sent as a header (RFC 9110 section 5.5). */
export const DESIGN_TOKEN_FORM = /^[\x21-\x7e]+$/;

const TOKEN_INVALID = 'A token is one line of letters, digits and signs, without blanks.';

export const designTokenInput = z.object({
  token: z
    .string('Please paste a token.')
    .check(
      z.trim(),
      z.minLength(1, 'Please paste a token.'),
      z.maxLength(
        DESIGN_TOKEN_MAX_CHARACTERS,
        `A token can have at most ${DESIGN_TOKEN_MAX_CHARACTERS} characters.`,
      ),
      z.regex(DESIGN_TOKEN_FORM, TOKEN_INVALID),
    ),
});

/**
 * Result of checking the token with the design tool when it was set. works: it may read the file of a test in this
 * workspace. accepted: the token is valid; there was no file to try. file_hidden: the token is valid, but may not read
 * the file that was tried. untested: the tool gave no conclusive answer.
 */
export const designTokenCheck = z.enum(['works', 'accepted', 'file_hidden', 'untested']);
export type DesignTokenCheck = z.infer<typeof designTokenCheck>;

export const designTokenState = z.object({
  /** The design tool's name. */
  tool: z.string(),
  /** The workspace's own, or null if none is set. */
  own: z.nullable(
    z.object({
      setAt: z.iso.datetime(),
      /** First and last name, or null if that person's account is gone. */
      setBy: z.nullable(z.string()),
      /** The value is false if the token was sealed with another SESSION_SECRET and has to be set again. */
      readable: z.boolean(),
      check: designTokenCheck,
    }),
  ),
  /** Source of images while the workspace's own token can't be used. */
  otherwise: z.enum(['installation', 'browser', 'none']),
});
export type DesignTokenState = z.infer<typeof designTokenState>;

// Consent: the text of a workspace that participants agree to, in versions, and what each of them agreed to.
import { z } from 'zod/mini';
import { TEXT_STEP_MAX_CHARACTERS } from './limits.ts';
import { consentItem } from './sessions.ts';
import { requiredText } from './text.ts';

/** A version of the text. Sessions name it by its number, so that it is never changed. */
export const consentText = z.object({
  /** From 1. */
  version: z.int(),
  /** Paragraphs, emphasis, lists and links, as in a text step. */
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type ConsentText = z.infer<typeof consentText>;

/** Body of a new version. */
export const consentInput = z.object({
  text: requiredText('Consent text', TEXT_STEP_MAX_CHARACTERS),
});

/** Agreement of a participant. */
export const sessionConsent = z.object({
  /** Version of the workspace's text, or null for the line of step 0. */
  version: z.nullable(z.int()),
  items: z.array(consentItem),
  agreedAt: z.iso.datetime(),
});
export type SessionConsent = z.infer<typeof sessionConsent>;

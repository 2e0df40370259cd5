// All values that the pages store in the browser, with their keys and shapes (specification, section 3).
import { z } from 'zod/mini';
import { testId } from '#contract/ids.ts';
import { restorable } from '#contract/restorable.ts';
import type { TestForm } from '#contract/tests.ts';
import { localValue, sessionText, sessionValue } from '#web/lib/local-store.ts';

/** The form's fields as they were typed, valid or not. */
const storedDraft = z.object({
  name: z.string(),
  figmaUrl: z.string(),
  task: z.string(),
  /** The goal; form-values.ts parses it, as the steps, because few pages need their schemas. */
  goal: z.optional(z.unknown()),
  /** All steps, if there are several. */
  steps: z.optional(z.array(z.unknown())),
} satisfies Record<keyof TestForm | 'goal' | 'steps', z.ZodMiniType>);
export type StoredDraft = z.infer<typeof storedDraft>;

/** The create form's draft, stored across the sign-in. */
export const testDraft = sessionValue('testData', storedDraft);

/** The name of the workspace, as plain text and not as JSON. */
export const companyName = sessionText('companyName');

/** Size in CSS pixels of the frame that showed the prototype. */
export const iframeDimensions = localValue(
  'testIframeDimensions',
  z.object({ width: z.number().check(z.positive()), height: z.number().check(z.positive()) }),
);

/** Tokens of mailed links that were opened in this tab. They are stored because the person may have to sign in first. */
export const emailChangeToken = sessionText('emailChangeToken');
export const emailUndoToken = sessionText('emailUndoToken');
export const invitationToken = sessionText('invitationToken');

/** Ids of the invitations that were postponed in this tab. */
export const invitationsPutOff = sessionValue('invitationsPutOff', z.array(z.string()));

/** Deletions of this tab whose toast offers 'Undo', so that a reload offers it again. */
export const restorableDeletions = sessionValue(
  'restorableDeletions',
  z.array(z.extend(restorable, { testId, atMs: z.number() })),
);

/** Switch of the captions in the player of recordings. */
export const captionsVisible = localValue('captionsShown', z.boolean());

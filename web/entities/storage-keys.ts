// Everything the pages keep in the browser, with its key and shape (section 3).
import { z } from 'zod';
import { localValue, sessionText, sessionValue } from '#web/lib/local-store.ts';

/** The create form's draft, kept across the sign-in. */
export const testDraft = sessionValue(
  'testData',
  z.object({ name: z.string(), figmaUrl: z.string(), task: z.string() }),
);

/** The workplace's name, once it is known: the name itself, not JSON. */
export const companyName = sessionText('companyName');

/** Size in CSS pixels of the frame that showed the prototype. */
export const iframeDimensions = localValue(
  'testIframeDimensions',
  z.object({ width: z.number().positive(), height: z.number().positive() }),
);

/** Tokens of mailed links that were opened in this tab: they outlast a sign-in on the way. */
export const emailChangeToken = sessionText('emailChangeToken');
export const emailUndoToken = sessionText('emailUndoToken');
export const invitationToken = sessionText('invitationToken');

/** Invitations that were put off in this tab, by their ids. */
export const invitationsPutOff = sessionValue('invitationsPutOff', z.array(z.string()));

// All values that the pages store in the browser, with key and shape (section 3).
import { z } from 'zod/mini';
import { taskQuestion } from '#contract/task-questions.ts';
import { localValue, sessionText, sessionValue } from '#web/lib/local-store.ts';

/** The goal of a form that is not saved yet. */
const storedGoal = z.object({
  /** The selected goal, or null without a selection, which leaves the decision to the link. */
  choice: z.nullable(z.enum(['none', 'screens', 'judged'])),
  /** Prototype of the screens and routes, or null without a selection. */
  file: z.nullable(z.string()),
  screens: z.array(z.string()),
  routes: z.array(z.array(z.string())),
  asks: z.array(taskQuestion),
});
export type StoredGoal = z.infer<typeof storedGoal>;

/** The create form's draft, stored across the sign-in. */
export const testDraft = sessionValue(
  'testData',
  z.object({
    name: z.string(),
    figmaUrl: z.string(),
    task: z.string(),
    goal: z.catch(z.optional(storedGoal), undefined),
  }),
);

/** The workplace's name, once it is known: the name itself, not JSON. */
export const companyName = sessionText('companyName');

/** Size in CSS pixels of the frame that showed the prototype. */
export const iframeDimensions = localValue(
  'testIframeDimensions',
  z.object({ width: z.number().check(z.positive()), height: z.number().check(z.positive()) }),
);

/** Tokens of mailed links that were opened in this tab: they outlast a sign-in on the way. */
export const emailChangeToken = sessionText('emailChangeToken');
export const emailUndoToken = sessionText('emailUndoToken');
export const invitationToken = sessionText('invitationToken');

/** Invitations that were put off in this tab, by their ids. */
export const invitationsPutOff = sessionValue('invitationsPutOff', z.array(z.string()));

/** Captions are visible while recordings play. */
export const captionsVisible = localValue('captionsShown', z.boolean());

// The draft of a stored test: its form as its editors typed it, until it is saved or discarded. All editors of a test
// share one draft.
import { z } from 'zod/mini';
import { STEPS_MAX } from './limits.ts';
import { stepDraft } from './step-drafts.ts';

/** Values of the form: nothing in them has to be complete. */
export const draftForm = z.object({
  name: z.string(),
  steps: z.array(stepDraft).check(z.maxLength(STEPS_MAX)),
});
export type DraftForm = z.infer<typeof draftForm>;

/** Another one with each change, never used again. */
export const draftVersion = z.uuid();

export const draftContent = z.object({
  form: draftForm,
  /** Values of the test as it was stored when the form was filled: later changes of the test are merged by them. */
  base: draftForm,
});
export type DraftContent = z.infer<typeof draftContent>;

export const draftInput = z.extend(draftContent, {
  /** The version from which the form was made, or null if there was no draft. */
  version: z.nullable(draftVersion),
});
export type DraftInput = z.infer<typeof draftInput>;

/** Version and time of a draft that was saved. */
export const savedDraft = z.object({ version: draftVersion, savedAt: z.iso.datetime() });
export type SavedDraft = z.infer<typeof savedDraft>;

export const draft = z.extend(savedDraft, {
  ...draftContent.shape,
  /** Name of the person who saved it last, or null if their account is deleted. */
  savedBy: z.nullable(z.string()),
});
export type Draft = z.infer<typeof draft>;

/** Version of the draft, and the other people who have its form open. */
export const draftEditing = z.object({
  version: z.nullable(draftVersion),
  /** Names of the people who were seen within a minute, without the caller. */
  editors: z.array(z.string()),
});
export type DraftEditing = z.infer<typeof draftEditing>;

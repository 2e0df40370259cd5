// Values of the form of a test (`testForm` in the contract). A field that is added there does not compile until it is here.
import { z } from 'zod/mini';
import { type TestForm, testForm } from '#contract/tests.ts';

/** Names of the form's fields. */
export const formFields = z.keyof(testForm).options;

export const emptyForm = { name: '', task: '', figmaUrl: '' } satisfies Record<
  keyof TestForm,
  string
>;

/** Returns the fields of the form alone, of a test or a draft. */
export function formOf({ name, task, figmaUrl }: TestForm): TestForm {
  return { name, task, figmaUrl } satisfies Record<keyof TestForm, unknown>;
}

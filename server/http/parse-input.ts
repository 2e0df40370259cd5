// Reads what a call brings by its row's schemas, or says what is wrong with it.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { sentenceOf } from './input-sentences.ts';

/** An id that can't be one belongs to nothing: 404, as for one that is not yours. */
export function parseParams(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** Bad fields that a refusal names: more than any form has, few of a list with a thousand bad entries. */
const FIELDS_MAX = 20;
/** A key that the sender made up may be as long as the body. */
const FIELD_NAME_MAX_CHARACTERS = 100;

/** @throws AppError bad_input with a sentence for each bad field; the first one is the message. */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, FIELDS_MAX)) {
    const name = issue.path.join('.').slice(0, FIELD_NAME_MAX_CHARACTERS);
    fields[name || 'body'] ??= issue.message;
  }
  throw new AppError('bad_input', { fields });
}

// Reads the input of a call by its row's schemas, or describes its errors in words for people.
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';

/** An id that can't be one belongs to nothing: 404, as for one that is not yours. */
export function parseParams(schema: z.core.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/**
 * Maximum number of bad fields that a refusal names: more than any form has, few of a list with a thousand bad
 * entries.
 */
const FIELDS_MAX = 20;
/** A key that the sender made up may be as long as the body. */
const FIELD_NAME_MAX_CHARACTERS = 100;

/** @throws AppError bad_input with a sentence for each bad field; the first one is the message. */
export function parseInput<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = parsedOrRefused(schema, value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, FIELDS_MAX)) {
    const name = issue.path.join('.').slice(0, FIELD_NAME_MAX_CHARACTERS);
    fields[name || 'body'] ??= issue.message;
  }
  throw new AppError('bad_input', { fields });
}

/** The library passes all errors of a list as arguments of one call, of which there can be some 100,000. */
function parsedOrRefused<T>(schema: z.core.$ZodType<T>, value: unknown) {
  try {
    return z.safeParse(schema, value, { error: sentenceOf });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('bad_input', { fields: { body: 'This has too many wrong entries.' } });
  }
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Schema type → the sentence for a value of another type. */
const typeSentences: Record<string, string> = {
  array: 'This must be a list.',
  boolean: 'This must be true or false.',
  int: 'Please enter a whole number.',
  number: 'Please enter a number.',
  object: 'This must be an object.',
  record: 'This must be an object.',
  // The text covers lists, because a query that repeats a field is read as one.
  string: 'This must be one text.',
};

/** Sentence for an issue, for `safeParse(value, { error })`; a schema's own sentence has priority. */
export function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue.expected, issue.input);
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not an id.' : FALLBACK;
    case 'invalid_value':
      return NOT_POSSIBLE;
    case 'invalid_union':
      // A field that names the kind of an object.
      return 'discriminator' in issue && issue.discriminator ? NOT_POSSIBLE : FALLBACK;
    case 'too_big':
      return `This can ${bound(issue.origin, 'at most', issue.maximum)}.`;
    case 'too_small':
      return `This must ${bound(issue.origin, 'at least', issue.minimum)}.`;
    default:
      return FALLBACK;
  }
}

const NOT_POSSIBLE = 'This is not one of the possible values.';
const FALLBACK = 'This does not have the form it must have.';

/** A field that is left out is missing; a whole body that is left out is no object. */
function typeSentence(expected: string, input: unknown): string {
  const isMissing = input === undefined && expected !== 'object';
  return isMissing ? 'This is required.' : (typeSentences[expected] ?? FALLBACK);
}

function bound(origin: string, direction: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${direction} ${limit} characters`;
  return origin === 'array' ? `have ${direction} ${limit} entries` : `be ${direction} ${limit}`;
}

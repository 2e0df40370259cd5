// Sentences for bad input whose schema has none of its own: what the parser found, in words for people.
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Schema type → what a value of another type is told. */
const typeSentences: Record<string, string> = {
  array: 'This must be a list.',
  boolean: 'This must be true or false.',
  int: 'Please enter a whole number.',
  number: 'Please enter a number.',
  object: 'This must be an object.',
  record: 'This must be an object.',
  // Also for a list: what a query that repeats a field is read as.
  string: 'This must be one text.',
};

/** For `safeParse(value, { error })`; a schema's own sentence goes before it. */
export function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue.expected, issue.input);
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not an id.' : FALLBACK;
    case 'invalid_value':
      return 'This is not one of the possible values.';
    case 'too_big':
      return `This can ${bound(issue.origin, 'at most', issue.maximum)}.`;
    case 'too_small':
      return `This must ${bound(issue.origin, 'at least', issue.minimum)}.`;
    default:
      return FALLBACK;
  }
}

const FALLBACK = 'This does not have the form it must have.';

/** What is left out is missing; a whole body that is left out is no object. */
function typeSentence(expected: string, input: unknown): string {
  const isMissing = input === undefined && expected !== 'object';
  return isMissing ? 'This is required.' : (typeSentences[expected] ?? FALLBACK);
}

function bound(origin: string, direction: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${direction} ${limit} characters`;
  return origin === 'array' ? `have ${direction} ${limit} entries` : `be ${direction} ${limit}`;
}

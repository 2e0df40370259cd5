// Answers the calls of results.
import { AppError } from '#contract/errors.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';

export function resultHandlers(_parts: Parts): HandlersOf<'results'> {
  const missing = async () => {
    throw new AppError('not_found');
  };
  return {
    summary: missing,
    choices: missing,
    compare: missing,
    screens: missing,
    heat: missing,
    paths: missing,
    moments: missing,
  };
}

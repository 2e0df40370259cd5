// Answers the calls that decide what a session's run came to.
import { AppError } from '#contract/errors.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';

export function outcomeHandlers(_parts: Parts): HandlersOf<'outcomes'> {
  const missing = async () => {
    throw new AppError('not_found');
  };
  return { get: missing, override: missing, exclude: missing };
}

// Answers calls about the installation itself.
import { AppError } from '#contract/errors.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import { answersQueries } from './system.db.ts';

export function systemHandlers({ db }: Pick<Parts, 'db'>): HandlersOf<'system'> {
  return {
    health: async () => {
      if (!(await answersQueries(db))) throw new AppError('unavailable');
      return { status: 'ok' };
    },
  };
}

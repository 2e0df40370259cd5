// Whether the installation works.
import { AppError } from '#contract/errors.ts';
import type { Parts } from '#server/parts.ts';
import { answersQueries } from './system.db.ts';

/** @throws AppError unavailable */
export async function checkHealth({ db }: Pick<Parts, 'db'>): Promise<{ status: 'ok' }> {
  if (!(await answersQueries(db))) throw new AppError('unavailable');
  return { status: 'ok' };
}

// Tags of texts: a call adds and takes off, so that two members at the same time lose nothing of each other.
import { AppError } from '#contract/errors.ts';
import type { TaggedTexts, TextTagsChange } from '#contract/result-questions.ts';
import { TAGS_MAX } from '#contract/tags.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { changeTagsOfTexts } from './answer-tags.db.ts';

/** @throws AppError not_found if no session has a text there; bad_input if a text would have too many tags */
export async function changeTags(
  { db }: Pick<Parts, 'db'>,
  { testId }: Authorized<TestRef>,
  change: TextTagsChange & { step: number },
): Promise<TaggedTexts> {
  const texts = await changeTagsOfTexts(db, testId, change);
  if (texts.length === 0) throw new AppError('not_found');
  if (texts.some(({ tags }) => tags.length > TAGS_MAX)) {
    const sentence = `A text can have at most ${TAGS_MAX} tags.`;
    throw new AppError('bad_input', { fields: { add: sentence } });
  }
  return { texts };
}

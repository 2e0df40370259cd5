// Answers the calls of the tags that members give the texts of answers.
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { changeTags } from './answer-tags.service.ts';

export function answerTagHandlers(parts: Parts): HandlersOf<'answerTags'> {
  return {
    change: async ({ caller, params: { id, step }, body }) =>
      await changeTags(parts, await authorizeTest(parts.db, caller, { testId: id }), {
        ...body,
        step,
      }),
  };
}

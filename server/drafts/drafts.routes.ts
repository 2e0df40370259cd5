// Answers the calls of the draft of a test.
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { discardDraft, draftOf, editDraft, saveDraft } from './drafts.service.ts';

export function draftHandlers(parts: Parts): HandlersOf<'drafts'> {
  return {
    get: async ({ caller, params }) =>
      draftOf(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    edit: async ({ caller, params }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await editDraft(parts, { test, userId: caller.userId });
    },
    save: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await saveDraft(parts, { test, userId: caller.userId }, body);
    },
    discard: async ({ caller, params, query }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      await discardDraft(parts, test, query.version);
      return { message: 'Draft discarded.' };
    },
  };
}

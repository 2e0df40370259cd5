// Answers the call that copies a test.
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { copyTest } from './copies.service.ts';

export function copyHandlers(parts: Parts): HandlersOf<'copies'> {
  return {
    create: async ({ caller, params }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return { _id: await copyTest(parts, test) };
    },
  };
}

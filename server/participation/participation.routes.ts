// Answers the calls of how people take part in a test.
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { changeParticipation, participationOf } from './participation.service.ts';

export function participationHandlers(parts: Parts): HandlersOf<'participation'> {
  return {
    get: async ({ caller, params }) =>
      participationOf(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    change: async ({ caller, params, body }) =>
      changeParticipation(
        parts,
        await authorizeTest(parts.db, caller, { testId: params.id }),
        body,
      ),
  };
}

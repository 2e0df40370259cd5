// Answers the calls that decide what a session's run came to.

import type { Parts } from '#server/parts.ts';
import { authorizeRecordingById } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { decide, readOutcome } from './outcomes.service.ts';

export function outcomeHandlers(parts: Parts): HandlersOf<'outcomes'> {
  return {
    get: async ({ caller, params, query }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      return await readOutcome(parts, recording, query.step);
    },
    override: async ({ caller, params, body: { outcome, basedOn, step } }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      const decision = { kind: 'outcome', outcome, reason: null } as const;
      return await decide(parts, recording, { ...decision, step, basedOn, by: caller });
    },
    exclude: async ({ caller, params, body: { reason, basedOn } }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      const decision = { kind: 'exclusion', outcome: null, reason } as const;
      return await decide(parts, recording, { ...decision, basedOn, by: caller });
    },
  };
}

// Answers the calls of retention.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { chooseRetention, deletedBy, previewRetention, retentionOf } from './retention.service.ts';

export function retentionHandlers(parts: Parts): HandlersOf<'retention'> {
  return {
    get: ({ caller }) => retentionOf(parts, caller),
    preview: ({ caller, query }) => previewRetention(parts, caller, query.days),
    set: ({ caller, body }) => chooseRetention(parts, caller, body.days),
    log: ({ caller }) => deletedBy(parts, caller),
  };
}

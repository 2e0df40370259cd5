// Answers calls about the installation itself.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { checkHealth, describe } from './system.service.ts';

export function systemHandlers(parts: Parts): HandlersOf<'system'> {
  return {
    about: async () => describe(parts),
    health: () => checkHealth(parts),
  };
}
